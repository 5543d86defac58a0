import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { DecisionRow } from '../../orders/ach-entries/tables.ts';

export const lockDecision = (tx: Tx, fileId: string): Promise<DecisionRow | undefined> =>
  tx.row(tx.db.selectFrom('ach_decisions').selectAll().where('file_id', '=', fileId).forUpdate());

/** The caller has locked the row of the decision. */
export function decideOn(
  { now, caller: { actor } }: CommandContext,
  tx: Tx,
  fileId: string,
  outcome: 'done' | 'refused',
  reason?: string,
): void {
  const decided = { outcome, decided_by_type: actor.type, decided_by_id: actor.id, decided_at: now };
  tx.write(
    tx.db
      .updateTable('ach_decisions')
      .set({ ...decided, ...(reason === undefined ? {} : { reason }) })
      .where('file_id', '=', fileId),
  );
}

// What became of a message whose borrower was erased: that it was sent, or was not, is said of its interaction as of any
// other. What it said went with the key of the borrower, and no event tells of somebody who is erased.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { movedTo } from '../checked.ts';
import { type InteractionRow, interactions } from '../tables.ts';
import { changeRow, keepVersion } from './update.ts';

type Report = Pick<InteractionRow, 'status' | 'status_details'> &
  Partial<Pick<InteractionRow, 'started_at' | 'contact_id'>>;

type Writing = Pick<CommandContext, 'now'>;

/** Errors: InvalidRequest (status). */
export function reportOfErased(ctx: Writing, tx: Tx, before: InteractionRow, report: Report): void {
  const status = movedTo(before, report.status);
  keepVersion(ctx, tx, before);
  const stamps = { version: before.version + 1, recorded_at: ctx.now, updated_at: ctx.now };
  const { person_id, id } = before;
  tx.write(changeRow(tx.db, { person_id, id }, { ...report, ...stamps, status }));
}

/** One that was tried has failed; of one that was not, nothing took place. What somebody has reported since then stays. */
export function endOfErased(ctx: Writing, tx: Tx, before: InteractionRow): void {
  if (before.status === 'succeeded' || before.status === 'failed') return;
  const status = before.status === 'attempted' ? 'failed' : 'canceled';
  reportOfErased(ctx, tx, before, { status, status_details: 'personErased' });
}

/** The same of several. The caller has locked the person. */
export async function endEachOfErased(ctx: Writing, tx: Tx, personId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const own = tx.db.selectFrom('interactions').select(interactions.all).where('person_id', '=', personId);
  for (const row of (await tx.rows(own.where('id', 'in', ids))) as InteractionRow[]) endOfErased(ctx, tx, row);
}

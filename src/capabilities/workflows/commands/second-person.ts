// An approval is given, refused or skipped by another human than those who have prepared it: who wrote the type, who
// started the workflow, who did its other items, and who gave this one to somebody.
import { mayApprove, mustBeNoneOf } from '#capabilities/access/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { itemsOf } from '../run/load.ts';
import type { ItemRow, WorkflowRow } from '../tables.ts';

/** Errors: Forbidden, SecondPersonNeeded. */
export async function mustBeAnotherThanMakers(
  ctx: CommandContext,
  tx: Tx,
  workflow: WorkflowRow,
  item: ItemRow,
  makers: readonly string[],
): Promise<void> {
  if (item.kind !== 'approval') return;
  mayApprove(ctx.caller);
  const ended = await tx.rows(
    itemsOf(tx, workflow.person_id).where('workflow_id', '=', workflow.id).where('ended_by_id', 'is not', null),
  );
  const did = ended.flatMap(({ ended_by_id }) => ended_by_id ?? []);
  const started = workflow.created_by_id === null ? [] : [workflow.created_by_id];
  const ids = [...new Set([...did, ...started, ...item.assigned_by_ids, ...makers])];
  const message =
    'You, or whoever is behind your key, wrote the workflow, started it, did another item of it or gave this one to somebody.';
  await mustBeNoneOf(ctx, tx, [{ ids, reason: 'orderedIt', message }], 'workitemId');
}

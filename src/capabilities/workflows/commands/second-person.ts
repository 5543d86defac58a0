// An approval is given, refused or skipped by another human than those who have prepared it: who wrote the type, who
// started the workflow, who did its other items, and who gave this one to somebody. Nor does whoever has approved do the
// other items of the step afterwards.
import { type FirstPersons, mayApprove, mustBeNoneOf } from '#capabilities/access/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { doersOf, preparersOf } from '../run/preparers.ts';
import type { Run } from '../run/run.ts';
import type { ItemRow } from '../tables.ts';

/** Errors: Forbidden, SecondPersonNeeded. */
export async function mustBeAnother(ctx: CommandContext, run: Run, item: ItemRow): Promise<void> {
  if (item.kind === 'approval') mayApprove(ctx.caller);
  const first = item.kind === 'approval' ? await makersOf(run, item) : approversOf(run);
  await mustBeNoneOf(ctx, run.tx, [first], 'workitemId');
}

async function makersOf(run: Run, item: ItemRow): Promise<FirstPersons> {
  return {
    ids: [...(await preparersOf(run)), ...item.assigned_by_ids],
    reason: 'orderedIt',
    message:
      'You, or whoever is behind your key, wrote the workflow, started it, did another item of it or gave this one to somebody.',
  };
}

const approversOf = ({ items }: Run): FirstPersons => ({
  ids: doersOf(items.filter(({ kind }) => kind === 'approval')),
  reason: 'approvedIt',
  message:
    'You, or whoever is behind your key, have answered an approval of this step: another person does its other items.',
});

// An approval is given, refused or skipped by another human than those who have prepared it: who wrote the type, who
// started the workflow, who did its other items or had one tried again, who said what it is about, and who gave this one to
// somebody. Nor does whoever has approved do the other items of the step afterwards.
import { type FirstPersons, mayApprove, mustBeNoneOf } from '#capabilities/access/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { doersOf, mayTakeFromCase, preparersOf, whoChangedCases } from '../run/preparers.ts';
import type { Run } from '../run/run.ts';
import type { ItemRow } from '../tables.ts';

/** Errors: Forbidden, SecondPersonNeeded. */
export async function mustBeAnother(ctx: CommandContext, run: Run, item: ItemRow): Promise<void> {
  if (item.kind === 'approval') mayApprove(ctx.caller);
  const first = item.kind === 'approval' ? await makersOf(run, item) : approversOf(run);
  await mustBeNoneOf(ctx, run.tx, [first], 'workitemId');
}

async function makersOf(run: Run, item: ItemRow): Promise<FirstPersons> {
  const [preparers, changers] = await Promise.all([
    preparersOf(run),
    whoChangedCases(run, mayTakeFromCase(run.definition)),
  ]);
  return {
    ids: [...preparers, ...changers, ...item.assigned_by_ids],
    reason: 'orderedIt',
    message:
      'You, or whoever is behind your key, wrote the workflow, started it, did another item of it, chose the loan or a value that it takes from the case, or gave this one to somebody.',
  };
}

const approversOf = ({ items }: Run): FirstPersons => ({
  ids: doersOf(items.filter(({ kind }) => kind === 'approval')),
  reason: 'approvedIt',
  message:
    'You, or whoever is behind your key, have answered an approval of this step: another person does its other items.',
});

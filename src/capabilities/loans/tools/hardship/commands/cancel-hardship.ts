// What was done in hardship is taken back: as if it had never been, as far as it is still to come. A payment plan that has
// begun ends with its next payment instead: nobody is late afterwards for what it asked less.

import type { Fact } from '@tenor/engine/account/facts.ts';
import { zeroCents } from '@tenor/engine/values/cents.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { State } from '../../../core/loan/books.ts';
import { keysOf } from '../../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { loanStates } from '../../../core/loan/states.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { stateOn } from '../../../core/timeline/compute-state.ts';
import { factId } from '../../../core/timeline/fact-id.ts';
import { allFacts } from '../../../core/timeline/held-loan.ts';
import { changedHardship, changedPlan } from '../present.ts';
import { changeHardship } from '../record.ts';
import type { ChangedHardship, ChangedPlan, HardshipCancel } from '../schemas.ts';
import { hardshipStates } from '../states.ts';
import { namedHardships, runningPlan, statusOf } from '../stored.ts';
import type { HardshipRow } from '../tables.ts';
import { hardships, paymentPlans } from '../tables.ts';
import { factsToCome, moveHardship, undosNow, undosOf } from '../undo.ts';

/** Errors: NotFound, LoanStatusForbids, HardshipStatusForbids, HardshipBuiltUpon. */
export async function cancelHardship(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
  { previewMode }: HardshipCancel,
): Promise<ChangedHardship> {
  const { row: loan } = held;
  const row = await hardships.find(tx, keysOf(loan), id);
  loanStates.mustAllow(loan.status, 'relieve');
  const today = todayOf(loan, ctx.now);
  const from = statusOf(row, today, null);
  hardshipStates.mustAllow(from, 'cancel', { id });
  const facts = factsToCome(await allFacts(tx, held), [row], today);
  const changed = await changeHardship(ctx, tx, held, undosOf(loan, facts, today));
  const canceled = moveHardship(ctx, tx, held, row, { verb: 'cancel', from });
  return changedHardship(tx, held, { row: canceled, changed }, previewMode);
}

/** Errors: NotFound, LoanStatusForbids, HardshipStatusForbids, HardshipBuiltUpon. */
export async function cancelPlan(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  { previewMode }: HardshipCancel,
): Promise<ChangedPlan> {
  const { row: loan } = held;
  const row = await paymentPlans.find(tx, keysOf(loan), reference);
  loanStates.mustAllow(loan.status, 'relieve');
  const today = todayOf(loan, ctx.now);
  const { state } = await stateOn(tx, held, today);
  const from = statusOf(row, today, await runningPlan(tx, held, state));
  hardshipStates.mustAllow(from, 'cancel', { id: row.id });
  const { said } = row;
  const isBegun = dayOf(said.plan!.firstDueDate) <= today;
  const replaced = isBegun ? [] : await namedHardships(tx, keysOf(loan), said.plan!.replaced);
  const facts = isBegun ? [ending(held, row, state)] : await undoing(tx, held, row, replaced, today);
  const changed = await changeHardship(ctx, tx, held, facts);
  for (const one of replaced) moveHardship(ctx, tx, held, one, { verb: 'restore' });
  const canceled = moveHardship(ctx, tx, held, row, { verb: 'cancel', from });
  return changedPlan(tx, held, { row: canceled, changed }, previewMode);
}

/** From the next due date on the plan asks for nothing any more. */
function ending({ row: loan, product }: HeldLoan, { said: { plan } }: HardshipRow, state: State): Fact {
  const [next] = product.relief.plannable(state);
  return {
    kind: 'plan',
    id: factId(loan, 'plan'),
    on: state.through,
    firstDueDate: next!,
    count: 0,
    amount: zeroCents,
    extend: plan!.isLonger,
  };
}

/** What it has replaced comes back. */
async function undoing(
  tx: Tx,
  held: HeldLoan,
  row: HardshipRow,
  replaced: readonly HardshipRow[],
  today: number,
): Promise<Fact[]> {
  const all = await allFacts(tx, held);
  return undosOf(held.row, [...factsToCome(all, [row], today), ...undosNow(all, replaced)], today);
}

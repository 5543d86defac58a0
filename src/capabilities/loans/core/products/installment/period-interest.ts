// The interest that accrued in a period, which its due date books or a payment before it has booked. The state after a
// due turn has all interest accrued by then; only if a change works several due dates, those before the last one are
// replayed once more.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { installment } from '@tenor/engine/installment/product.ts';
import type { State } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import { rounded } from '@tenor/engine/interest/exact.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Steps } from '@tenor/engine/values/steps.ts';
import { type Fraction, fraction, minus } from '../../loan/exact-amounts.ts';
import type { PeriodsBooked } from '../../loan/kept.ts';

/** By due date, for the periods that the change works. */
export function* periodInterest(
  terms: Terms,
  { from, after, all }: PeriodsBooked<State>,
): Steps<(dueDate: Day) => Cents> {
  const replay = (through: Day, start: State | undefined) =>
    installment.replaying(terms, all as readonly Fact[], { through, ...(start && { from: start }) });
  const markOf = ({ position: { scale, periodMark } }: State): Fraction => fraction(terms, scale, periodMark);
  const wholeCentsOf = (amount: Fraction) => rounded(amount, amount.denominator, terms.interest.rounding) as Cents;
  const amounts = new Map<Day, Cents>();
  const dueDates = after.records.steps.filter(({ kind }) => kind === 'due').map(({ on }) => on);
  // Before the first due date, the mark is where the books began.
  let state = from ?? (dueDates[0] === undefined ? undefined : yield* replay(dueDates[0] - 1, undefined));
  for (const [i, on] of dueDates.entries()) {
    const turned: State = i === dueDates.length - 1 ? after : yield* replay(on, state);
    if (state !== undefined) amounts.set(on, wholeCentsOf(minus(markOf(turned), markOf(state))));
    state = turned;
    yield;
  }
  return (dueDate) => amounts.get(dueDate) ?? zeroCents;
}

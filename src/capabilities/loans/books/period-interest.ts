// The interest that accrued in a period, which its due date books or a payment before it has booked. The state after a
// due turn has all interest accrued by then; only if a change works several due dates, those before the last one are
// replayed once more.
import type { LoanState } from '@tenor/engine/account/state.ts';
import { rounded } from '@tenor/engine/interest/exact.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { type Fraction, fraction, minus } from '../loan/exact-amounts.ts';
import type { HeldLoan } from '../loan/product.ts';
import { termsOf } from '../timeline/held-loan.ts';
import type { Replayed } from './replayed.ts';

type Change = Pick<Replayed, 'start' | 'after' | 'all'> & { readonly held: HeldLoan };

/** By due date, for the periods that the change works. */
export function periodInterest({ held, start, after, all }: Change): (dueDate: Day) => Cents {
  const terms = termsOf(held.row);
  const replay = (through: Day, from: LoanState | undefined) =>
    held.product.replay(terms, all, { through, ...(from && { from }) });
  const markOf = ({ position: { scale, periodMark } }: LoanState): Fraction => fraction(terms, scale, periodMark);
  const wholeCentsOf = (amount: Fraction) => rounded(amount, amount.denominator, terms.interest.rounding) as Cents;
  let amounts: ReadonlyMap<Day, Cents> | undefined;
  const compute = (): ReadonlyMap<Day, Cents> => {
    const found = new Map<Day, Cents>();
    const dueDates = after.records.steps.filter(({ kind }) => kind === 'due').map(({ on }) => on);
    // Before the first due date, the mark is where the books began.
    let state = start.from ?? (dueDates[0] === undefined ? undefined : replay(dueDates[0] - 1, undefined));
    for (const [i, on] of dueDates.entries()) {
      const turned: LoanState = i === dueDates.length - 1 ? after : replay(on, state);
      if (state !== undefined) found.set(on, wholeCentsOf(minus(markOf(turned), markOf(state))));
      state = turned;
    }
    return found;
  };
  return (dueDate) => {
    amounts ??= compute();
    return amounts.get(dueDate) ?? zeroCents;
  };
}

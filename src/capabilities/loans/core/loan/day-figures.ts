// The figures of the day to which the books of a loan were worked, and what each day adds to them while nothing else
// happens. They are stored beside the state, so that what a loan owes today is read without it, and nothing is replayed.
import type { Overdue } from '@tenor/engine/account/read.ts';
import { rulesVersion } from '@tenor/engine/account/state.ts';
import { add, addProduct, type Exact, nothing } from '@tenor/engine/interest/exact.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { type Amounts, type ExactAmounts, type Limits, notDueOf } from './amounts.ts';
import type { Fraction } from './exact-amounts.ts';
import type { NextKept } from './next-obligation.ts';

export interface DayFigures extends NextKept {
  readonly rules: number;
  readonly through: Day;
  /** The last day of which they tell; null: they tell of each day until a fact comes. */
  readonly validUntil: Day | null;
  /** What is owed at the end of `through`, due or not; of interest what is not due comes on top (`notDue`). */
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
  /** What of it is due and not late. */
  readonly due: Cents;
  readonly pastDue: Cents;
  readonly pastDueDays: number;
  readonly oldestDueOn: Day | null;
  /** The parts of exact amounts are parts of this: the scale of the rates times the basis of the day count. */
  readonly denominator: number;
  /** Interest not due, by balances with interest of their own. Null: all that has accrued, as one balance. */
  readonly notDue: readonly Growing[] | null;
  /** Everything else that balances show. The interest that is not due is left out of its bucket. */
  readonly amounts: AmountsAtEnd;
  readonly limits: Limits | null;
  readonly daily: Daily;
}

/** The amounts with their exact ones over the denominator of the figures. */
export type AmountsAtEnd = Omit<Amounts, keyof ExactAmounts> & Readonly<Record<ExactName, Exact>>;
type ExactName = Exclude<keyof ExactAmounts, 'notDue'>;

/** What a day adds. */
interface Daily {
  readonly accrued: Exact;
  readonly accruedTotal: Exact;
  readonly discountTotal: Exact;
  readonly pastDueDays: number;
}

interface Growing {
  readonly amount: Exact;
  /** What a day adds. */
  readonly daily: Exact;
}

export const exactOf = ({ whole: cents, part }: Exact): Exact => ({ whole: cents, part });

/** The amounts without the interest that is not due: `notDue` has it. */
export const atEndOf = ({ buckets: of, chargedOff, paid, customerCredit, ...exact }: Amounts): AmountsAtEnd => ({
  buckets: { ...of, nonDue: { ...of.nonDue, interest: 0 } },
  chargedOff,
  paid,
  customerCredit,
  accrued: exactOf(exact.accrued),
  accruedTotal: exactOf(exact.accruedTotal),
  discountTotal: exactOf(exact.discountTotal),
  forgoneCap: exactOf(exact.forgoneCap),
  forgoneRounding: exactOf(exact.forgoneRounding),
});

/** Whether they tell of the day. If they do not, the loan is replayed. */
export const tellOf = ({ rules, through, validUntil }: DayFigures, day: Day): boolean =>
  rules === rulesVersion && through <= day && day <= (validUntil ?? day);

/** On a day of which they tell. */
export const overdueOn = ({ through, pastDue, pastDueDays, daily }: DayFigures, day: Day): Overdue => ({
  amount: pastDue,
  days: pastDueDays + (day - through) * daily.pastDueDays,
});

/** On a day of which they tell. */
export function amountsOn(figures: DayFigures, day: Day): Amounts {
  const { denominator, daily, through, amounts } = figures;
  const exact = (amount: Exact, each = nothing()): Fraction => ({
    ...after(amount, each, day - through, denominator),
    denominator,
  });
  const accrued = exact(amounts.accrued, daily.accrued);
  const exactAmounts: ExactAmounts = {
    accrued,
    accruedTotal: exact(amounts.accruedTotal, daily.accruedTotal),
    discountTotal: exact(amounts.discountTotal, daily.discountTotal),
    forgoneCap: exact(amounts.forgoneCap),
    forgoneRounding: exact(amounts.forgoneRounding),
    notDue: figures.notDue?.map((one) => exact(one.amount, one.daily)) ?? [accrued],
  };
  const { nonDue, ...buckets } = amounts.buckets;
  const ofDay = { nonDue: { ...nonDue, interest: notDueOf(exactAmounts) }, ...buckets };
  return { ...amounts, ...exactAmounts, buckets: ofDay };
}

function after({ whole: cents, part }: Exact, daily: Exact, days: number, denominator: number): Exact {
  const sum = { whole: cents, part };
  add(sum, days * daily.whole, 0, denominator);
  addProduct(sum, days, daily.part, denominator);
  return sum;
}

// The figures of the day to which the books of a loan were worked, and what each day adds to them while nothing else
// happens. They are stored beside the state, so that what a loan owes today is read without it, and nothing is replayed.
import type { Overdue } from '@tenor/engine/account/read.ts';
import { rulesVersion } from '@tenor/engine/account/state.ts';
import { add, addProduct, type Exact, nothing } from '@tenor/engine/interest/exact.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { type Amounts, type ExactAmounts, type Limits, noAmounts, notDueOf } from './amounts.ts';
import type { Fraction } from './exact-amounts.ts';
import { type Lean, whole } from './lean.ts';
import type { NextKept } from './next-obligation.ts';

export interface DayFigures extends NextKept {
  readonly rules: number;
  readonly through: Day;
  /** The last day of which they tell; null: they tell of each day until a fact comes. */
  readonly validUntil: Day | null;
  readonly startedOn: Day;
  /** What is owed at the end of `through`, due or not; of interest what is not due comes on top (`notDue`). */
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
  readonly pastDue: Cents;
  readonly daysPastDue: number;
  readonly oldestDueOn: Day | null;
  /** The parts of exact amounts are parts of this: the scale of the rates times the basis of the day count. */
  readonly denominator: number;
  readonly scale: number;
  /** Interest not due, by balances with interest of their own. Absent: all that has accrued, as one balance. */
  readonly notDue?: readonly Exact[];
  /** Everything else that balances show. */
  readonly amounts: Lean;
  readonly limits: Limits | null;
  /** Absent: a day adds nothing. */
  readonly daily?: Daily;
}

/** What a day adds. */
export interface Daily {
  readonly accrued: Exact;
  /** Absent: the same as to `accrued`. */
  readonly accruedTotal?: Exact;
  /** Absent: nothing. */
  readonly discountTotal?: Exact;
  /** To each of `notDue`, in its place. */
  readonly notDue?: readonly Exact[];
  /** Absent: none. */
  readonly daysPastDue?: number;
}

export const exactOf = ({ whole: cents, part }: Exact): Exact => ({ whole: cents, part });

/** The amounts as they are stored. Interest that is not due is left out: `notDue` holds it. */
export const storedOf = ({ buckets: of, chargedOff, paid, customerCredit, ...exact }: Amounts) => ({
  nonDue: { ...of.nonDue, interest: 0 },
  due: of.due,
  overdue: of.overdue,
  chargedOff,
  paid,
  customerCredit,
  accrued: exactOf(exact.accrued),
  accruedTotal: exactOf(exact.accruedTotal),
  discountTotal: exactOf(exact.discountTotal),
  forgoneCap: exactOf(exact.forgoneCap),
  forgoneRounding: exactOf(exact.forgoneRounding),
});

const zeros = storedOf(noAmounts);

/** Whether they tell of the day. If they do not, the loan is replayed. */
export const tellOf = ({ rules, through, validUntil }: DayFigures, day: Day): boolean =>
  rules === rulesVersion && through <= day && day <= (validUntil ?? day);

/** On a day of which they tell. */
export const overdueOn = ({ through, pastDue, daysPastDue, daily }: DayFigures, day: Day): Overdue => ({
  amount: pastDue,
  days: daysPastDue + (day - through) * (daily?.daysPastDue ?? 0),
});

/** On a day of which they tell. */
export function amountsOn(figures: DayFigures, day: Day): Amounts {
  const { denominator, daily, through } = figures;
  const { nonDue, due, overdue, chargedOff, paid, customerCredit, ...stored } = whole(zeros, figures.amounts);
  const exact = (amount: Exact, each: Exact = nothing()): Fraction => ({
    ...after(amount, each, day - through, denominator),
    denominator,
  });
  const accrued = exact(stored.accrued, daily?.accrued);
  const exactAmounts: ExactAmounts = {
    accrued,
    accruedTotal: exact(stored.accruedTotal, daily?.accruedTotal ?? daily?.accrued),
    discountTotal: exact(stored.discountTotal, daily?.discountTotal),
    forgoneCap: exact(stored.forgoneCap),
    forgoneRounding: exact(stored.forgoneRounding),
    notDue: figures.notDue?.map((amount, i) => exact(amount, daily?.notDue?.[i])) ?? [accrued],
  };
  const ofDay = { nonDue: { ...nonDue, interest: notDueOf(exactAmounts) }, due, overdue };
  return { ...exactAmounts, buckets: ofDay, chargedOff, paid, customerCredit };
}

function after({ whole: cents, part }: Exact, daily: Exact, days: number, denominator: number): Exact {
  const sum = { whole: cents, part };
  add(sum, days * daily.whole, 0, denominator);
  addProduct(sum, days, daily.part, denominator);
  return sum;
}

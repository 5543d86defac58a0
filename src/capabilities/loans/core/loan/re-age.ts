// Whether a loan may be re-aged: brought back to current though what is overdue was not paid. It is done only where the
// borrower has shown that they pay again, and seldom (the retail credit policy of the federal agencies, which gives the
// numbers for lines and asks lenders for their own on closed-end loans).
import { monthsLater, yearMonthDay } from '@tenor/engine/time/calendar.ts';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { Refusal } from '#platform/errors.ts';
import { loanErrors } from './errors.ts';

export interface ReAgeLimits {
  readonly monthsOnBooksMin: number;
  readonly monthsBetweenMin: number;
  /** At most so many within `withinMonths`; none at all: zero. */
  readonly timesMax: number;
  readonly withinMonths: number;
  /** This number of payments in a row, or their sum, must have been made. */
  readonly paymentsMin: number;
}

/** The limits that hold for lines, and for loan types that set none. */
export const usualReAgeLimits: ReAgeLimits = {
  monthsOnBooksMin: 9,
  monthsBetweenMin: 12,
  timesMax: 2,
  withinMonths: 60,
  paymentsMin: 3,
};

interface Life {
  readonly begunOn: Day;
  readonly today: Day;
  readonly steps: readonly { readonly kind: string; readonly on: Day; readonly amount: number }[];
}

/** Errors: ReAgeNotAllowed. */
export function mustBeReAgeable(limits: ReAgeLimits, { begunOn, today, steps }: Life): void {
  const { monthsOnBooksMin, monthsBetweenMin, timesMax, withinMonths } = limits;
  if (timesMax === 0) throw refused('never', 'Loans of this type are not re-aged.', {});
  const old = monthsAfter(begunOn, monthsOnBooksMin);
  if (today < old) throw tooEarly('tooYoung', `It is on the books for less than ${monthsOnBooksMin} months`, old);
  const before = steps.filter(({ kind }) => kind === 'reAge').map(({ on }) => on);
  const last = before.at(-1);
  const again = last === undefined ? today : monthsAfter(last, monthsBetweenMin);
  if (today < again) throw tooEarly('reAgedLately', `It was re-aged on ${dateOf(last!)}`, again);
  const counted = before.at(-timesMax);
  const next = counted === undefined ? today : monthsAfter(counted, withinMonths);
  if (today < next) throw tooEarly('reAgedOften', `It was re-aged ${timesMax} times in ${withinMonths} months`, next);
}

/** Asked for by payments that have come due, the oldest first, and from which day on money counts for them. */
interface Asked {
  readonly amounts: readonly number[];
  readonly since: Day;
}

/** All that was asked for, in a row or as a sum. Errors: ReAgeNotAllowed. */
export function mustHavePaid({ paymentsMin }: ReAgeLimits, { amounts, since }: Asked, { steps }: Life): void {
  if (amounts.length < paymentsMin) {
    throw refused('tooFewPayments', `Less than ${paymentsMin} of its payments have come due.`, {});
  }
  const asked = amounts.reduce((sum, amount) => sum + amount, 0);
  const paid = steps.reduce((sum, { kind, on, amount }) => sum + (kind === 'payment' && on >= since ? amount : 0), 0);
  if (paid >= asked) return;
  const missing = (asked - paid) as Cents;
  const message = `Since ${dateOf(since)} ${formatCents(missing)} of ${paymentsMin} payments are missing.`;
  throw refused('tooLittlePaid', message, { missingAmount: missing / 100 });
}

const refused = (reason: string, message: string, more: object): Refusal =>
  new Refusal(loanErrors.ReAgeNotAllowed, message, { data: { reason, ...more } });

const tooEarly = (reason: string, why: string, from: Day): Refusal =>
  refused(reason, `${why}: it can be re-aged from ${dateOf(from)} on.`, { allowedFrom: dateOf(from) });

function monthsAfter(on: Day, months: number): Day {
  const { year, month, day } = yearMonthDay(on);
  return monthsLater(year, month, months, day);
}

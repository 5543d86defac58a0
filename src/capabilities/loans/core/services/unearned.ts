// The part of a service's price that is unearned once it is canceled: a pure rule.
import { share } from '@tenor/engine/interest/exact.ts';
import { monthsLater, yearMonthDay } from '@tenor/engine/time/calendar.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import type { Charge, Rebate } from './base/service.ts';

interface Cover {
  readonly amount: number;
  readonly charged: Charge;
  readonly rebate: Rebate;
  readonly start_date: CivilDate;
  readonly end_date: CivilDate | null;
}

/**
 * `lastDay`: the last day of cover; before the first one all is unearned. What a fee pays period by period, and what has
 * no end, leaves nothing unearned.
 */
export function unearnedOf({ amount, charged, rebate, start_date, end_date }: Cover, lastDay: CivilDate): Cents {
  if (charged === 'periodicFee' || end_date === null || lastDay >= end_date) return 0 as Cents;
  const [first, last, end] = [dayOf(start_date), dayOf(lastDay), dayOf(end_date)];
  if (last < first) return amount as Cents;
  if (rebate === 'proRata') return share(amount, end - last, end - first + 1, 'halfUp') as Cents;
  // A month that has begun is earned: of n months with r to come, r(r + 1) parts of n(n + 1) are left.
  const months = monthsOf(first, end + 1) as number;
  const left = months - monthsBegun(first, last);
  return share(amount, left * (left + 1), months * (months + 1), 'halfUp') as Cents;
}

/** Undefined: the cover does not last whole months. */
export const wholeMonths = (startDate: CivilDate, endDate: CivilDate): number | undefined =>
  monthsOf(dayOf(startDate), dayOf(endDate) + 1);

function monthsOf(first: Day, after: Day): number | undefined {
  const count = monthsBegun(first, after - 1);
  return beginOf(first, count) === after ? count : undefined;
}

/** How many months have begun by the day, which is not before the first. */
function monthsBegun(first: Day, day: Day): number {
  let count = 1;
  while (beginOf(first, count) <= day) count++;
  return count;
}

function beginOf(first: Day, months: number): Day {
  const { year, month, day } = yearMonthDay(first);
  return monthsLater(year, month, months, day);
}

// Months and years between the days of an account.
import { type CivilDate, dateOfParts, partsOfDate } from '@tenor/engine/values/civil-date.ts';

/** How many months of the calendar lie between two days. */
export function monthsFrom(before: CivilDate, now: CivilDate): number {
  const [one, other] = [partsOfDate(before), partsOfDate(now)];
  return (other.year - one.year) * 12 + other.month - one.month;
}

/** From this day on an account is not reported any more. Seven years after the 29th of February it is the 28th. */
export function sevenYearsAfter(date: CivilDate): CivilDate {
  const { year, month, day } = partsOfDate(date);
  return dateOfParts({ year: year + 7, month, day }) ?? dateOfParts({ year: year + 7, month, day: day - 1 })!;
}

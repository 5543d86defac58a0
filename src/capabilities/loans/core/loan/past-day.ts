// A day of a loan's life that has come; any other date is refused with the path of its field.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { dateInUtc, type Instant } from '@tenor/engine/values/instant.ts';
import { refuseField } from '#platform/errors.ts';
import type { LoanRow } from './tables.ts';
import { todayOf } from './today.ts';

/**
 * Today, if no date is given. Clients name the present day as UTC has it: where that is ahead of the loan's, it is meant
 * as today. Errors: InvalidRequest.
 */
export function pastDayOf(row: LoanRow, now: Instant, path: string, given: CivilDate | null | undefined): Day {
  const today = todayOf(row, now);
  if (given === null || given === undefined) return today;
  const day = given === dateInUtc(now) ? Math.min(dayOf(given), today) : dayOf(given);
  const first = startOf(row) ?? today;
  const wrong = day < first ? 'lies before the activation of the loan' : day > today ? 'has not come yet' : undefined;
  if (wrong === undefined) return day;
  const expected = `a date from ${dateOf(first)} to ${dateOf(today)}`;
  throw refuseField(path, wrong, expected);
}

export const startOf = ({ state }: LoanRow): Day | undefined => state?.position.startedOn;

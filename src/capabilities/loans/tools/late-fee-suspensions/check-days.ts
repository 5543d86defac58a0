// For which days late fees can be suspended.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { refuseField } from '#platform/errors.ts';
import { startOf } from '../../core/loan/past-day.ts';
import type { LoanRow } from '../../core/loan/tables.ts';

/** Relief after a disaster lasts as long where nobody says another day. */
export const usualDays = 90;
/** No loan can run longer than these years. */
const daysAheadMax = 36_600;

export interface AskedDays {
  readonly startDate: CivilDate;
  readonly endDate: CivilDate;
}

export const usualEnd = (startDate: CivilDate): CivilDate => addDays(startDate, usualDays - 1);

/** Errors: InvalidRequest. */
export function mustBeDays(loan: LoanRow, today: Day, { startDate, endDate }: AskedDays): void {
  // On the day of its activation no loan is charged a late fee.
  const charged = dateOf((startOf(loan) ?? today) + 1);
  const [first, last] = [startDate < charged ? charged : startDate, dateOf(today + daysAheadMax)];
  if (startDate > last) throw refuseField('startDate', 'lies too far ahead', `a date until ${last}`);
  if (endDate < first) throw refuseField('endDate', 'lies before the first day that counts', `a date from ${first} on`);
  if (endDate > last) throw refuseField('endDate', 'lies too far ahead', `a date until ${last}`);
}

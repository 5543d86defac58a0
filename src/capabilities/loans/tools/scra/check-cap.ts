// Whether the law bounds the interest of a loan for a service, and on which days (50 USC 3937).
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { rateProblem } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField, refuseFields } from '#platform/errors.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { originatedAt } from '../../core/loan/originated-at.ts';
import { startOf } from '../../core/loan/past-day.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { capsInForce } from './ceiling.ts';
import { scraErrors } from './errors.ts';
import { noticeDaysMax, type ScraCapRow, scraRateMax } from './scra-cap.ts';

export interface AskedCap {
  readonly startDate: CivilDate;
  readonly endDate: CivilDate | null;
  readonly annualRate: Rate;
  readonly noticeReceivedDate: CivilDate;
}

/** No loan can run longer than these years. */
const daysAheadMax = 36_600;

/**
 * The first day of the books that it bounds. `serviceStart`: undefined if that is known to be right. Errors:
 * InvalidRequest, ScraDoesNotApply, NothingToDo.
 */
export function checkedCap(loan: LoanRow, today: Day, asked: AskedCap, serviceStart: CivilDate | undefined): CivilDate {
  const { startDate, endDate, annualRate } = asked;
  const [problem] = rateProblem('annualRate', annualRate, { min: 0, max: Number(scraRateMax) });
  if (problem !== undefined) throw refuseFields(errors.InvalidRequest, [problem]);
  const first = serviceStart ?? startDate;
  const last = dateOf(today + daysAheadMax);
  if (startDate < first || startDate > last) {
    const message = startDate < first ? 'lies before the service began' : 'lies too far ahead';
    throw refuseField('startDate', message, `a date from ${first} to ${last}`);
  }
  if (endDate !== null && (endDate < startDate || endDate > last)) {
    const message = endDate < startDate ? 'lies before the first day' : 'lies too far ahead';
    throw refuseField('endDate', message, `a date from ${startDate} to ${last}, or null`);
  }
  mustHaveNotice(today, asked);
  mustBeFromBefore(loan, startDate);
  const begun = dateOf(startOf(loan) ?? today);
  if (endDate === null || endDate >= begun) return startDate < begun ? begun : startDate;
  throw new Refusal(loanErrors.NothingToDo, `The books of the loan begin on ${begun}, after the service had ended.`, {
    data: { reason: 'the books begin after the service', date: begun },
  });
}

function mustHaveNotice(today: Day, { endDate, noticeReceivedDate: came }: AskedCap): void {
  const present = dateOf(today);
  if (came > present) throw refuseField('noticeReceivedDate', 'has not come yet', `a date until ${present}`);
  const last = endDate === null ? present : addDays(endDate, noticeDaysMax);
  if (came <= last) return;
  const message = `Notice came on ${came}; it can come until ${last}, ${noticeDaysMax} days after the end of the service.`;
  throw new Refusal(scraErrors.ScraDoesNotApply, message, {
    data: { path: 'noticeReceivedDate', reason: 'noticeTooLate', lastNoticeDate: last },
  });
}

function mustBeFromBefore(loan: LoanRow, startDate: CivilDate): void {
  const originatedDate = dateInZone(originatedAt(loan), loan.zone);
  if (originatedDate < startDate) return;
  const message = `The loan was originated on ${originatedDate}, in the service that began on ${startDate}.`;
  throw new Refusal(scraErrors.ScraDoesNotApply, message, {
    data: { path: 'startDate', reason: 'loanMadeInService', originatedDate, startDate },
  });
}

/** Errors: ScraCapOverlaps. */
export async function mustNotOverlap(reader: Reader, row: ScraCapRow): Promise<void> {
  const all = await capsInForce(reader, { personId: row.person_id, loanId: row.loan_id });
  const other = all.find(
    (one) =>
      one.id !== row.id &&
      (one.end_on === null || row.start_on <= one.end_on) &&
      (row.end_on === null || one.start_on <= row.end_on),
  );
  if (other === undefined) return;
  const days = `from ${other.start_on} ${other.end_on === null ? 'on' : `to ${other.end_on}`}`;
  throw new Refusal(scraErrors.ScraCapOverlaps, `The SCRA cap ${other.id} bounds the loan ${days}.`, {
    data: { path: 'startDate', scraCapId: other.id },
  });
}

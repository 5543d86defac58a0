// What a loan would be told to credit agencies on a day: what its books say, and what somebody says besides.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { refuseField } from '#platform/errors.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { keysOf } from '../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { todayOf } from '../../core/loan/today.ts';
import { askedDay, booksAsked } from '../../core/timeline/asked-day.ts';
import { codeOn, marksOf } from './marks.ts';
import { nothingToReport, reportedOf } from './reported.ts';
import type { ReportingStatus } from './schemas.ts';
import type { NotReported } from './words.ts';

/** Errors: InvalidRequest. */
export async function readReportingStatus(
  ctx: ReadContext,
  held: HeldLoan,
  asked: CivilDate | undefined,
): Promise<ReportingStatus> {
  const { row } = held;
  const now = await ctx.now();
  const today = dateOf(todayOf(row, now));
  if (asked !== undefined && asked > today) throw refuseField('date', 'has not come', `${today}, or a day before it`);
  const on = askedDay(held, now, { path: 'date', date: asked });
  const date = dateOf(on.day);
  const books = await booksAsked(ctx.reader, held, on);
  const hasBegun = books !== undefined && books.state.position.standing !== 'pending';
  const ofBooks = hasBegun ? await reportedOf(held, books) : nothingToReport;
  const marks = await marksOf(ctx.reader, keysOf(row));
  const notReportedBecause = whyNot(held, hasBegun, codeOn(marks, 'suppression', date) !== null);
  return {
    object: 'reportingStatus',
    companyId: row.company_id,
    loanId: row.id,
    date,
    isReported: notReportedBecause === null,
    notReportedBecause,
    ...ofBooks,
    complianceConditionCode: codeOn(marks, 'complianceConditionCode', date),
    specialComment: codeOn(marks, 'specialComment', date) ?? ofBooks.specialComment,
  };
}

function whyNot({ row }: HeldLoan, hasBegun: boolean, isSuppressed: boolean): NotReported | null {
  if (row.status === 'canceled' || row.status === 'declined') return row.status;
  if (!hasBegun) return 'notActivated';
  if (row.at_origination.skipCreditReporting) return 'skipCreditReporting';
  return isSuppressed ? 'suppressed' : null;
}

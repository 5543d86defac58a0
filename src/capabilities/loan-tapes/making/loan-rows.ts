// The rows of a tape of loans: one for each loan, as its books stood at the end of the day.
import { dayOf } from '@tenor/engine/values/day.ts';
import { type PortfolioLoan, portfolioOn } from '#capabilities/loans/index.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import { loanCatalogue } from '../catalogue/catalogue.ts';
import type { TapeRow } from '../catalogue/field.ts';
import { fieldsRead } from '../types/problems.ts';
import { aboutLoans, needsOf, type Reads, type RowsRead, type Sought, wanted } from './rows.ts';

export async function* loanRows(reads: Reads, sought: Sought): AsyncGenerator<RowsRead<TapeRow>> {
  const needs = needsOf(sought);
  const isWanted = wanted(loanCatalogue, sought);
  const asked = {
    ...sought,
    withoutNextDue: !fieldsRead(sought.type).has('nextDueDate'),
    withoutAgreement: !needs.agreement,
  };
  for await (const loans of portfolioOn(reads.reader, asked)) {
    const inTime = loans.filter((loan) => isReported(loan, sought));
    const about = await aboutLoans(reads, sought, needs, inTime);
    const found = await eachInSlices(inTime, (loan): readonly TapeRow[] => {
      const row = { ...about(loan.row), loan };
      return isWanted(row) ? [row] : [];
    });
    const rows = found.flat();
    const replayed = loans.filter(({ isReplayed }) => isReplayed).length;
    yield { rows, proved: rows, loans: loans.length, leftOut: loans.length - rows.length, replayed };
  }
}

/** Whether it has books, unless others are wanted too, and did not end too long ago. */
function isReported({ books, status, on }: PortfolioLoan, { type, asOf }: Sought): boolean {
  if (books === null) return type.action_on_missing_data === 'includeIDsAndEmptyData';
  const [ended, days] =
    status === 'paidOff'
      ? [on('paidOffAt'), type.report_days_when_paid_off]
      : [status === 'chargedOff' ? on('chargedOffAt') : null, type.report_days_when_charged_off];
  return ended === null || dayOf(asOf) - dayOf(ended) <= days;
}

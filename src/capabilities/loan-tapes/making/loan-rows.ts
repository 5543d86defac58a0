// The rows of a tape of loans: one for each loan, as its books stood at the end of the day, and where the type says so one
// for each draw of a line, right after it.
import { dayOf } from '@tenor/engine/values/day.ts';
import { type DrawOfBooks, drawsKept, type PortfolioLoan, portfolioOn } from '#capabilities/loans/index.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import { loanCatalogue } from '../catalogue/catalogue.ts';
import type { DrawOfTape, TapeRow } from '../catalogue/field.ts';
import { fieldsRead } from '../types/problems.ts';
import { aboutLoans, needsOf, type Reads, type RowsRead, type Sought, wanted } from './rows.ts';

export async function* loanRows(reads: Reads, sought: Sought): AsyncGenerator<RowsRead<TapeRow>> {
  const needs = needsOf(sought);
  const isWanted = wanted(loanCatalogue, sought);
  const { should_report_draws_separately: withDraws } = sought.type;
  const withoutNextDue = !fieldsRead(sought.type).has('nextDueDate');
  const asked = { ...sought, withoutNextDue, withoutAgreement: !needs.agreement, withDraws };
  for await (const loans of portfolioOn(reads.reader, asked)) {
    const inTime = loans.filter((loan) => isReported(loan, sought));
    const [about, keptOf] = await Promise.all([
      aboutLoans(reads, sought, needs, inTime),
      drawsKept(reads.reader, inTime),
    ]);
    let leftOut = loans.length - inTime.length;
    const found = await eachInSlices(inTime, (loan): readonly TapeRow[] => {
      const ofLoan = about(loan.row);
      // Sorted by id: each tape of the line then has its draws in the same order.
      const draws = loan.draws.filter((draw) => isDrawReported(draw, sought)).toSorted(byId);
      const ofDraws = draws.map(
        (draw): TapeRow => ({ ...ofLoan, ...rowOfDraw(loan, { ...draw, ...keptOf(draw.id) }) }),
      );
      const rows = [{ ...ofLoan, loan, draw: null }, ...ofDraws];
      const those = rows.filter(isWanted);
      leftOut += rows.length - those.length + loan.draws.length - draws.length;
      return those;
    });
    const rows = found.flat();
    const replayed = loans.filter(({ isReplayed }) => isReplayed).length;
    yield { rows, proved: rows, loans: loans.length, leftOut, replayed };
  }
}

/** The loan with the books of the draw alone, so that each column of amounts says what the draw has. */
function rowOfDraw(loan: PortfolioLoan, draw: DrawOfTape): Pick<TapeRow, 'loan' | 'draw'> {
  const { amounts, pastDue: amount } = draw;
  const books = loan.books && {
    ...loan.books,
    amounts,
    overdue: { amount, days: amount === 0 ? 0 : loan.books.overdue.days },
  };
  return { loan: { ...loan, books }, draw };
}

const byId = ({ id: one }: DrawOfBooks, { id: other }: DrawOfBooks): number => (one < other ? -1 : 1);

/** A draw that is paid off is reported for as long as a loan that is. */
const isDrawReported = ({ paidOffOn }: DrawOfBooks, { type, asOf }: Sought): boolean =>
  paidOffOn === null || dayOf(asOf) - paidOffOn <= type.report_days_when_paid_off;

/** Whether it has books, unless others are wanted too, and did not end too long ago. */
function isReported({ books, status, on }: PortfolioLoan, { type, asOf }: Sought): boolean {
  if (books === null) return type.action_on_missing_data === 'includeIDsAndEmptyData';
  const [ended, days] =
    status === 'paidOff'
      ? [on('paidOffAt'), type.report_days_when_paid_off]
      : [status === 'chargedOff' ? on('chargedOffAt') : null, type.report_days_when_charged_off];
  return ended === null || dayOf(asOf) - dayOf(ended) <= days;
}

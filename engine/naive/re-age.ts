// What is overdue is asked for again later, though it was not paid (rule 4.17).

import type { FactOf } from '../account/facts.ts';
import { type Loan, type Obligation, openOf, rowsAhead } from './loan.ts';
import type { Moot } from './money.ts';
import { plus, rational } from './rational.ts';
import { replaceRowsAhead, rowsOfCount, solveAgain } from './solving.ts';

export function reAge(loan: Loan, fact: FactOf<'reAge'>): Moot {
  if (loan.status !== 'active') return 'not active';
  const overdue = loan.obligations.filter((obligation) => obligation.isOverdue && openOf(obligation) > 0);
  if (overdue.length === 0) return 'nothing is overdue';
  const rows = rowsAhead(loan);
  const count = rows.length + fact.addedDates;
  if (count === 0) return 'no due date is to come';
  const longer = rowsOfCount(loan, rows, count);
  if (longer === null) return 'no date after the last one';
  replaceRowsAhead(loan, longer);
  takeFeesBack(loan, overdue);
  for (const obligation of overdue) takeBack(loan, obligation);
  if (fact.into === 'payments') {
    loan.paidAhead = 0;
    solveAgain(loan);
  }
  return undefined;
}

/** Open fees wait again, before those that wait. */
function takeFeesBack(loan: Loan, overdue: readonly Obligation[]): void {
  const open = overdue.flatMap(({ fees }) => fees.splice(0)).filter((piece) => piece.open > 0);
  loan.waiting = [...open, ...loan.waiting];
}

/** Principal is not due again, and interest is accrued again. Nothing of the obligation is open then. */
function takeBack(loan: Loan, obligation: Obligation): void {
  loan.principal += obligation.principal;
  loan.accrued = plus(loan.accrued, rational(obligation.interest));
  loan.booked -= obligation.interest;
  obligation.principal = 0;
  obligation.interest = 0;
  obligation.lateFeeTested = true;
}

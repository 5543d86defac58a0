// When nothing is owed any more, and when something is owed again.

import type { Day } from '../values/day.ts';
import { forgoAccrued, startPeriod } from './accrual.ts';
import { book, post } from './ledger.ts';
import { closeSegment, emit, type Loan, openFees, owedBy } from './loan.ts';
import { recogniseDiscount } from './merchant-discount.ts';
import { closePaid, noteDelinquency } from './obligations.ts';
import type { LoanPosition } from './state.ts';
import { countMoney, payAhead, payObligations } from './waterfall.ts';

/** Runs after each fact or turn: customer credit pays what is due, paid obligations close, the status follows. */
export function settleUp(loan: Loan, day: Day, cause: string): void {
  useCredit(loan, day, cause);
  closePaid(loan, day);
  notePaidOff(loan, day, cause);
  noteDelinquency(loan, day, cause);
}

/** Credit pays what is due; it pays the rest too if it covers all of it. */
function useCredit(loan: Loan, day: Day, cause: string): void {
  const p = loan.position;
  if (p.customerCredit === 0 || p.standing === 'chargedOff' || (p.paidOffOn !== null && !owes(p))) return;
  const isEnough = p.customerCredit >= owedInAll(p);
  let rest = payObligations(loan, p.customerCredit, 'customerCredit');
  if (isEnough) {
    const taken = payAhead(loan, rest);
    rest = taken.rest;
    p.totals.paidBeforeDue += taken.principal;
  }
  const used = p.customerCredit - rest;
  if (used === 0) return;
  p.customerCredit = rest;
  post(loan, 'customerCredit', used);
  countMoney(loan, 'customerCredit');
  p.totals.paidOver -= used;
  book(loan, day, 'creditUsed', `creditUsed:${cause}`, used);
}

function owedInAll(p: LoanPosition): number {
  const { principal, interest, fees } = owedBy(p);
  return principal + interest + fees + Math.max(0, p.accrued.whole);
}

/** True if any bucket has an amount, or a whole cent of interest has accrued. */
export function owes(p: LoanPosition): boolean {
  if (p.principal > 0 || p.obligations.length > 0 || p.accrued.whole > 0) return true;
  if (openFees(p.waiting) > 0 || (p.spread !== null && p.spread.open > 0)) return true;
  return p.chargedOff.principal + p.chargedOff.interest + p.chargedOff.fees > 0;
}

function notePaidOff(loan: Loan, day: Day, cause: string): void {
  const p = loan.position;
  const isOwing = owes(p);
  if (isOwing === (p.paidOffOn === null) || p.standing === 'pending') return;
  if (isOwing) {
    p.paidOffOn = null;
    emit(loan, day, 'loan.statuschanged', cause);
    return;
  }
  p.paidOffOn = day;
  p.settlement = null;
  p.paidAhead = 0;
  closeSegment(loan);
  forgoAccrued(loan);
  recogniseDiscount(loan, true);
  book(loan, day, 'paidOff', `paidOff:${cause}`, 0);
  emit(loan, day, 'loan.paidoff', cause);
}

/** Due dates that pass while a loan is paid off are skipped. */
export function passMissedDueDates(loan: Loan, day: Day): void {
  const p = loan.position;
  if (p.paidOffOn === null) return;
  while (p.next < p.dueDates.length && p.dueDates[p.next]! <= day) {
    startPeriod(loan, p.dueDates[p.next]!);
    p.next++;
  }
}

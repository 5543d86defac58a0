// The due turn: at the start of a due date the instalment of its period becomes an obligation.

import { bookInterest, interestOfPeriod, startPeriod } from '../account/accrual.ts';
import { chargePeriodicFees, moveToDue, takeFeesComingDue } from '../account/fees.ts';
import { book, principalAccount, transfer } from '../account/ledger.ts';
import { closeSegment, emit, ordinalAt } from '../account/loan.ts';
import { recogniseDiscount } from '../account/merchant-discount.ts';
import { addObligation } from '../account/obligations.ts';
import type { Fee } from '../account/records.ts';
import { isNothing, rounded } from '../interest/exact.ts';
import type { Day } from '../values/day.ts';
import type { InstallmentLoan } from './loan.ts';
import { asksOf, regularOf } from './schedule.ts';
import { asked } from './solve.ts';

export function turnDue(loan: InstallmentLoan, day: Day): void {
  const { position: p, terms } = loan;
  const ordinal = ordinalAt(p, p.next);
  const { interest, principal, paidAhead, standard, isAll } = instalmentDue(loan);
  bookInterest(loan, interest);
  transfer(loan, principalAccount.notDue, principalAccount.due, principal);
  p.principal -= principal;
  p.totals.cameDue += principal;
  const fees = feesDue(loan, day, ordinal, isAll);
  addObligation(loan, {
    kind: 'instalment',
    key: String(ordinal),
    ordinal,
    dueDate: day,
    interest,
    principal,
    paidAhead,
    fees,
    ...(terms.fees.late?.base === 'standardPayment' && { standard }),
  });
  closeSegment(loan);
  startPeriod(loan, day);
  p.next++;
  loan.entry.interest = interest;
  loan.entry.principal = principal;
  for (const fee of fees) loan.entry.fees += fee.open;
  recogniseDiscount(loan, false);
  const cause = `due:${ordinal}`;
  book(loan, day, 'due', cause, interest + principal + loan.entry.fees);
  emit(loan, day, 'loan.obligation.statuschanged', cause);
}

/** The parts of the instalment of the next due date. */
function instalmentDue(loan: InstallmentLoan): {
  interest: number;
  principal: number;
  paidAhead: number;
  standard: number;
  isAll: boolean;
} {
  const { position: p, terms, denominator } = loan;
  const accrued = rounded(p.accrued, denominator, terms.interest.rounding);
  const owed = p.principal + accrued;
  const isLast = p.next === p.dueDates.length - 1;
  const base = isLast ? owed : baseOf(loan, accrued);
  const credit = Math.min(p.paidAhead, base);
  const due = isLast ? owed : Math.min(base - credit, owed);
  p.paidAhead -= credit;
  const interest = Math.min(accrued, due);
  const standard = standardOf(loan, base, accrued);
  return { interest, principal: due - interest, paidAhead: isLast ? 0 : credit, standard, isAll: due === owed };
}

function baseOf(loan: InstallmentLoan, accrued: number): number {
  const asks = asksOf(loan, loan.position.next);
  const base = asked(asks, loan.position.payment, accrued);
  // Where the interest comes on top, it already is that of the ceiling.
  const isLowered = asks === 'level' || typeof asks === 'number';
  return isLowered ? Math.max(0, base - reliefOf(loan)) : base;
}

/** What a payment like the others would be: that is the most on which a late fee is a share (7.3). */
function standardOf({ terms, position: p }: InstallmentLoan, base: number, accrued: number): number {
  return Math.min(base, asked(regularOf(terms), p.payment, accrued));
}

/** By how much a ceiling lowers the instalment: its principal falls as it would have without the ceiling. */
function reliefOf(loan: InstallmentLoan): number {
  if (isNothing(loan.position.relief)) return 0;
  const { earned, withoutCeiling } = interestOfPeriod(loan);
  const { rounding } = loan.terms.interest;
  const relief = rounded(withoutCeiling, loan.denominator, rounding) - rounded(earned, loan.denominator, rounding);
  return Math.max(0, relief);
}

function feesDue(loan: InstallmentLoan, day: Day, ordinal: number, isAll: boolean): Fee[] {
  const fees = takeFeesComingDue(loan, isAll);
  if (loan.position.periodicFees.length > 0) fees.push(...chargePeriodicFees(loan, day, ordinal));
  moveToDue(loan, fees);
  return fees;
}

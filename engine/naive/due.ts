// What the calendar makes due, overdue and capitalised (rules 4.7 to 4.9, 5.3, 9.1).

import { periodicFees, takeSpread, takeWaiting } from './fees.ts';
import {
  addObligation,
  deadlineOf,
  type FeePiece,
  type Loan,
  newObligation,
  noSums,
  type Obligation,
  openOf,
  type Row,
} from './loan.ts';
import { minus, plus, type Rational, rational, rounded, zero } from './rational.ts';
import { baseOf } from './solving.ts';
import { collected } from './waterfall.ts';

/** Books all accrued interest, rounded to cents. The difference from rounding is forgone. */
function bookAllAccrued(loan: Loan): number {
  const booked = roundedInterest(loan, loan.accrued);
  loan.forgoneRounding = plus(loan.forgoneRounding, minus(loan.accrued, rational(booked)));
  loan.accrued = zero;
  loan.booked += booked;
  return booked;
}

function roundedInterest(loan: Loan, interest: Rational): number {
  return rounded(interest, loan.terms.interest.rounding);
}

function ceilingReduction(loan: Loan): number {
  const { withoutCeiling, atRate } = loan.period;
  return Math.max(0, roundedInterest(loan, withoutCeiling) - roundedInterest(loan, atRate));
}

/** What the borrower has to pay for the row, without regard to what was paid ahead. */
function baseToPay(loan: Loan, row: Row, whole: number): number {
  const { pays, amount } = baseOf(loan, row, loan.ordinal);
  const asked = { level: loan.payment, principal: loan.payment + whole, interest: whole, fixed: amount }[pays];
  const isReduced = (pays === 'level' || pays === 'fixed') && !row.isDeferred;
  return Math.max(0, asked - (isReduced ? ceilingReduction(loan) : 0));
}

function lessPaidAhead(loan: Loan, base: number): number {
  const wanted = Math.max(0, base - loan.paidAhead);
  loan.paidAhead = Math.max(0, loan.paidAhead - base);
  return wanted;
}

/** A payment like the others: A, or A and the interest where A is the principal. */
function standardOf(loan: Loan, whole: number): number {
  return loan.payment + (loan.terms.payments.amortization === 'equalPrincipal' ? whole : 0);
}

export function turnDue(loan: Loan): void {
  const row = loan.rows[0];
  if (row === undefined) return;
  const whole = roundedInterest(loan, loan.accrued);
  const owed = loan.principal + whole;
  const isLast = loan.rows.length === 1;
  const base = isLast ? owed : baseToPay(loan, row, whole);
  const standard = Math.min(base, standardOf(loan, whole));
  const amount = isLast ? owed : Math.min(lessPaidAhead(loan, base), owed);
  const interest = Math.min(whole, amount);
  if (interest < whole) {
    loan.accrued = minus(loan.accrued, rational(interest));
    loan.booked += interest;
  } else {
    bookAllAccrued(loan);
  }
  loan.principal -= amount - interest;
  const isAllDue = loan.principal === 0 && interest === whole;
  const { ordinal } = loan;
  const fees = feesTurningDue(loan, isAllDue);
  loan.rows.shift();
  loan.ordinal += 1;
  if (isLast) loan.paidAhead = 0;
  loan.periodStart = loan.day;
  loan.countedSeries = loan.series;
  loan.period = noSums();
  const parts = { interest, principal: amount - interest, fees, standard };
  addObligation(loan, newObligation({ kind: 'instalment', ordinal, dueDate: loan.day, ...parts }));
}

function feesTurningDue(loan: Loan, isAllDue: boolean): FeePiece[] {
  const share = isAllDue ? (loan.spreadFee?.open ?? 0) : (loan.spreadShares[loan.ordinal - 1] ?? 0);
  return [...takeSpread(loan, share), ...takeWaiting(loan), ...periodicFees(loan, loan.ordinal)];
}

export function turnOverdue(loan: Loan, obligation: Obligation): boolean {
  if (obligation.isOverdue || openOf(obligation) === 0) return false;
  if (loan.day <= deadlineOf(loan, obligation, 0)) return false;
  const { accrual } = loan.terms.interest;
  const mayCapitalise = loan.status === 'active' && loan.rows.length > 0 && obligation.kind === 'instalment';
  if (accrual !== 'simple' && mayCapitalise) {
    loan.principal += obligation.interest;
    obligation.interest = 0;
    if (accrual === 'compoundWithFees') loan.principal += collected(obligation.fees);
  }
  obligation.isOverdue = openOf(obligation) > 0;
  return true;
}

/** Everything that was not due comes due today, and there are no more due dates. */
export function accelerate(loan: Loan): void {
  const interest = bookAllAccrued(loan);
  const { principal } = loan;
  loan.principal = 0;
  const fees = [...takeSpread(loan, loan.spreadFee?.open ?? 0), ...takeWaiting(loan)];
  loan.rows = [];
  loan.status = 'accelerated';
  addObligation(loan, newObligation({ kind: 'acceleration', dueDate: loan.day, interest, principal, fees }));
}

/** Everything moves to the charged-off balances. */
export function chargeOff(loan: Loan): void {
  loan.chargedOff.interest += bookAllAccrued(loan);
  for (const obligation of loan.obligations) {
    loan.chargedOff.principal += obligation.principal;
    loan.chargedOff.interest += obligation.interest;
    loan.chargedOff.fees += collected(obligation.fees);
  }
  loan.obligations = [];
  loan.rows = [];
  loan.status = 'chargedOff';
}

// The whole debt becomes due at once (acceleration), or the lender writes it off in the books (charge-off).

import { rounded } from '../interest/exact.ts';
import type { Day } from '../values/day.ts';
import { bookInterest, forgoAccrued, takeAccrued } from './accrual.ts';
import { moveToDue, takeFeesComingDue } from './fees.ts';
import { book, bucketOf, feeAccount, interestAccount, principalAccount, settledAccount, transfer } from './ledger.ts';
import { closeSegment, emit, type Loan, openFees, ordinalAt } from './loan.ts';
import { recogniseDiscount } from './merchant-discount.ts';
import { addObligation } from './obligations.ts';
import { settleUp } from './paid-off.ts';
import type { Obligation } from './records.ts';
import type { Component, FeeType } from './terms.ts';

/**
 * Principal not due, accrued interest and waiting fees become one obligation that is due on the day; the schedule ends.
 */
export function accelerate(loan: Loan, day: Day, cause: string): void {
  const p = loan.position;
  const interest = rounded(p.accrued, loan.denominator, loan.terms.interest.rounding);
  const { principal } = p;
  bookInterest(loan, interest);
  transfer(loan, principalAccount.notDue, principalAccount.due, principal);
  p.principal = 0;
  const fees = takeFeesComingDue(loan, true);
  moveToDue(loan, fees);
  const ordinal = ordinalAt(p, p.next);
  addObligation(loan, {
    kind: 'acceleration',
    key: `acceleration:${day}`,
    ordinal,
    dueDate: day,
    interest,
    principal,
    paidAhead: 0,
    fees,
  });
  p.dueDates = p.dueDates.slice(0, p.next);
  p.paidAhead = 0;
  p.standing = 'accelerated';
  closeSegment(loan);
  loan.entry.interest = interest;
  loan.entry.principal = principal;
  loan.entry.fees = openFees(fees);
  book(loan, day, 'acceleration', cause, interest + principal + loan.entry.fees);
  emit(loan, day, 'loan.acceleration.processed', cause);
}

/** All open amounts move off the receivables. The borrower still owes the debt. */
export function chargeOff(loan: Loan, day: Day, cause: string): void {
  const p = loan.position;
  if (p.standing === 'active') {
    accelerate(loan, day, `acceleration:${cause}`);
    settleUp(loan, day, `acceleration:${cause}`);
  }
  const accrued = rounded(p.accrued, loan.denominator, loan.terms.interest.rounding);
  loan.entry.cutFrom = { ...p.accrued };
  takeAccrued(loan, accrued);
  forgoAccrued(loan);
  loan.entry.interest = accrued;
  for (const o of p.obligations) clearObligation(loan, o, day, chargedOffTo);
  p.obligations = [];
  p.standing = 'chargedOff';
  const { principal, interest, fees } = loan.entry;
  p.chargedOff = { principal, interest, fees };
  p.totals.writtenOff += principal;
  closeSegment(loan);
  recogniseDiscount(loan, true);
  book(loan, day, 'chargeOff', cause, principal + interest + fees);
  emit(loan, day, 'loan.chargeoff.processed', cause);
}

/** The accounts to which the balances of the receivables move. */
interface Takers {
  readonly principal: string;
  readonly interest: string;
  readonly fees: (type: FeeType) => string;
}

const chargedOffTo: Takers = {
  principal: 'allowance',
  interest: 'interestIncome',
  fees: (type) => feeAccount[type].income,
};
const settledTo: Takers = { ...settledAccount, fees: () => settledAccount.fees };

/** The open amounts of the obligation leave the receivables, and the obligation ends with them open. */
function clearObligation(loan: Loan, o: Obligation, day: Day, to: Takers): void {
  const bucket = bucketOf(o);
  clear(loan, principalAccount[bucket], to.principal, o.principalOpen, 'principal');
  clear(loan, interestAccount[bucket], to.interest, o.interestOpen, 'interest');
  for (const { type, open } of o.fees) clear(loan, feeAccount[type][bucket], to.fees(type), open, 'fees');
  o.closedOn = day;
  loan.records.obligations.push(o);
}

function clear(loan: Loan, from: string, to: string, amount: number, component: Component): void {
  transfer(loan, from, to, amount);
  loan.entry[component] += amount;
}

/** An agreed sum has been paid: the rest is forgiven, and the loan is paid off. */
export function settle(loan: Loan, day: Day, cause: string): void {
  const p = loan.position;
  for (const o of p.obligations) clearObligation(loan, o, day, settledTo);
  p.obligations = [];
  for (const { type, open } of p.waiting) clear(loan, feeAccount[type].notDue, settledAccount.fees, open, 'fees');
  p.waiting = [];
  if (p.spread !== null) clear(loan, feeAccount.origination.notDue, settledAccount.fees, p.spread.open, 'fees');
  p.spread = null;
  clear(loan, principalAccount.notDue, settledAccount.principal, p.principal, 'principal');
  p.principal = 0;
  p.totals.settled += loan.entry.principal;
  p.chargedOff = { principal: 0, interest: 0, fees: 0 };
  p.settlement = null;
  forgoAccrued(loan);
  const { principal, interest, fees } = loan.entry;
  book(loan, day, 'settled', cause, principal + interest + fees);
}

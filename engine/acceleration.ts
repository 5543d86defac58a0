// When the whole debt comes due at once, and when the lender gives it up in the books.

import { forgoAccrued, takeAccrued } from './accrual.ts';
import { rounded } from './exact.ts';
import { takeSpreadShare } from './fees.ts';
import { book, bucketOf, feeAccount, interestAccount, principalAccount, transfer } from './ledger.ts';
import { closeSegment, emit, type Loan, openFees, ordinalAt } from './loan.ts';
import { recogniseDiscount } from './merchant-discount.ts';
import { addObligation } from './obligations.ts';
import { settleUp } from './paid-off.ts';
import type { Fee, Obligation } from './state.ts';
import { bookInterest } from './turn.ts';
import type { Day } from './values/day.ts';

/** Principal not due, accrued interest and waiting fees become one obligation of the day; the schedule ends. */
export function accelerate(loan: Loan, day: Day, cause: string): void {
  const p = loan.position;
  const interest = rounded(p.accrued, loan.denominator, loan.terms.interest.rounding);
  const { principal } = p;
  bookInterest(loan, interest);
  transfer(loan, principalAccount.notDue, principalAccount.due, principal);
  p.principal = 0;
  const fees = allFees(loan);
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

function allFees(loan: Loan): Fee[] {
  const spread = takeSpreadShare(loan, true);
  const fees = [...(spread === null ? [] : [spread]), ...loan.position.waiting];
  loan.position.waiting = [];
  for (const fee of fees) transfer(loan, feeAccount[fee.type].notDue, feeAccount[fee.type].due, fee.open);
  return fees;
}

/** Everything open moves off the receivables. The debt stays owed. */
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
  p.chargedOff.interest += accrued;
  loan.entry.interest += accrued;
  for (const o of p.obligations) chargeOffObligation(loan, o, day);
  p.obligations = [];
  p.standing = 'chargedOff';
  p.totals.writtenOff += p.chargedOff.principal;
  closeSegment(loan);
  recogniseDiscount(loan, true);
  const { principal, interest, fees } = p.chargedOff;
  book(loan, day, 'chargeOff', cause, principal + interest + fees);
  emit(loan, day, 'loan.chargeoff.processed', cause);
}

function chargeOffObligation(loan: Loan, o: Obligation, day: Day): void {
  const { chargedOff } = loan.position;
  const bucket = bucketOf(o);
  transfer(loan, principalAccount[bucket], 'allowance', o.principalOpen);
  transfer(loan, interestAccount[bucket], 'interestIncome', o.interestOpen);
  for (const { type, open } of o.fees) transfer(loan, feeAccount[type][bucket], feeAccount[type].income, open);
  chargedOff.principal += o.principalOpen;
  chargedOff.interest += o.interestOpen;
  chargedOff.fees += openFees(o.fees);
  loan.entry.principal += o.principalOpen;
  loan.entry.interest += o.interestOpen;
  loan.entry.fees += openFees(o.fees);
  o.closedOn = day;
  loan.records.obligations.push(o);
}

/** An agreed sum has come in: the rest is given up, and the loan is paid off. */
export function settle(loan: Loan, day: Day, cause: string): void {
  const p = loan.position;
  for (const o of p.obligations) giveUpObligation(loan, o, day);
  p.obligations = [];
  for (const { type, open } of p.waiting) giveUp(loan, feeAccount[type].notDue, open, 'fees');
  p.waiting = [];
  if (p.spread !== null) giveUp(loan, feeAccount.origination.notDue, p.spread.open, 'fees');
  p.spread = null;
  giveUp(loan, principalAccount.notDue, p.principal, 'principal');
  p.principal = 0;
  p.totals.settled += loan.entry.principal;
  p.chargedOff = { principal: 0, interest: 0, fees: 0 };
  p.settlement = null;
  forgoAccrued(loan);
  const { principal, interest, fees } = loan.entry;
  book(loan, day, 'settled', cause, principal + interest + fees);
}

function giveUpObligation(loan: Loan, o: Obligation, day: Day): void {
  const bucket = bucketOf(o);
  giveUp(loan, principalAccount[bucket], o.principalOpen, 'principal');
  giveUp(loan, interestAccount[bucket], o.interestOpen, 'interest');
  for (const { type, open } of o.fees) giveUp(loan, feeAccount[type][bucket], open, 'fees');
  o.closedOn = day;
  loan.records.obligations.push(o);
}

function giveUp(loan: Loan, account: string, amount: number, component: 'fees' | 'interest' | 'principal'): void {
  transfer(loan, account, 'settled', amount);
  loan.entry[component] += amount;
}

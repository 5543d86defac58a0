// How money is spread: over due obligations, in the product's order, and the rest over amounts not due yet.

import { takeAccrued } from './accrual.ts';
import { bucketOf, feeAccount, interestAccount, post, principalAccount } from './ledger.ts';
import { type Loan, openFees } from './loan.ts';
import type { Fee, Obligation } from './records.ts';
import type { Component } from './terms.ts';

/** The total in which the money counts. */
export type Source = 'payment' | 'credit' | 'refund' | 'customerCredit';

/** Pays the open obligations; returns what is left. */
export function payObligations(loan: Loan, amount: number, source: Source, only: Component | null = null): number {
  const { by, order } = loan.terms.waterfall;
  const components = only === null ? order : [only];
  const { obligations } = loan.position;
  let rest = amount;
  if (by === 'obligation') {
    for (const o of obligations) for (const component of components) rest -= take(loan, o, component, rest, source);
  } else {
    for (const component of components) for (const o of obligations) rest -= take(loan, o, component, rest, source);
  }
  return rest;
}

function take(loan: Loan, o: Obligation, component: Component, rest: number, source: Source): number {
  if (rest === 0) return 0;
  const taken = takeComponent(loan, o, component, rest);
  if (source === 'credit') o.byCredits += taken;
  else o.byPayments += taken;
  return taken;
}

function takeComponent(loan: Loan, o: Obligation, component: Component, rest: number): number {
  const bucket = bucketOf(o);
  if (component === 'fees') {
    let taken = 0;
    for (const fee of o.fees) taken += takeFee(loan, fee, feeAccount[fee.type][bucket], rest - taken);
    return taken;
  }
  if (component === 'interest') {
    const taken = Math.min(rest, o.interestOpen);
    o.interestOpen -= taken;
    post(loan, interestAccount[bucket], -taken);
    loan.entry.interest += taken;
    return taken;
  }
  return takeDuePrincipal(loan, o, rest);
}

export function takeDuePrincipal(loan: Loan, o: Obligation, rest: number): number {
  const taken = Math.min(rest, o.principalOpen);
  o.principalOpen -= taken;
  post(loan, principalAccount[bucketOf(o)], -taken);
  loan.entry.principal += taken;
  return taken;
}

function takeFee(loan: Loan, fee: Fee, account: string, rest: number): number {
  const taken = Math.min(rest, fee.open);
  fee.open -= taken;
  post(loan, account, -taken);
  loan.entry.fees += taken;
  if (fee.type === 'late') loan.position.lateFees.paid += taken;
  return taken;
}

/** Amounts not due: waiting fees, whole cents of accrued interest, principal, the rest of a spread fee. */
interface Ahead {
  readonly rest: number;
  readonly interest: number;
  readonly principal: number;
}

export function payAhead(loan: Loan, amount: number, only: Component | null = null): Ahead {
  let rest = amount;
  const wants = (component: Component): boolean => only === null || only === component;
  if (wants('fees')) rest -= takeWaiting(loan, rest);
  const interest = wants('interest') ? takeAccruedInterest(loan, rest) : 0;
  rest -= interest;
  const principal = wants('principal') ? takePrincipalNotDue(loan, rest) : 0;
  rest -= principal;
  if (wants('fees')) rest -= takeSpread(loan, rest);
  return { rest, interest, principal };
}

/**
 * What is left of a payment after everything due is paid: in the order above, or principal first, or alone. What covers
 * everything pays everything.
 */
export function payEarly(loan: Loan, amount: number): Ahead {
  const { early = 'interestFirst' } = loan.terms.waterfall;
  if (early === 'interestFirst' || (early === 'principalOnly' && amount >= notDue(loan))) return payAhead(loan, amount);
  const principal = takePrincipalNotDue(loan, amount);
  const rest = amount - principal;
  if (early === 'principalOnly') return { rest, interest: 0, principal };
  return { ...payAhead(loan, rest), principal };
}

function notDue({ position: p }: Loan): number {
  return p.principal + openFees(p.waiting) + Math.max(0, p.accrued.whole) + (p.spread?.open ?? 0);
}

function takeWaiting(loan: Loan, rest: number): number {
  const p = loan.position;
  let taken = 0;
  for (const fee of p.waiting) taken += takeFee(loan, fee, feeAccount[fee.type].notDue, rest - taken);
  if (taken > 0) p.waiting = p.waiting.filter((fee) => fee.open > 0);
  return taken;
}

/** A fraction of a cent stays accrued. */
function takeAccruedInterest(loan: Loan, rest: number): number {
  const taken = Math.min(rest, loan.position.accrued.whole);
  if (taken <= 0) return 0;
  takeAccrued(loan, taken);
  post(loan, 'interestIncome', -taken);
  loan.entry.interest += taken;
  return taken;
}

export function takePrincipalNotDue(loan: Loan, rest: number): number {
  const taken = Math.min(rest, loan.position.principal);
  loan.position.principal -= taken;
  post(loan, principalAccount.notDue, -taken);
  loan.entry.principal += taken;
  return taken;
}

function takeSpread(loan: Loan, rest: number): number {
  const spread = loan.position.spread;
  if (spread === null) return 0;
  const taken = Math.min(rest, spread.open);
  spread.open -= taken;
  post(loan, feeAccount.origination.notDue, -taken);
  loan.entry.fees += taken;
  return taken;
}

/** The order for a charged-off loan: principal, interest charged off, interest accrued since, fees. */
export function payChargedOff(loan: Loan, amount: number): number {
  const { chargedOff } = loan.position;
  let rest = amount;
  const principal = Math.min(rest, chargedOff.principal);
  chargedOff.principal -= principal;
  rest -= principal;
  const interest = Math.min(rest, chargedOff.interest);
  chargedOff.interest -= interest;
  rest -= interest;
  const accrued = Math.max(0, Math.min(rest, loan.position.accrued.whole));
  takeAccrued(loan, accrued);
  rest -= accrued;
  const fees = Math.min(rest, chargedOff.fees);
  chargedOff.fees -= fees;
  loan.entry.principal += principal;
  loan.entry.interest += interest + accrued;
  loan.entry.fees += fees;
  post(loan, 'recoveries', -(principal + interest + accrued + fees));
  return rest - fees;
}

/** Adds the money of the entry to the totals; called once for each entry before it is booked. */
export function countMoney(loan: Loan, source: Source): void {
  const { entry, position } = loan;
  const { totals, standing } = position;
  if (standing === 'chargedOff') totals.recovered += entry.principal;
  else if (source === 'refund') totals.refunded += entry.principal;
  else if (source === 'credit') totals.credited += entry.principal;
  else totals.repaid += entry.principal;
  if (source === 'refund') return;
  if (source === 'credit') {
    totals.creditedInterest += entry.interest;
    totals.creditedFees += entry.fees;
    return;
  }
  totals.paidPrincipal += entry.principal;
  totals.paidInterest += entry.interest;
  totals.paidFees += entry.fees;
  totals.paidOver += entry.over;
}

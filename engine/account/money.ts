// Money that comes in and goes back: payments, credits, refunds, reimbursements, advances, settlements.

import { addProduct, nothing } from '../interest/exact.ts';
import type { Day } from '../values/day.ts';
import { settle } from './acceleration.ts';
import type { FactOf } from './facts.ts';
import { book, post, principalAccount } from './ledger.ts';
import { emit, type Loan, type Moot } from './loan.ts';
import { addObligation } from './obligations.ts';
import type { Totals } from './state.ts';
import {
  countMoney,
  payAhead,
  payChargedOff,
  payEarly,
  payObligations,
  type Source,
  takeDuePrincipal,
  takePrincipalNotDue,
} from './waterfall.ts';

/** Returns the principal that was not due. Settlements are checked last (`countTowardSettlement`). */
export function pay(loan: Loan, fact: FactOf<'payment'>): number {
  const p = loan.position;
  const cause = `payment:${fact.id}`;
  const kept = p.standing === 'chargedOff' ? Math.min(fact.agencyFee, fact.amount) : 0;
  const ahead = spread(loan, fact.amount, 'payment', fact.enablePrepayments);
  post(loan, 'clearing', fact.amount - kept);
  post(loan, 'agencyFees', kept);
  p.totals.payments += fact.amount;
  book(loan, fact.on, 'payment', cause, fact.amount);
  emit(loan, fact.on, 'payment.applied', fact.id);
  return ahead;
}

/**
 * Pays obligations, then amounts not yet due; the rest becomes customer credit. Returns the principal that was not due.
 */
function spread(loan: Loan, amount: number, source: Source, isForNextDue: boolean): number {
  const p = loan.position;
  let rest = amount;
  let ahead = 0;
  if (p.standing === 'chargedOff') rest = payChargedOff(loan, rest);
  else {
    rest = payObligations(loan, rest, source);
    const taken = payEarly(loan, rest);
    rest = taken.rest;
    ahead = taken.principal;
    const isAhead = loan.terms.prepayment === 'nextDue' || isForNextDue;
    if (source === 'payment') countBeforeDue(p.totals, ahead, isAhead);
    if (isAhead) p.paidAhead += taken.interest + taken.principal;
  }
  keepAsCredit(loan, rest);
  countMoney(loan, source);
  return ahead;
}

function countBeforeDue(totals: Totals, principal: number, isAhead: boolean): void {
  totals.paidBeforeDue += principal;
  if (!isAhead) totals.paidBeyond += principal;
}

function keepAsCredit(loan: Loan, rest: number): void {
  loan.entry.over = rest;
  loan.position.customerCredit += rest;
  post(loan, 'customerCredit', -rest);
}

/** Returns the principal that was not due. */
export function credit(loan: Loan, fact: FactOf<'serviceCredit'>): number {
  return creditAmount(loan, fact, fact.amount, `serviceCredit:${fact.id}`, fact.component);
}

function creditAmount(
  loan: Loan,
  fact: { readonly id: string; readonly on: number },
  amount: number,
  cause: string,
  only: FactOf<'serviceCredit'>['component'],
): number {
  const p = loan.position;
  let ahead = 0;
  if (only === null || p.standing === 'chargedOff') ahead = spread(loan, amount, 'credit', false);
  else {
    const rest = payObligations(loan, amount, 'credit', only);
    keepAsCredit(loan, payAhead(loan, rest, only).rest);
    countMoney(loan, 'credit');
  }
  post(loan, 'serviceCredits', amount);
  p.totals.credits += amount;
  book(loan, fact.on, 'serviceCredit', cause, amount);
  return ahead;
}

/** Returns the principal not due that the credit of the fault share paid; or the reason why nothing is refunded. */
export function refund(loan: Loan, fact: FactOf<'refund'>): number | string {
  const { position: p, terms } = loan;
  const before = fact.version === 1 ? 0 : p.totals.refunds;
  if (before + fact.amount > terms.amountFinanced) return 'more than was financed cannot be refunded';
  const share = faultShare(loan, fact);
  if (p.standing === 'chargedOff') keepAsCredit(loan, payChargedOff(loan, fact.amount));
  else refundOpen(loan, fact.amount);
  countMoney(loan, 'refund');
  post(loan, 'clearing', fact.amount);
  p.totals.refunds += fact.amount;
  book(loan, fact.on, 'refund', `refund:${fact.id}`, fact.amount);
  return share > 0 ? creditAmount(loan, fact, share, `faultShare:${fact.id}`, null) : 0;
}

/** Principal not due first, then due principal, oldest first; the rest is spread like a payment. */
function refundOpen(loan: Loan, amount: number): void {
  let rest = amount - takePrincipalNotDue(loan, amount);
  for (const o of loan.position.obligations) rest -= takeDuePrincipal(loan, o, rest);
  rest = payObligations(loan, rest, 'refund');
  keepAsCredit(loan, payAhead(loan, rest).rest);
}

/** The interest and fees paid on the refunded amount go back to the borrower, if our side is at fault. */
function faultShare({ position: { totals }, terms }: Loan, { atFault, amount }: FactOf<'refund'>): number {
  if (atFault === 'other' || terms.amountFinanced === 0) return 0;
  const share = nothing();
  addProduct(share, totals.paidInterest + totals.paidFees, amount, terms.amountFinanced);
  return share.whole;
}

/**
 * Pays credit back. What it pays beyond that is owed again: the payment that had brought the credit has come back since.
 * Returns the principal not due that this adds.
 */
export function reimburse(loan: Loan, fact: FactOf<'reimbursement'>): number {
  const p = loan.position;
  const fromCredit = Math.min(p.customerCredit, fact.amount);
  p.customerCredit -= fromCredit;
  p.totals.reimbursements += fact.amount;
  post(loan, 'customerCredit', fromCredit);
  post(loan, 'clearing', -fact.amount);
  const notDue = oweAgain(loan, fact, fact.amount - fromCredit);
  book(loan, fact.on, 'reimbursement', `reimbursement:${fact.id}`, fact.amount);
  return notDue;
}

function oweAgain(loan: Loan, fact: FactOf<'reimbursement'>, amount: number): number {
  if (amount === 0) return 0;
  const p = loan.position;
  loan.entry.principal = -amount;
  p.totals.owedAgain += amount;
  p.totals.paidPrincipal -= amount;
  p.totals.repaid -= amount;
  p.paidAhead = Math.max(0, p.paidAhead - amount);
  return raisePrincipal(loan, fact, amount);
}

/** Lends more. */
export function lend(loan: Loan, fact: FactOf<'advance'>): Moot {
  const p = loan.position;
  if (p.standing === 'chargedOff' || p.isClosed) {
    return 'nothing more is lent on this loan';
  }
  p.totals.lent += fact.amount;
  post(loan, 'clearing', -fact.amount);
  loan.entry.principal = fact.amount;
  raisePrincipal(loan, fact, fact.amount);
  book(loan, fact.on, 'advance', `advance:${fact.id}`, fact.amount);
  return undefined;
}

/** Not due; if no due date is left it is due at once, and on a charged-off loan it is charged off. Returns what is not due. */
function raisePrincipal(loan: Loan, { id, on }: { readonly id: string; readonly on: Day }, amount: number): number {
  const p = loan.position;
  if (p.standing === 'chargedOff') {
    post(loan, 'allowance', amount);
    p.chargedOff.principal += amount;
    p.totals.writtenOff += amount;
    return 0;
  }
  if (p.next < p.dueDates.length) {
    post(loan, principalAccount.notDue, amount);
    p.principal += amount;
    return amount;
  }
  post(loan, principalAccount.due, amount);
  const demand = { interest: 0, principal: amount, paidAhead: 0, fees: [] };
  addObligation(loan, { kind: 'demand', key: `demand:${id}`, ordinal: 0, dueDate: on, ...demand });
  return 0;
}

/** Payments from here on count; when they reach the amount, the rest is forgiven. */
export function agreeSettlement(loan: Loan, fact: FactOf<'settlement'>): Moot {
  const p = loan.position;
  if (p.paidOffOn !== null || p.standing === 'frozen') return 'there is nothing to settle';
  p.settlement = { amount: fact.amount, lastDay: fact.lastDay, fact: fact.id, paid: 0 };
}

/** A payment that completes the agreed sum settles the loan. */
export function countTowardSettlement(loan: Loan, fact: FactOf<'payment'>): void {
  const { settlement } = loan.position;
  if (settlement === null || fact.on > settlement.lastDay) return;
  settlement.paid += fact.amount;
  if (settlement.paid >= settlement.amount) settle(loan, fact.on, `settled:${settlement.fact}`);
}

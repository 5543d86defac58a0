// Money in, and money given back (sections 8 and 10.3 of the rules).

import type { FactOf } from '../account/facts.ts';
import { addObligation, type Loan, newObligation } from './loan.ts';
import { plus, zero } from './rational.ts';
import { solveAgain } from './solving.ts';
import { collected, type Money, payEarly, payNotDue, payObligations, recover } from './waterfall.ts';

/** Why a fact has no effect; undefined when it has one. */
export type Moot = string | undefined;

function solveWithNothingAhead(loan: Loan): void {
  loan.paidAhead = 0;
  solveAgain(loan);
}

/** Receives a payment, or a credit that counts like one. */
function receive(loan: Loan, money: Money, countsAhead: boolean): void {
  if (loan.status === 'chargedOff') {
    recover(loan, money);
  } else {
    payObligations(loan, money);
    const { interest, principal } = payEarly(loan, money);
    const isAhead = countsAhead || loan.terms.prepayment === 'nextDue';
    if (isAhead) loan.paidAhead += interest + principal;
    else if (loan.terms.prepayment === 'reamortize' && principal > 0) solveWithNothingAhead(loan);
  }
  loan.customerCredit += money.left;
}

export function payment(loan: Loan, fact: FactOf<'payment'>): Moot {
  receive(loan, { left: fact.amount, isPaid: true }, fact.enablePrepayments);
  const { settlement } = loan;
  if (settlement === null || loan.day > settlement.lastDay) return undefined;
  settlement.received += fact.amount;
  if (settlement.received >= settlement.amount) writeOff(loan);
  return undefined;
}

/** When the settlement has been paid, the rest of the debt is given up. */
function writeOff(loan: Loan): void {
  loan.settlement = null;
  loan.principal = 0;
  loan.forgoneRounding = plus(loan.forgoneRounding, loan.accrued);
  loan.accrued = zero;
  for (const obligation of loan.obligations) {
    obligation.interest = 0;
    obligation.principal = 0;
    collected(obligation.fees);
  }
  loan.waiting = [];
  if (loan.spreadFee !== null) loan.spreadFee.open = 0;
  for (const component of ['principal', 'interest', 'fees'] as const) loan.chargedOff[component] = 0;
}

export function serviceCredit(loan: Loan, fact: FactOf<'serviceCredit'>): Moot {
  giveCredit(loan, fact.amount, fact.component);
  return undefined;
}

function giveCredit(loan: Loan, amount: number, component: FactOf<'serviceCredit'>['component']): void {
  const money = { left: amount, isPaid: false };
  if (component === null || loan.status === 'chargedOff') {
    receive(loan, money, false);
    return;
  }
  payObligations(loan, money, component);
  payNotDue(loan, money, component);
  loan.customerCredit += money.left;
}

export function refund(loan: Loan, fact: FactOf<'refund'>): Moot {
  const { amountFinanced } = loan.terms;
  const sum = fact.version === 1 ? fact.amount : loan.refunded + fact.amount;
  if (sum > amountFinanced) return 'more than was financed';
  loan.refunded += fact.amount;
  const paidBefore = loan.paid.interest + loan.paid.fees;
  takeRefund(loan, fact.amount);
  if (fact.atFault !== 'other' && amountFinanced > 0) {
    const share = (BigInt(paidBefore) * BigInt(fact.amount)) / BigInt(amountFinanced);
    if (share > 0n) giveCredit(loan, Number(share), null);
  }
  if (fact.reamortize) solveAgain(loan);
  return undefined;
}

function takeRefund(loan: Loan, amount: number): void {
  const money = { left: amount, isPaid: false };
  if (loan.status === 'chargedOff') {
    recover(loan, money);
  } else {
    payNotDue(loan, money, 'principal');
    payObligations(loan, money, 'principal');
    payObligations(loan, money);
    payNotDue(loan, money);
  }
  loan.customerCredit += money.left;
}

export function reimbursement(loan: Loan, fact: FactOf<'reimbursement'>): Moot {
  const ofCredit = Math.min(loan.customerCredit, fact.amount);
  loan.customerCredit -= ofCredit;
  const beyond = fact.amount - ofCredit;
  if (beyond > 0) oweAgain(loan, beyond);
  return undefined;
}

/** 8.6: what was paid back and was no credit is principal again. */
function oweAgain(loan: Loan, amount: number): void {
  loan.paid.principal -= amount;
  loan.paidAhead = Math.max(0, loan.paidAhead - amount);
  if (loan.status === 'chargedOff') {
    loan.chargedOff.principal += amount;
  } else if (loan.rows.length === 0) {
    addObligation(loan, newObligation({ kind: 'demand', dueDate: loan.day, principal: amount }));
  } else {
    loan.principal += amount;
    if (loan.terms.prepayment === 'reamortize') solveWithNothingAhead(loan);
  }
}

export function settlement(loan: Loan, fact: FactOf<'settlement'>): Moot {
  if (loan.paidOffOn !== null || loan.status === 'frozen') return 'nothing to settle';
  loan.settlement = { amount: fact.amount, lastDay: fact.lastDay, received: 0 };
  return undefined;
}

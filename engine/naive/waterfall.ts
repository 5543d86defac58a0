// How money is divided (rules 8.1, 8.2, 8.5).

import type { Component } from '../account/terms.ts';
import { allOwed, type FeePiece, type Loan, notePaidOff, type Obligation, openFees } from './loan.ts';
import { minus, rational, wholeCents } from './rational.ts';

/** `isPaid`: it is the borrower's own money, which counts in the totals of what was paid. */
export interface Money {
  left: number;
  readonly isPaid: boolean;
}

function takeFrom(money: Money, holds: number): number {
  const taken = Math.min(money.left, holds);
  money.left -= taken;
  return taken;
}

function notePaid(loan: Loan, money: Money, component: Component, taken: number): void {
  if (money.isPaid) loan.paid[component] += taken;
}

/** By the day of booking; those of one day in the order in which they waited. */
function inOrderOfBooking(pieces: readonly FeePiece[]): FeePiece[] {
  return [...pieces].sort((a, b) => a.bookedOn - b.bookedOn);
}

function payFees(loan: Loan, money: Money, pieces: readonly FeePiece[]): void {
  for (const piece of pieces) {
    const taken = takeFrom(money, piece.open);
    piece.open -= taken;
    if (piece.type === 'late') loan.lateFeesPaid += taken;
    notePaid(loan, money, 'fees', taken);
  }
}

function payComponent(loan: Loan, money: Money, obligation: Obligation, component: Component): void {
  if (component === 'fees') {
    payFees(loan, money, inOrderOfBooking(obligation.fees));
    return;
  }
  const taken = takeFrom(money, obligation[component]);
  obligation[component] -= taken;
  notePaid(loan, money, component, taken);
}

export function payObligations(loan: Loan, money: Money, only: Component | null = null): void {
  const { by, order } = loan.terms.waterfall;
  const components = only === null ? order : [only];
  if (by === 'obligation') {
    for (const obligation of loan.obligations) {
      for (const component of components) payComponent(loan, money, obligation, component);
    }
    return;
  }
  for (const component of components) {
    for (const obligation of loan.obligations) payComponent(loan, money, obligation, component);
  }
}

function payAccrued(loan: Loan, money: Money): number {
  const taken = takeFrom(money, wholeCents(loan.accrued));
  loan.accrued = minus(loan.accrued, rational(taken));
  loan.booked += taken;
  notePaid(loan, money, 'interest', taken);
  return taken;
}

function payPrincipalNotDue(loan: Loan, money: Money): number {
  const taken = takeFrom(money, loan.principal);
  loan.principal -= taken;
  notePaid(loan, money, 'principal', taken);
  return taken;
}

function paySpreadFee(loan: Loan, money: Money): void {
  if (loan.spreadFee !== null) payFees(loan, money, [loan.spreadFee]);
}

/** Pays what is not due with what is left after everything due. Returns what went to interest and to principal. */
export function payNotDue(
  loan: Loan,
  money: Money,
  only: Component | null = null,
): { interest: number; principal: number } {
  const takes = (component: Component) => only === null || only === component;
  if (takes('fees')) payFees(loan, money, loan.waiting);
  const interest = takes('interest') ? payAccrued(loan, money) : 0;
  const principal = takes('principal') ? payPrincipalNotDue(loan, money) : 0;
  if (takes('fees')) paySpreadFee(loan, money);
  loan.waiting = loan.waiting.filter(({ open }) => open > 0);
  return { interest, principal };
}

/** What a payment does after everything due is paid: by the order of 8.2, or principal first, or principal alone. */
export function payEarly(loan: Loan, money: Money): { interest: number; principal: number } {
  const { early = 'interestFirst' } = loan.terms.waterfall;
  const coversAll = money.left >= allOwed(loan);
  if (early === 'interestFirst' || coversAll) return payNotDue(loan, money);
  const first = payNotDue(loan, money, 'principal').principal;
  if (early === 'principalOnly') return { interest: 0, principal: first };
  const rest = payNotDue(loan, money);
  return { interest: rest.interest, principal: first + rest.principal };
}

/** Pays what is open. It pays what is not due only when the credit covers all of it. */
function drawCustomerCredit(loan: Loan): void {
  if (loan.status === 'chargedOff') return;
  const money = { left: loan.customerCredit, isPaid: true };
  const coversAll = loan.customerCredit >= allOwed(loan);
  if (money.left > 0) payObligations(loan, money);
  if (coversAll) {
    const { interest, principal } = payNotDue(loan, money);
    if (loan.terms.prepayment === 'nextDue') loan.paidAhead += interest + principal;
  }
  loan.customerCredit = money.left;
}

/** Called after every step of the calendar and every fact. */
export function afterStep(loan: Loan): void {
  drawCustomerCredit(loan);
  notePaidOff(loan);
}

/** In this order: principal, charged-off interest, interest accrued since, fees. */
export function recover(loan: Loan, money: Money): void {
  const take = (component: Component) => {
    const taken = takeFrom(money, loan.chargedOff[component]);
    loan.chargedOff[component] -= taken;
    notePaid(loan, money, component, taken);
  };
  take('principal');
  take('interest');
  payAccrued(loan, money);
  take('fees');
}

/** Empties these fee pieces and returns the sum of what was open. */
export function collected(pieces: readonly FeePiece[]): number {
  const sum = openFees(pieces);
  for (const piece of pieces) piece.open = 0;
  return sum;
}

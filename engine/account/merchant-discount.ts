// The part of the price that the lender keeps from the merchant: income at once, or over the due dates.

import { share } from '../interest/exact.ts';
import { post, transfer } from './ledger.ts';
import type { Loan } from './loan.ts';

/** Keeps the discount back from the disbursement; returns what is left to pay. */
export function keepDiscount(loan: Loan, proceeds: number): number {
  const discount = loan.terms.merchantDiscount;
  if (discount === null || discount.amount === 0) return proceeds;
  if (discount.amortizedOver === null) post(loan, 'discountIncome', -discount.amount);
  else {
    post(loan, 'unearnedDiscount', -discount.amount);
    loan.position.discountLeft = { total: discount.amount, turns: discount.amortizedOver, taken: 0, turn: 0 };
  }
  return proceeds - discount.amount;
}

/** The part of one due date, by the cumulative split; or the rest, when the loan ends. */
export function recogniseDiscount(loan: Loan, isRest: boolean): void {
  const left = loan.position.discountLeft;
  if (left === null) return;
  left.turn++;
  const soFar = isRest || left.turn >= left.turns ? left.total : share(left.total, left.turn, left.turns, 'cut');
  transfer(loan, 'discountIncome', 'unearnedDiscount', soFar - left.taken);
  left.taken = soFar;
  if (soFar === left.total) loan.position.discountLeft = null;
}

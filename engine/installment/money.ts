// What money does to the schedule: payments ahead, refunds and advances may change later instalments.

import type { FactOf } from '../account/facts.ts';
import type { Moot } from '../account/loan.ts';
import { countTowardSettlement, credit, lend, pay, refund, reimburse } from '../account/money.ts';
import type { InstallmentLoan } from './loan.ts';
import { countFromPayment, firstAhead, solveAgain } from './schedule.ts';

export function takePayment(loan: InstallmentLoan, fact: FactOf<'payment'>): Moot {
  const ahead = pay(loan, fact);
  if (!fact.enablePrepayments) reamortizeAfter(loan, ahead);
  countTowardSettlement(loan, fact);
  return undefined;
}

export function takeCredit(loan: InstallmentLoan, fact: FactOf<'serviceCredit'>): Moot {
  reamortizeAfter(loan, credit(loan, fact));
  return undefined;
}

export function takeRefund(loan: InstallmentLoan, fact: FactOf<'refund'>): Moot {
  const ahead = refund(loan, fact);
  if (typeof ahead === 'string') return ahead;
  reamortizeAfter(loan, ahead);
  if (fact.reamortize) solveAgain(loan);
  return undefined;
}

export function payBack(loan: InstallmentLoan, fact: FactOf<'reimbursement'>): Moot {
  reamortizeAfter(loan, reimburse(loan, fact));
  return undefined;
}

/** Under the prepayment rule `reamortize`, principal paid before it was due lowers the payment, and owed again raises it. */
function reamortizeAfter(loan: InstallmentLoan, principalAhead: number): void {
  if (loan.terms.prepayment !== 'reamortize' || principalAhead === 0) return;
  loan.position.paidAhead = 0;
  solveAgain(loan);
}

/** With `extend`, an advance that the same payment would never pay off is lent all the same, and the due dates stay. */
export function advance(loan: InstallmentLoan, fact: FactOf<'advance'>): Moot {
  const p = loan.position;
  const moot = lend(loan, fact);
  if (moot !== undefined) return moot;
  if (fact.afterwards === 'reamortize') solveAgain(loan);
  if (fact.afterwards === 'extend' && firstAhead(p) < p.dueDates.length) countFromPayment(loan);
  return undefined;
}

// The facts that change the schedule of an installment loan; the others mean the same for every loan.

import { applyCommon } from '../account/apply.ts';
import type { Fact } from '../account/facts.ts';
import { unfreeze } from '../account/freeze.ts';
import { addRateFact, type Moot } from '../account/loan.ts';
import type { Beginning } from '../account/product-rules.ts';
import type { RateFact } from '../interest/rates.ts';
import { isCountedOn } from '../interest/resets.ts';
import { changeDueDates, defer, plan, reamortize } from './changes.ts';
import { passFrozenDates } from './frozen-dates.ts';
import type { InstallmentLoan } from './loan.ts';
import { advance, payBack, takeCredit, takePayment, takeRefund } from './money.ts';
import { reAge } from './re-age.ts';
import { solveAgain } from './schedule.ts';

export function apply(loan: InstallmentLoan, fact: Exclude<Fact, Beginning>): Moot {
  if (loan.position.charge !== undefined && wouldSolve(fact)) return 'the charge was fixed at the start';
  switch (fact.kind) {
    case 'index':
    case 'rate':
    case 'promo':
    case 'ceiling':
      return changeRate(loan, fact);
    case 'dueDateChange':
      return changeDueDates(loan, fact);
    case 'deferral':
      return defer(loan, fact);
    case 'plan':
      return plan(loan, fact);
    case 'reamortization':
      return reamortize(loan, fact);
    case 'reAge':
      return reAge(loan, fact);
    case 'advance':
      return advance(loan, fact);
    case 'refund':
      return takeRefund(loan, fact);
    case 'serviceCredit':
      return takeCredit(loan, fact);
    case 'payment':
      return takePayment(loan, fact);
    case 'reimbursement':
      return payBack(loan, fact);
    case 'unfreeze':
      return unfreeze(loan, fact) ?? passFrozenDates(loan, fact);
    default:
      return applyCommon(loan, fact);
  }
}

/** What would change a charge that was fixed at the start. */
function wouldSolve(fact: Fact): boolean {
  const kinds: readonly Fact['kind'][] = ['index', 'rate', 'promo', 'reamortization', 'advance', 'refund'];
  if (fact.kind === 'dueDateChange') return fact.reamortize;
  return kinds.includes(fact.kind) || (fact.kind === 'reAge' && fact.into === 'payments');
}

function changeRate(loan: InstallmentLoan, fact: RateFact): Moot {
  const { position: p, terms } = loan;
  addRateFact(loan, fact);
  if (p.standing === 'pending' || fact.kind === 'ceiling') return undefined;
  const { resets } = terms.interest;
  if (fact.kind !== 'index' || resets == null || isCountedOn(resets, p.rateSteps[0]!.from, fact.on)) solveForRate(loan);
  return undefined;
}

/** What another rate does to the payment. */
export function solveForRate(loan: InstallmentLoan): void {
  const { position: p, terms } = loan;
  const isKept = terms.interest.afterRateChange === 'keepPayment' || terms.payments.amount !== null;
  const isRunning = p.standing === 'active' || p.standing === 'frozen';
  if (isRunning && p.paidOffOn === null && !isKept) solveAgain(loan);
}

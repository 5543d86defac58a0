// The facts that change the schedule of an installment loan; the others mean the same for every loan.

import { applyCommon } from '../account/apply.ts';
import type { Fact } from '../account/facts.ts';
import { unfreeze } from '../account/freeze.ts';
import { addRateFact, type Moot } from '../account/loan.ts';
import type { Beginning } from '../account/product-rules.ts';
import type { RateFact } from '../interest/rates.ts';
import { changeDueDates, defer, plan, reamortize } from './changes.ts';
import { passFrozenDates } from './frozen-dates.ts';
import type { InstallmentLoan } from './loan.ts';
import { advance, payBack, takeCredit, takePayment, takeRefund } from './money.ts';
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
  return kinds.includes(fact.kind) || (fact.kind === 'dueDateChange' && fact.reamortize);
}

function changeRate(loan: InstallmentLoan, fact: RateFact): Moot {
  const { position: p, terms } = loan;
  addRateFact(loan, fact);
  if (p.standing === 'pending' || fact.kind === 'ceiling') return undefined;
  const isKept = terms.interest.afterRateChange === 'keepPayment' || terms.payments.amount !== null;
  const isRunning = p.standing === 'active' || p.standing === 'frozen';
  if (isRunning && p.paidOffOn === null && !isKept) solveAgain(loan);
  return undefined;
}

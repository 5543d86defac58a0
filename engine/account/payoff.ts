// The amount that pays the loan off on a day. Always computed for that day by replay, never by adding rounded per
// diems.

import { dollarText } from '../interest/exact.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { interestOfDay } from './accrual.ts';
import { unearned } from './charge.ts';
import { loanAt } from './loan.ts';
import { read } from './read.ts';
import type { LoanState } from './state.ts';
import type { LoanTerms } from './terms.ts';

export interface Payoff {
  /** Paid by the end of this day the amount leaves nothing open; if it is paid earlier, the difference is returned. */
  readonly goodThrough: Day;
  readonly amount: Cents;
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
  /** What the lender owes the borrower; it is subtracted. */
  readonly credit: Cents;
  /** What is not owed of a precomputed charge if the loan is paid off on the day; absent without one. */
  readonly unearned?: Cents;
  /** Interest of one day in dollars, cut off after six decimals. */
  readonly perDiem: string;
}

export function payoffOf(terms: LoanTerms, state: LoanState): Payoff {
  const loan = loanAt(terms, state.position);
  const { principal, interest, fees, chargedOff, customerCredit } = read(terms, state);
  const owedPrincipal = principal.notDue + principal.due + principal.overdue + chargedOff.principal;
  const owedInterest = interest.notDue + interest.due + interest.overdue + chargedOff.interest;
  let owedFees: number = chargedOff.fees;
  for (const { notDue, due, overdue } of Object.values(fees)) owedFees += notDue + due + overdue;
  return {
    goodThrough: state.through,
    amount: Math.max(0, owedPrincipal + owedInterest + owedFees - customerCredit) as Cents,
    principal: owedPrincipal as Cents,
    interest: owedInterest as Cents,
    fees: owedFees as Cents,
    credit: customerCredit,
    ...(state.position.charge && { unearned: unearned(state.position.charge) as Cents }),
    perDiem: dollarText(interestOfDay(loan), loan.denominator, 6),
  };
}

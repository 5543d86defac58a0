// The amount that pays the line off on a day. A line with nothing on it stays open until it is closed.

import type { Payoff } from '../account/payoff.ts';
import { add, addProduct, dollarText, nothing } from '../interest/exact.ts';
import { openPeriod, weightBetween } from '../time/day-count.ts';
import type { Cents } from '../values/cents.ts';
import { compoundsOn, earnedByUnbooked, rateOn } from './accrual.ts';
import { isSureOfGrace } from './grace.ts';
import { lineAt } from './line.ts';
import { interestOpenOf } from './owed.ts';
import { readLine } from './read.ts';
import type { LineState } from './records.ts';
import type { LineTerms } from './terms.ts';

export function payoffOfLine(terms: LineTerms, state: LineState): Payoff {
  const { principal, interest, fees, chargedOff, customerCredit } = readLine(terms, state);
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
    perDiem: perDiem(terms, state),
  };
}

/** The interest of one more day in dollars, cut off after six decimals. */
function perDiem(terms: LineTerms, { position: p, through }: LineState): string {
  const line = lineAt(terms, p);
  const interest = nothing();
  for (const d of p.draws) {
    if (d.hasGrace || isSureOfGrace(line, d) || d.terms.purpose === 'static' || d.memo !== null) continue;
    const ofDay = nothing();
    const count = terms.interest.dayCount;
    const weight = weightBetween(count, through, through + 1, openPeriod(p.periodStart));
    const [isDaily, rate] = [compoundsOn(line, d), rateOn(d, through)];
    const balance = d.principalOwed + (isDaily ? interestOpenOf(line, d) : 0);
    addProduct(ofDay, balance, rate * weight, line.denominator);
    add(interest, ofDay.whole, ofDay.part, line.denominator);
    const more = isDaily ? earnedByUnbooked(line, d, rate, weight) : nothing();
    add(interest, more.whole, more.part, line.denominator);
  }
  return dollarText(interest, line.denominator, 6);
}

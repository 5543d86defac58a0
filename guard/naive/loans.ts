// What loans say by themselves: a business relationship, and whether the right to sue has run out.
import type { LoanFact, RuleOf } from '../contract.ts';
import { dayOf, localOf, monthsLater } from './clock.ts';
import { zonesToCountIn } from './days.ts';
import type { Asked } from './reach.ts';

/** A loan that is open, or ended no longer ago than so many months. */
export function relationshipLasts(asked: Asked, months: number): boolean {
  return asked.facts.loans.some((loan) => {
    if (loan.endedOn === null) return true;
    const last = monthsLater(dayOf(loan.endedOn), months);
    return zonesToCountIn(asked).every((zone) => localOf(asked.moment, zone).day <= last);
  });
}

export function isTimeBarred(rule: RuleOf<'timeBarred'>, asked: Asked): boolean {
  if (asked.question.theme === 'opsServicingTimeBarredNotice') return false;
  const periods = periodsOf(rule, asked);
  return asked.loans.some((loan) => periods.some((years) => isExpired(loan, years, asked)));
}

function periodsOf(rule: RuleOf<'timeBarred'>, asked: Asked): number[] {
  if (rule.params.years !== undefined) return [rule.params.years];
  const byState = rule.params.yearsByState ?? {};
  return [...asked.states].flatMap((state) => (byState[state] === undefined ? [] : [byState[state]]));
}

function isExpired(loan: LoanFact, years: number, asked: Asked): boolean {
  if (loan.firstMissedDueDate === null) return false;
  const expires = monthsLater(dayOf(loan.firstMissedDueDate), 12 * years);
  return zonesToCountIn(asked).some((zone) => localOf(asked.moment, zone).day >= expires);
}

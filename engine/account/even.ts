// How long a loan only earns: while every day brings the same, what it owes on a day is known without a replay.

import { evenUntil } from '../time/day-count.ts';
import type { Day } from '../values/day.ts';
import { accruingBalance, countedPeriodOf } from './accrual.ts';
import { never, nextCalendarDay } from './calendar-day.ts';
import { loanAt } from './loan.ts';
import type { LoanState } from './state.ts';
import type { LoanTerms } from './terms.ts';

/**
 * The last day through which each day brings the same interest and nothing else, if no fact comes: `through` itself, if
 * it cannot be said of the day after. `never`: as long as no fact comes.
 */
export function evenThrough(terms: LoanTerms, { position: p, through }: LoanState): Day {
  const loan = loanAt(terms, p);
  const calendar = dayBefore(nextCalendarDay(loan));
  if (p.frozen !== null || accruingBalance(loan) === 0) return calendar;
  // A charge that was fixed at the start comes by its own plan, and the cap on all interest ends it within a day.
  if (p.charge !== undefined || terms.interest.totalCap !== null) return through;
  const nextRate = p.rateSteps[loan.rateIndex + 1]?.from ?? never;
  return evenUntil(terms.interest.dayCount, through, Math.min(calendar, nextRate), countedPeriodOf(p));
}

export const dayBefore = (day: Day): Day => (day === never ? never : day - 1);

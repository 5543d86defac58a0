// Changes of the schedule: other due days, deferrals, payment plans, re-amortization.

import type { FactOf } from '../account/facts.ts';
import { type Moot, ordinalAt } from '../account/loan.ts';
import { dueDatesAfter, firstAfterChange, seriesThrough } from '../time/due-dates.ts';
import type { Day } from '../values/day.ts';
import type { InstallmentLoan } from './loan.ts';
import { countFromPayment, firstAhead, givePayment, keepDates, moreDates, solveAgain, withCount } from './schedule.ts';
import type { Position } from './state.ts';

/** The due dates after the day; none once the loan is accelerated or paid off. */
function datesAhead(p: Position): readonly Day[] {
  return p.paidOffOn === null && p.standing !== 'pending' ? p.dueDates.slice(firstAhead(p)) : [];
}

/** Applies from the next period on: the running period keeps its end. */
export function changeDueDates(loan: InstallmentLoan, fact: FactOf<'dueDateChange'>): Moot {
  const p = loan.position;
  const ahead = datesAhead(p);
  if (fact.frequency === 'singleTerm') return changeSingleDate(loan, fact);
  const kept = ahead.find((date) => date > fact.on);
  if (kept === undefined) return 'no due date is left that could change';
  const done = p.dueDates.slice(0, p.dueDates.indexOf(kept, p.next) + 1);
  const first = firstAfterChange(fact, kept);
  const { frequency, days, startDate } = fact;
  if (loan.terms.interest.dayCount === 'periodic') p.runningSeries ??= p.series;
  p.series = seriesThrough({ frequency, days, startDate }, first);
  const later = p.dueDates.length - done.length;
  p.dueDates = later === 0 ? done : [...done, first, ...dueDatesAfter(p.series, first, later - 1, first)];
  if (fact.reamortize) solveAgain(loan);
}

function changeSingleDate(loan: InstallmentLoan, fact: FactOf<'dueDateChange'>): Moot {
  const p = loan.position;
  const isOnlyDate = datesAhead(p).length === 1;
  if (!isOnlyDate || fact.dueDate === null || fact.dueDate <= fact.on) {
    return 'a single due date moves to another day after the change, while it is to come';
  }
  p.dueDates = [...p.dueDates.slice(0, p.next), fact.dueDate];
  if (fact.reamortize) solveAgain(loan);
}

export function defer(loan: InstallmentLoan, fact: FactOf<'deferral'>): Moot {
  const p = loan.position;
  const index = p.dueDates.indexOf(fact.dueDate, p.next);
  const isToCome = datesAhead(p).includes(fact.dueDate) && index < p.dueDates.length - 1;
  const ordinal = ordinalAt(p, index);
  if (!isToCome || p.deferred.includes(ordinal)) {
    return 'only a payment to come, not the last, and not one deferred already';
  }
  p.deferred = [...p.deferred, ordinal];
  if (fact.to === 'end') p.dueDates = [...p.dueDates, ...moreDates(p, p.dueDates.at(-1)!, 1)];
}

export function plan(loan: InstallmentLoan, fact: FactOf<'plan'>): Moot {
  const p = loan.position;
  const index = p.dueDates.indexOf(fact.firstDueDate, p.next);
  const isLast = index === p.dueDates.length - 1;
  if (!datesAhead(p).includes(fact.firstDueDate) || (isLast && !fact.extend)) {
    return 'no such due date is to come, or it is the last';
  }
  const from = ordinalAt(p, index);
  const before = { plan: p.plan, deferred: p.deferred, dueDates: p.dueDates };
  // The last payment is always the rest, also in a plan: unless due dates are added, the plan ends before it.
  const most = fact.extend ? fact.count : Math.min(fact.count, p.dueDates.length - 1 - index);
  p.plan = most === 0 ? null : { from, to: from + most - 1, amount: fact.amount };
  p.deferred = p.deferred.filter((ordinal) => ordinal < ordinalAt(p, p.next));
  if (!fact.extend || countFromPayment(loan)) return undefined;
  Object.assign(p, before);
  return 'with this plan the loan would never be paid off';
}

export function reamortize(loan: InstallmentLoan, fact: FactOf<'reamortization'>): Moot {
  const p = loan.position;
  if (p.principal === 0 || datesAhead(p).length === 0) return 'no principal is left to spread';
  const dates = fact.count === null ? p.dueDates : withCount(p, fact.count);
  if (fact.count !== null && dates.length - firstAhead(p) !== fact.count) return 'a single term has no more due dates';
  if (fact.amount !== null && fact.count === null) return keepAmount(loan, fact.amount);
  p.paidAhead = 0;
  keepDates(p, dates);
  if (fact.amount === null) solveAgain(loan);
  else givePayment(loan, fact.amount);
}

function keepAmount(loan: InstallmentLoan, amount: number): Moot {
  const p = loan.position;
  const before = { payment: p.payment, paidAhead: p.paidAhead, supplied: p.supplied };
  p.payment = amount;
  p.paidAhead = 0;
  p.supplied = null;
  if (countFromPayment(loan)) return undefined;
  Object.assign(p, before);
  return 'with this payment the loan would never be paid off';
}

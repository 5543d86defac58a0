// The days of autopay: those that the borrower agreed to, those on which banks move the money, and the last moment at
// which a payment can still be taken back.
import { following } from '@tenor/engine/time/calendar.ts';
import { type DueDays, dueDatesAfter } from '@tenor/engine/time/due-dates.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Due } from '../../core/loan/collected-by-plan.ts';
import { releaseAt } from '../collecting/entry-day.ts';
import type { DateRule, Route } from './plan.ts';

export interface AgreedDay {
  readonly due: Due;
  /** The number among the payments that serve one due date: 1 is the earliest. */
  readonly ordinal: number;
  /** The day that was agreed: the payment counts from here, whenever the money moves. */
  readonly plannedOn: Day;
}

export interface PlannedDay extends AgreedDay {
  /** The banking day on which the money moves. */
  readonly entryOn: Day;
  readonly releaseAt: Instant;
}

export const agreedDays = (due: Due, rule: DateRule): AgreedDay[] =>
  daysFor(due, rule).map((plannedOn, i) => ({ due, ordinal: i + 1, plannedOn }));

/** It costs more than the day: a loan has sixty days, of which the next two are wanted. */
export const plannedDay = (day: AgreedDay, route: Route): PlannedDay => ({ ...day, ...movement(day.plannedOn, route) });

export const plannedDays = (due: Due, rule: DateRule, route: Route): PlannedDay[] =>
  agreedDays(due, rule).map((day) => plannedDay(day, route));

/** Days of its own after the due date before, and up to this one: if there are none, the due date itself. */
function daysFor({ on, after }: Due, rule: DateRule): Day[] {
  if ('offsets' in rule) return [...rule.offsets].sort((a, b) => a - b).map((offset) => on + offset);
  const days = daysWithin(rule.series, after, on);
  return days.length === 0 ? [on] : days;
}

/** Longer than the longest time between two days of a series. */
const stepDaysMax = 31;

function daysWithin(series: DueDays, after: Day, until: Day): Day[] {
  const days: Day[] = [];
  for (let last = after; ; ) {
    const [next] = dueDatesAfter(series, last, 1, series.startDate ?? after);
    if (next === undefined || next > until || next > last + stepDaysMax) return days;
    days.push(next);
    last = next;
  }
}

/** A card is charged on the day itself; a bank moves money on its own days, and gets the order the banking day before. */
function movement(plannedOn: Day, { rail, can, zone }: Route): Pick<PlannedDay, 'entryOn' | 'releaseAt'> {
  const planned = { rail, on: plannedOn, amount: 0, wantsSameDay: false };
  return {
    entryOn: rail === 'ach' ? following(plannedOn) : plannedOn,
    releaseAt: releaseAt(can, planned, { zone }),
  };
}

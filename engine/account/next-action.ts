// When a loan next needs attention without a new fact: one index of instants then serves all loans in all zones.

import { type Day, dateOf } from '../values/day.ts';
import type { Instant } from '../values/instant.ts';
import { instantOfLocal } from '../values/zone.ts';
import { never, nextCalendarDay } from './calendar-day.ts';
import type { Fact } from './facts.ts';
import { loanAt } from './loan.ts';
import { inOrder, type Place } from './order.ts';
import type { LoanState } from './state.ts';
import type { LoanTerms } from './terms.ts';

/** The next day on which the calendar does something: a due turn, an overdue turn, a late fee, a limit. */
export function nextActionOn(terms: LoanTerms, { position }: LoanState): Day | null {
  const day = nextCalendarDay(loanAt(terms, position));
  return day === never ? null : day;
}

/** The same as an instant, at the latest the instant of the next fact on a later day (at its time of day). */
export function nextActionAt(terms: LoanTerms, state: LoanState, facts: readonly Fact[], zone: string): Instant | null {
  return firstInstant(nextActionOn(terms, state), state.through, facts, zone);
}

/** The start of the day, or the next fact of a day after `through` if that is before it. */
export function firstInstant(day: Day | null, through: Day, facts: readonly Place[], zone: string): Instant | null {
  const byCalendar = day === null ? null : instantOfLocal({ date: dateOf(day), time: '00:00:00', zone });
  const given = facts.filter(({ on, kind }) => on > through && kind !== 'undo').sort(inOrder)[0];
  if (given === undefined) return byCalendar;
  const byFact = instantOfLocal({ date: dateOf(given.on), time: timeText(given.time ?? 43_200), zone });
  return byCalendar === null || byFact < byCalendar ? byFact : byCalendar;
}

function timeText(second: number): string {
  const parts = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

// The present day of a loan, and the day on which money that arrives now counts: both in the loan's zone.
import { effectiveDay } from '@tenor/engine/time/calendar.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { type Instant, secondsOfInstant } from '@tenor/engine/values/instant.ts';
import { keptByZone } from '@tenor/engine/values/kept-by-zone.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';
import type { LoanRow } from './tables.ts';

export const todayOf = ({ zone }: Pick<LoanRow, 'zone'>, now: Instant): Day => dayOf(dateInZone(now, zone));

const daysKeptMax = 20_000;

/** The loans of a zone have many days in common: what begins and comes due on the first of a month. */
const starts = keptByZone<Instant>(daysKeptMax);

/** The first instant of a day in a zone. */
export function startOfDay(day: Day, zone: string): Instant {
  const known = starts.get(zone, day);
  if (known !== undefined) return known;
  const start = instantOfLocal({ date: dateOf(day), time: '00:00:00', zone });
  starts.set(zone, day, start);
  return start;
}

/** Money that arrives at or after the cut-off counts for the next day. */
export const moneyDayOf = ({ zone, cut_off: cutOff }: Pick<LoanRow, 'zone' | 'cut_off'>, now: Instant): Day =>
  effectiveDay(now, { zone, cutOff, closedDays: 'asIs' });

/** Orders what is done within a day: a freeze in the morning, an unfreeze at noon. */
export function secondOfDay({ zone }: Pick<LoanRow, 'zone'>, now: Instant): number {
  const start = startOfDay(todayOf({ zone }, now), zone);
  return Math.min(secondsOfInstant(now) - secondsOfInstant(start), lastSecond);
}

/** The last second of a day. */
export const lastSecond = 86_399;

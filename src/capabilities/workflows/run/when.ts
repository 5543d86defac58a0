// When an item is late, and when a wait is over: by business days, calendar days or hours, in the company's zone.
import { openDaysFrom } from '@tenor/engine/time/calendar.ts';
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';
import type { Time } from '#capabilities/workflow-types/index.ts';

interface Clock {
  readonly now: Instant;
  readonly timezone: string;
}

const hour = 3_600;

const dateAfter = (today: CivilDate, { count, unit }: Time): CivilDate =>
  unit === 'businessDays' ? dateOf(openDaysFrom(dayOf(today), count)) : addDays(today, count);

export const beginningOf = (date: CivilDate, zone: string): Instant => instantOfLocal({ date, time: '00:00:00', zone });

/** Days end with the day of the company: what is due in no days is due today. */
export function endOf(time: Time, { now, timezone }: Clock): Instant {
  if (time.unit === 'hours') return addSeconds(now, time.count * hour);
  return beginningOf(addDays(dateAfter(dateInZone(now, timezone), time), 1), timezone);
}

/** A wait of some days is over when the last of them begins. */
export function overAfter(time: Time, { now, timezone }: Clock): Instant {
  if (time.unit === 'hours') return addSeconds(now, time.count * hour);
  const begins = beginningOf(dateAfter(dateInZone(now, timezone), time), timezone);
  return begins < now ? now : begins;
}

/** The earlier of two instants, each of which may not be there. */
export const earlier = (one: Instant | null, other: Instant | null): Instant | null =>
  one === null || (other !== null && other < one) ? other : one;

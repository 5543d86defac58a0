// The days of the general ledger: which is the next, and when it can be closed.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';

/** A write may begin before midnight and be kept after it. No write takes so long as this. */
const marginSeconds = 900;

export const endOfDay = (day: CivilDate, zone: string): Instant =>
  instantOfLocal({ date: addDays(day, 1), time: '00:00:00', zone });

/** From when on all that was under way in the day is kept, so that the day can be closed. */
export const closableFrom = (day: CivilDate, zone: string): Instant => addSeconds(endOfDay(day, zone), marginSeconds);

/** The last day that is over, with all that was under way in it. */
export const lastDayOver = (now: Instant, zone: string): CivilDate =>
  addDays(dateInZone(addSeconds(now, -marginSeconds), zone), -1);

/** The columns of a general ledger that is closed through that day. */
export const closedThrough = (day: CivilDate, zone: string) => ({
  closed_through: day,
  closed_until: endOfDay(day, zone),
  close_at: closableFrom(addDays(day, 1), zone),
});

// The days of the general ledger: which is the next, and when it can be closed.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';

/** What began before midnight has ended by then: no statement takes so long, and whoever waits is refused. */
const marginSeconds = 900;

const beginOf = (date: CivilDate, zone: string): Instant => instantOfLocal({ date, time: '00:00:00', zone });

/** The last day that is over, with all that was under way in it. */
export const lastDayOver = (now: Instant, zone: string): CivilDate =>
  addDays(dateInZone(addSeconds(now, -marginSeconds), zone), -1);

/** The columns of a general ledger that is closed through that day. */
export const closedThrough = (day: CivilDate, zone: string) => ({
  closed_through: day,
  closed_until: beginOf(addDays(day, 1), zone),
  close_at: addSeconds(beginOf(addDays(day, 2), zone), marginSeconds),
});

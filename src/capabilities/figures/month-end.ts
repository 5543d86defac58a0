// The ends of months: which is the next one, when it can be closed, and until when what is known counts.
import { addDays, type CivilDate, monthEndBefore } from '@tenor/engine/values/civil-date.ts';
import { addSeconds, type Instant, instantOfMicros, microsOfInstant } from '@tenor/engine/values/instant.ts';
import { instantOfLocal } from '@tenor/engine/values/zone.ts';

/** What began before midnight has ended by then: no statement takes so long, and whoever waits is refused. */
const marginSeconds = 900;

/** The last day of the month after the one that ends with the day. */
export const nextMonthEnd = (monthEnd: CivilDate): CivilDate => monthEndBefore(addDays(monthEnd, 32));

const endOf = (day: CivilDate, zone: string): Instant =>
  instantOfLocal({ date: addDays(day, 1), time: '00:00:00', zone });

/** The last moment of the day: what is recorded later was not known. */
export const knownThrough = (day: CivilDate, zone: string): Instant =>
  instantOfMicros(microsOfInstant(endOf(day, zone)) - 1n);

/** The columns of a place that is closed through the end of a month. */
export const closedThrough = (monthEnd: CivilDate, zone: string) => ({
  closed_through: monthEnd,
  close_at: addSeconds(endOf(nextMonthEnd(monthEnd), zone), marginSeconds),
  after_position: null,
  after_id: null,
});

// The ends of months: which is the next one, when it can be closed, and until when what is known counts.
import { addDays, type CivilDate, monthEndBefore } from '@tenor/engine/values/civil-date.ts';
import { type Instant, instantOfMicros, microsOfInstant } from '@tenor/engine/values/instant.ts';
import { closableFrom, endOfDay } from '#capabilities/general-ledger/index.ts';

/** The last day of the month after the one that ends with the day. */
export const nextMonthEnd = (monthEnd: CivilDate): CivilDate => monthEndBefore(addDays(monthEnd, 32));

/** The last moment of the day: what is recorded later was not known. */
export const knownThrough = (day: CivilDate, zone: string): Instant =>
  instantOfMicros(microsOfInstant(endOfDay(day, zone)) - 1n);

/** The columns of a place that is closed through the end of a month. */
export const closedThrough = (monthEnd: CivilDate, zone: string) => ({
  closed_through: monthEnd,
  close_at: closableFrom(nextMonthEnd(monthEnd), zone),
  after_position: null,
  after_id: null,
});

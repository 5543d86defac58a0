// The months of which agencies are told, and the moments at which they are.
import { addDays, type CivilDate, daysInMonth, firstOfMonth, partsOfDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';

/** Before the people of the company come. */
const time = '05:00:00';

/** The next moment after an instant at which the file of the month before is made. */
export function nextFileAt(day: number, after: Instant, zone: string): Instant {
  const ofMonth = (date: CivilDate): Instant =>
    instantOfLocal({ date: addDays(firstOfMonth(date), day - 1), time, zone });
  const today = dateInZone(after, zone);
  const ofThis = ofMonth(today);
  if (ofThis > after) return ofThis;
  const { year, month } = partsOfDate(today);
  return ofMonth(addDays(firstOfMonth(today), daysInMonth({ year, month })));
}

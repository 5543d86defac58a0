// When a banking day ends: by then the reports of that day have been read.
import { isOpen } from '@tenor/engine/time/calendar.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';

/** Ordinary returns of a banking day have been read by then. */
export const endOfDay = '17:00:00';

export const endOf = (day: Day, zone: string): Instant => instantOfLocal({ date: dateOf(day), time: endOfDay, zone });

/** The end of the first banking day that ends after this instant. */
export function nextEnd(at: Instant, zone: string): Instant {
  let day = dayOf(dateInZone(at, zone));
  while (!isOpen(day) || endOf(day, zone) <= at) day = (day + 1) as Day;
  return endOf(day, zone);
}

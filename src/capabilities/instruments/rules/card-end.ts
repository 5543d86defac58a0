// When a card ends, and from when on that is said to be near.
import { type CivilDate, dateOfParts } from '@tenor/engine/values/civil-date.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { instantOfLocal } from '@tenor/engine/values/zone.ts';
import type { Month } from './numbers.ts';

/** Longer than a month, so that a monthly charge that would fail is at least ten days away when it is told. */
const nearSeconds = 40 * 86_400;

/** A card is good through the last day of its month: it ends with the first moment after it. */
export function cardEnd({ year, month }: Month, zone: string): Instant {
  const next = { year: month === 12 ? year + 1 : year, month: (month % 12) + 1, day: 1 };
  return instantOfLocal({ date: dateOfParts(next) as CivilDate, time: '00:00:00', zone });
}

export const nearEnd = (end: Instant): Instant => addSeconds(end, -nearSeconds);

/** When a new or renewed card is looked at first. Null: it has no end. */
export function firstLook(month: number | null, year: number | null, zone: string): Instant | null {
  return month === null || year === null ? null : nearEnd(cardEnd({ year, month }, zone));
}

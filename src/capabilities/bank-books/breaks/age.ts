// A break that is open for five banking days is told once.
import { openDaysFrom } from '@tenor/engine/time/calendar.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';

const agedDays = 5;
const zone = 'America/New_York';
const endOfDay = '17:00:00';

/** The end of the fifth banking day after the one on which it began. */
export const agesAt = (now: Instant, since: CivilDate | null = null): Instant =>
  instantOfLocal({
    date: dateOf(openDaysFrom(dayOf(since ?? dateInZone(now, zone)), agedDays)),
    time: endOfDay,
    zone,
  });

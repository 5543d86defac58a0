// When what was sent counts as safe, and when its absence is certain: by the banking calendar.
import { type BankTimes, daysAfter, submissionDay } from '@tenor/ach/times/entry-times.ts';
import { openDaysFrom } from '@tenor/engine/time/calendar.ts';
import { type CivilDate, dayNumberOf } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';
import { endOf, endOfDay } from '#capabilities/bank-books/index.ts';

/** An ordinary return comes at the latest so many banking days after the money has settled. */
const returnDays = 2;

/** The first ordinary day of settlement of what is given now. */
export const entryOfNow = (can: Pick<BankTimes, 'cutOff' | 'zone'>, now: Instant): CivilDate =>
  dateOf(openDaysFrom(submissionDay(can, now), 1));

/** Entries settle in the morning, those of the same day at the latest by its end. */
const morning = '08:30:00';

/** When an entry that nobody tells about has settled. */
export function settledAt(settles: CivilDate, acceptedAt: Instant, zone: string): Instant {
  const isSameDay = dateInZone(acceptedAt, zone) >= settles;
  return instantOfLocal({ date: settles, time: isSameDay ? endOfDay : morning, zone });
}

/** From then on no ordinary return can come of what settles on this day. */
export const confirmedAt = (settles: CivilDate, zone: string): Instant =>
  endOf(openDaysFrom(dayOf(settles), returnDays), zone);

/** The banking day on which debits may follow a prenote that settles on this day, if nothing came of it. */
export const debitsFrom = (settles: CivilDate): CivilDate => dateOf(daysAfter(dayOf(settles)).liveAfterPrenote);

export const liveAfterPrenote = (settles: CivilDate, zone: string): Instant =>
  instantOfLocal({ date: debitsFrom(settles), time: '00:00:00', zone });

/** The report of the day after has been read: what no provider knows by then has never arrived. */
export function reportedAt(entryDate: CivilDate | null, sentAt: Instant, zone: string): Instant {
  const sentOn = dateInZone(sentAt, zone);
  const last = entryDate !== null && dayNumberOf(entryDate) > dayNumberOf(sentOn) ? entryDate : sentOn;
  return endOf(openDaysFrom(dayOf(last), 1), zone);
}

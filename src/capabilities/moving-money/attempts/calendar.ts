// When what was sent counts as safe, and when its absence is certain: by the banking calendar.
import { following, isOpen } from '@tenor/engine/time/calendar.ts';
import { type CivilDate, dayNumberOf } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';

/** Ordinary returns of a banking day have been read by then. */
const endOfDay = '17:00:00';
/** An ordinary return comes at the latest so many banking days after the money has settled. */
const returnDays = 2;

function bankingDaysLater(date: CivilDate, count: number): Day {
  let day = dayOf(date);
  for (let left = count; left > 0; ) {
    day += 1;
    if (isOpen(day)) left -= 1;
  }
  return day;
}

const endOf = (day: Day, zone: string): Instant => instantOfLocal({ date: dateOf(day), time: endOfDay, zone });

interface CutOff {
  /** HH:MM in `zone`. */
  readonly cutOff: string;
  readonly zone: string;
}

/** The banking day with which an order leaves that is given now. */
export function submissionDay({ cutOff, zone }: CutOff, now: Instant): Day {
  const today = dayOf(dateInZone(now, zone));
  const isInTime = isOpen(today) && now <= instantOfLocal({ date: dateOf(today), time: `${cutOff}:00`, zone });
  return isInTime ? today : following(today + 1);
}

/** The first ordinary day of settlement of what is given now. */
export const entryOfNow = (can: CutOff, now: Instant): CivilDate => dateOf(following(submissionDay(can, now) + 1));

/** The end of the first banking day that ends after this instant. */
export function nextEnd(at: Instant, zone: string): Instant {
  let day = dayOf(dateInZone(at, zone));
  while (!isOpen(day) || endOf(day, zone) <= at) day = (day + 1) as Day;
  return endOf(day, zone);
}

/** So many banking days before a date. */
export function bankingDaysBefore(date: CivilDate, count: number): CivilDate {
  let day = dayOf(date);
  for (let left = count; left > 0; ) {
    day = (day - 1) as Day;
    if (isOpen(day)) left -= 1;
  }
  return dateOf(day);
}

/** From then on no ordinary return can come of what settles on this day. */
export const confirmedAt = (settles: CivilDate, zone: string): Instant =>
  endOf(bankingDaysLater(settles, returnDays), zone);

/** The report of the day after has been read: what no provider knows by then has never arrived. */
export function reportedAt(entryDate: CivilDate | null, sentAt: Instant, zone: string): Instant {
  const sentOn = dateInZone(sentAt, zone);
  const last = entryDate !== null && dayNumberOf(entryDate) > dayNumberOf(sentOn) ? entryDate : sentOn;
  return endOf(bankingDaysLater(last, 1), zone);
}

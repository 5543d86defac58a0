// When an entry leaves, and when it settles: by banking days, and by the clock of the bank that takes the files.
import { following, isOpen, openDaysFrom } from '@tenor/engine/time/calendar.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';

export interface BankTimes {
  /** An IANA name. */
  readonly zone: string;
  /** HH:MM: by then an entry is there that is to settle on the next banking day. */
  readonly cutOff: string;
  /** The same for entries of the same day, in their order: one for each window. Empty: the bank takes none. */
  readonly sameDayCutOffs: readonly string[];
}

interface EntryTimes {
  /** The banking day on which it leaves; it is there by `leavesBy`. */
  readonly leaves: Day;
  readonly leavesBy: Instant;
  readonly settles: Day;
  readonly isSameDay: boolean;
}

interface Planned {
  /** The day that was authorized: the money never settles before it. */
  readonly on: Day;
  readonly wantsSameDay: boolean;
}

const cutOffOn = (day: Day, time: string, zone: string): Instant =>
  instantOfLocal({ date: dateOf(day), time: `${time}:00`, zone });

/** The banking day with which an entry leaves that is ready now. */
export function submissionDay({ cutOff, zone }: Pick<BankTimes, 'cutOff' | 'zone'>, now: Instant): Day {
  const today = dayOf(dateInZone(now, zone));
  const isInTime = isOpen(today) && now <= cutOffOn(today, cutOff, zone);
  return isInTime ? today : following(today + 1);
}

/** Times of an entry that is ready now. It goes the ordinary way unless a window of the same day is still open. */
export function entryTimes(bank: BankTimes, { on, wantsSameDay }: Planned, now: Instant): EntryTimes {
  const last = wantsSameDay ? bank.sameDayCutOffs.at(-1) : undefined;
  if (last !== undefined) {
    const settles = Math.max(submissionDay({ ...bank, cutOff: last }, now), following(on));
    const next = openDaysFrom(submissionDay(bank, now), 1);
    // What is for a later day anyway goes as all others do.
    if (settles < next) return sameDayTimes(bank, settles, now);
  }
  const settles = Math.max(openDaysFrom(submissionDay(bank, now), 1), following(on));
  const leaves = openDaysFrom(settles, -1);
  return { leaves, leavesBy: cutOffOn(leaves, bank.cutOff, bank.zone), settles, isSameDay: false };
}

function sameDayTimes({ sameDayCutOffs, zone }: BankTimes, day: Day, now: Instant): EntryTimes {
  const cutOffs = sameDayCutOffs.map((time) => cutOffOn(day, time, zone));
  const leavesBy = cutOffs.find((at) => now <= at) as Instant;
  return { leaves: day, leavesBy, settles: day, isSameDay: true };
}

/** The last moment of a planned entry: whatever comes before it still counts. */
export function lastCutOff(bank: BankTimes, { on, wantsSameDay }: Planned): Instant {
  const settles = following(on);
  const last = wantsSameDay ? bank.sameDayCutOffs.at(-1) : undefined;
  if (last !== undefined) return cutOffOn(settles, last, bank.zone);
  return cutOffOn(openDaysFrom(settles, -1), bank.cutOff, bank.zone);
}

/** Until when what has settled may come back, by rule: each at the opening of its day. */
export const daysAfter = (settles: Day) => ({
  ordinaryReturn: openDaysFrom(settles, 2),
  liveAfterPrenote: openDaysFrom(settles, 3),
  /** For want of an authorization: the banking day after the sixtieth calendar day. */
  unauthorizedReturn: following(settles + 61),
});

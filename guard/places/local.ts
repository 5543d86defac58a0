// Days and times of day as the clocks of a zone show them, as numbers: a verdict asks for them thousands of times.
import { parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { offsetSecondsAt, secondOfLocal } from '@tenor/engine/values/zone.ts';
import type { DateText, Moment } from '../contract.ts';

export const minuteMs = 60_000;
export const dayMs = 86_400_000;
const minutesPerDay = 1_440;

/** What the clocks show, as if they showed UTC. */
const shownAt = (at: Moment, zone: string): number => at + offsetSecondsAt(Math.floor(at / 1000), zone) * 1000;

export const localDay = (at: Moment, zone: string): Day => Math.floor(shownAt(at, zone) / dayMs);

/** How far the day has gone by the clocks, in milliseconds: an hour that is shown twice is the same hour. */
export function timeOfDay(at: Moment, zone: string): number {
  const shown = shownAt(at, zone);
  return shown - Math.floor(shown / dayMs) * dayMs;
}

/** The moment at which the clocks show this minute of the day; where they skip it, as much later. */
export const momentOf = (day: Day, minute: number, zone: string): Moment =>
  secondOfLocal(day * 86_400 + minute * 60, zone) * 1000;

export const startOfDay = (day: Day, zone: string): Moment => momentOf(day, 0, zone);

/** A date of the facts; they were checked where they were written. */
export function dayOfText(text: DateText): Day {
  const date = parseCivilDate(text);
  if (date === undefined) throw new RangeError(`'${text}' is not a date written YYYY-MM-DD`);
  return dayOf(date);
}

export const textOfDay = (day: Day): DateText => dateOf(day);

/** `21:00` as minutes; `24:00` is the end of the day. Undefined for what is no time. */
export function minuteOf(text: string): number | undefined {
  const match = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(text);
  const minute = match === null ? Number.NaN : Number(match[1]) * 60 + Number(match[2]);
  return minute <= minutesPerDay ? minute : undefined;
}

/**
 * The first moment, from this one on, at which the clocks of the zone let something be: it holds within a day only
 * between the given minutes. Undefined: on none of so many days.
 */
export function firstMoment(
  from: Moment,
  zone: string,
  asked: { readonly minutes: readonly number[]; readonly daysMax: number; readonly isOpen: (at: Moment) => boolean },
): Moment | undefined {
  if (asked.isOpen(from)) return from;
  const first = localDay(from, zone);
  for (let day = first; day <= first + asked.daysMax; day += 1) {
    for (const at of changesOn(day, zone, asked.minutes)) if (at > from && asked.isOpen(at)) return at;
  }
  return undefined;
}

/** The moments of a day at which its clocks reach one of the minutes, or jump, in their order. */
function changesOn(day: Day, zone: string, minutes: readonly number[]): Moment[] {
  const [before, after] = [offsetAt(startOfDay(day, zone), zone), offsetAt(startOfDay(day + 1, zone), zone)];
  const shown = minutes.map((minute) => day * dayMs + minute * minuteMs);
  if (before === after) return shown.map((at) => at - before).sort(byNumber);
  const jump = jumpBetween(startOfDay(day, zone), startOfDay(day + 1, zone), zone);
  return [jump, ...shown.flatMap((at) => [at - before, at - after])].sort(byNumber);
}

const offsetAt = (at: Moment, zone: string): number => shownAt(at, zone) - at;
const byNumber = (one: number, other: number): number => one - other;

/** When the clocks are put forward or back, to the second. */
function jumpBetween(from: Moment, to: Moment, zone: string): Moment {
  let [known, open] = [from, to];
  while (open - known > 1000) {
    const middle = known + Math.floor((open - known) / 2000) * 1000;
    if (offsetAt(middle, zone) === offsetAt(from, zone)) known = middle;
    else open = middle;
  }
  return open;
}

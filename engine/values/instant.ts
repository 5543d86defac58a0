// A moment, to the microsecond, in the one form in which date-times leave the service. The form has a fixed width and
// a fixed offset, so text order is time order and equal moments are equal strings, in the database too.

import { type CivilDate, dateOfDayNumber, dateOfParts, dayNumberOf, parseCivilDate } from './civil-date.ts';
import { scanIsoText } from './iso-text.ts';

declare const instantBrand: unique symbol;
/** `YYYY-MM-DDTHH:MM:SS.ffffff+00:00`, years 0001 to 9999. */
export type Instant = string & { readonly [instantBrand]: true };

const microsPerSecond = 1_000_000n;
const secondsPerDay = 86_400;
const microsPerDay = BigInt(secondsPerDay) * microsPerSecond;

/**
 * Accepts ISO 8601 with `Z` or an offset, seconds and any number of fraction digits optional; without an offset the
 * time is UTC (older clients send `YYYY-MM-DD HH:MM`), and a plain date is the start of that day in UTC. Both the day
 * as written and the moment in UTC must lie in the years 0001 to 9999.
 */
export function parseInstant(text: string): Instant | undefined {
  const scanned = scanIsoText(text);
  const date = scanned === undefined ? undefined : dateOfParts(scanned);
  if (scanned === undefined || date === undefined) return undefined;
  const { time } = scanned;
  if (time === undefined) return instantOnDay(date, { secondOfDay: 0, fraction: '000000' });
  const { hour, minute, second, fraction, offsetMinutes } = time;
  const secondInUtc = (hour * 60 + minute - offsetMinutes) * 60 + second;
  const daysAway = Math.floor(secondInUtc / secondsPerDay);
  const day = daysAway === 0 ? date : dateOfDayNumber(dayNumberOf(date) + daysAway);
  if (day === undefined) return undefined;
  return instantOnDay(day, { secondOfDay: secondInUtc - daysAway * secondsPerDay, fraction });
}

const zero = 48;
const twoDigits = (text: string, at: number): number =>
  (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;

/** Whole seconds since 1970-01-01 in UTC, the fraction cut off. A number holds them exactly in all our years. */
export function secondsOfInstant(instant: Instant): number {
  const [hour, minute, second] = [twoDigits(instant, 11), twoDigits(instant, 14), twoDigits(instant, 17)];
  // The form is canonical, so it begins with its day.
  return dayNumberOf(instant.slice(0, 10) as CivilDate) * secondsPerDay + (hour * 60 + minute) * 60 + second;
}

/**
 * Microseconds since 1970-01-01 in UTC. A bigint, because in microseconds a number is exact only until the year 2255
 * and dates here go up to 9999.
 */
export function microsOfInstant(instant: Instant): bigint {
  return BigInt(secondsOfInstant(instant)) * microsPerSecond + BigInt(instant.slice(20, 26));
}

export function instantOfMicros(micros: bigint): Instant {
  const microOfDay = ((micros % microsPerDay) + microsPerDay) % microsPerDay;
  const day = dateOfDayNumber(Number((micros - microOfDay) / microsPerDay));
  if (day === undefined) throw new RangeError(`${micros} microseconds are not within the years 0001 to 9999`);
  const secondOfDay = Number(microOfDay / microsPerSecond);
  return instantOnDay(day, { secondOfDay, fraction: String(microOfDay % microsPerSecond).padStart(6, '0') });
}

/** Whole seconds, also negative; throws a RangeError past the years 0001 to 9999. */
export function addSeconds(instant: Instant, seconds: number): Instant {
  return instantOfMicros(microsOfInstant(instant) + BigInt(seconds) * microsPerSecond);
}

/** For sorting: negative when `a` is the earlier one. */
export function compare(a: Instant, b: Instant): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The day in UTC, which is the written day; for another zone see `dateInZone`. */
export function dateInUtc(instant: Instant): CivilDate {
  const date = parseCivilDate(instant);
  if (date === undefined) throw new RangeError(`${instant} is not an instant in canonical form`);
  return date;
}

/** The only place where text becomes an instant. */
function instantOnDay(date: CivilDate, at: { secondOfDay: number; fraction: string }): Instant {
  const hour = Math.floor(at.secondOfDay / 3600);
  const minute = Math.floor(at.secondOfDay / 60) % 60;
  const clock = [hour, minute, at.secondOfDay % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${date}T${clock}.${at.fraction}+00:00` as Instant;
}

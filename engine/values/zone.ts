// Converts between moments and the days of a company's or product's zone (specification 2.2). The rules of zones come
// from the runtime (Intl), which is asked only how far a zone is ahead of UTC at a moment. The rest is arithmetic.

import { type CivilDate, dateOfDayNumber, dayNumberMax, dayNumberMin, dayNumberOf } from './civil-date.ts';
import { dateInUtc, type Instant, instantOfMicros, secondsOfInstant } from './instant.ts';
import { keptByZone } from './kept-by-zone.ts';

/** A day and a time of day as the clocks of a zone show them. */
interface LocalTime {
  readonly date: CivilDate;
  /** `HH:MM:SS` */
  readonly time: string;
  /** An IANA name, `America/New_York`. */
  readonly zone: string;
}

/** An IANA name known to this runtime. Bare offsets such as `+05:00` are no zones: they know nothing of summer time. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const secondsPerDay = 86_400;

/**
 * The day in the zone. A zone may put the first and last hours of the calendar into the year 0 or 10000; they count as
 * its first and last day, so that every instant has a day.
 */
export function dateInZone(instant: Instant, zone: string): CivilDate {
  const second = secondsOfInstant(instant);
  const localSecond = second + offsetSecondsAt(second, zone);
  return dateOfDayNumber(Math.floor(localSecond / secondsPerDay)) ?? dateInUtc(instant);
}

/** What the zone's clocks show then: `HH:MM`. */
export function timeInZone(instant: Instant, zone: string): string {
  const second = secondsOfInstant(instant);
  const ofDay = (((second + offsetSecondsAt(second, zone)) % secondsPerDay) + secondsPerDay) % secondsPerDay;
  const [hours, minutes] = [Math.floor(ofDay / 3_600), Math.floor((ofDay % 3_600) / 60)];
  return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * The moment at which the zone's clocks show this time. Where they show it twice (autumn), the earlier moment. Where
 * they skip it (spring), the time moves forward by as much as the clocks do: 02:30 becomes 03:30, and a skipped
 * midnight becomes the first moment of that day. Calendars of appointments do the same (RFC 5545, section 3.3.5).
 */
export function instantOfLocal({ date, time, zone }: LocalTime): Instant {
  const second = secondOfLocal(dayNumberOf(date) * secondsPerDay + secondOfDay(time), zone);
  return instantOfMicros(BigInt(insideCalendar(second)) * 1_000_000n);
}

/** The same in seconds since 1970: `asIfUtc` is what the zone's clocks show, read as if they showed UTC. */
export function secondOfLocal(asIfUtc: number, zone: string): number {
  // No zone is a whole day away from UTC and none changes twice in two days, so these are the offsets before and after
  // any change near this time. Clocks set back make the offset smaller: the one before gives the earlier moment.
  const before = offsetSecondsAt(asIfUtc - secondsPerDay, zone);
  const after = offsetSecondsAt(asIfUtc + secondsPerDay, zone);
  const isShownBefore = offsetSecondsAt(asIfUtc - before, zone) === before;
  const isShownAfter = offsetSecondsAt(asIfUtc - after, zone) === after;
  return asIfUtc - (isShownAfter && !isShownBefore ? after : before);
}

function insideCalendar(second: number): number {
  return Math.min(Math.max(second, dayNumberMin * secondsPerDay), (dayNumberMax + 1) * secondsPerDay - 1);
}

function secondOfDay(time: string): number {
  const match = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(time);
  if (match === null) throw new RangeError(`'${time}' is not a time of day written HH:MM:SS`);
  return (Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3]);
}

const secondsPerHour = 3600;
const hoursKeptMax = 20_000;

/** Offsets by zone and hour: asking the runtime takes 2 microseconds, and most questions are about the present hour. */
const offsets = keptByZone<number>(hoursKeptMax);

/** How far the zone's clocks are ahead of UTC. */
export function offsetSecondsAt(secondInUtc: number, zone: string): number {
  const hour = Math.floor(secondInUtc / secondsPerHour);
  const known = offsets.get(zone, hour);
  if (known !== undefined) return known;
  const offset = askOffset(secondInUtc, zone);
  const [first, last] = [hour * secondsPerHour, (hour + 1) * secondsPerHour - 1];
  // No zone changes twice in an hour.
  if (askOffset(first, zone) === offset && askOffset(last, zone) === offset) offsets.set(zone, hour, offset);
  return offset;
}

/** Before railway time offsets have seconds: New York was at -04:56:02. */
function askOffset(secondInUtc: number, zone: string): number {
  const text = formatterOf(zone).format(secondInUtc * 1000);
  const match = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (match === null) throw new RangeError(`the runtime wrote the offset of ${zone} as '${text}'`);
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = match;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return sign === '-' ? -offset : offset;
}

/** Callers may write one zone in many ways, so what is kept has a bound. */
const formattersMax = 1_000;

/** A formatter takes some 35 microseconds to make and 2 to use, and there are few zones. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  if (formatters.size >= formattersMax) formatters.clear();
  formatters.set(zone, made);
  return made;
}

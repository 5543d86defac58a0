// Local time by Intl alone. A day is a number, counted from 1 January 1970, so that days can be subtracted.

export interface Local {
  readonly day: number;
  /** Milliseconds since the local midnight, as a clock on the wall shows them. */
  readonly time: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

const hour = 3_600_000;
export const msOfDay = 24 * hour;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsetsOfZones = new Map<string, Map<number, number>>();

export function localOf(instant: number, zone: string): Local {
  const shifted = instant + offsetOf(instant, zone);
  const day = Math.floor(shifted / msOfDay);
  return { day, time: shifted - day * msOfDay, weekday: weekdayOf(day) };
}

export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

export const dayOf = (date: string): number =>
  Date.UTC(+date.slice(0, 4), +date.slice(5, 7) - 1, +date.slice(8, 10)) / msOfDay;

/** The same day so many months later, or the last one of a month that is shorter. */
export function monthsLater(day: number, months: number): number {
  const date = new Date(day * msOfDay);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  // Day 0 of the month behind is the last one of the month.
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / msOfDay;
}

/** Clocks are set at a whole hour of UTC, so the offset is the same within one. */
function offsetOf(instant: number, zone: string): number {
  let offsets = offsetsOfZones.get(zone);
  if (offsets === undefined) {
    offsets = new Map();
    offsetsOfZones.set(zone, offsets);
  }
  const index = Math.floor(instant / hour);
  let offset = offsets.get(index);
  if (offset === undefined) {
    offset = offsetByFormat(index * hour, zone);
    offsets.set(index, offset);
  }
  return offset;
}

function offsetByFormat(instant: number, zone: string): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value);
  return Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!) - instant;
}

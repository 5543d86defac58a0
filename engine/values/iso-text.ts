// Takes written dates and times apart (ISO 8601 and what older clients send). It judges only the text; civil-date.ts
// decides whether the day exists.

interface IsoTime {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Six digits: more are cut, never rounded, so that no moment moves into the next second, day or year. */
  readonly fraction: string;
  /** Minutes ahead of UTC; 0 when none is written, since older clients send `YYYY-MM-DD HH:MM` and mean UTC. */
  readonly offsetMinutes: number;
}

interface IsoText {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Absent for a plain date. */
  readonly time?: IsoTime;
}

const datePattern = /^(\d{4})-(\d{2})-(\d{2})/;
const timePattern = /^[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)?$/;

export function scanIsoText(text: string): IsoText | undefined {
  const match = datePattern.exec(text);
  if (match === null) return undefined;
  const [written, year, month, day] = match;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const rest = text.slice(written.length);
  if (rest === '') return date;
  const time = scanTime(rest);
  return time === undefined ? undefined : { ...date, time };
}

function scanTime(text: string): IsoTime | undefined {
  const match = timePattern.exec(text);
  if (match === null) return undefined;
  const [, hours, minutes, seconds = '00', fraction = '', sign = '+', offsetHours = '00', offsetRest = '00'] = match;
  const hour = Number(hours);
  const minute = Number(minutes);
  const second = Number(seconds);
  // 24:00 and the leap second 23:59:60 are refused: both are second names of a moment that has one already.
  if (hour > 23 || minute > 59 || second > 59 || Number(offsetHours) > 23 || Number(offsetRest) > 59) return undefined;
  const offset = Number(offsetHours) * 60 + Number(offsetRest);
  const offsetMinutes = sign === '-' ? -offset : offset;
  return { hour, minute, second, fraction: fraction.slice(0, 6).padEnd(6, '0'), offsetMinutes };
}

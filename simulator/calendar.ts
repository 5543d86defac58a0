// Banking days and New York time, worked out here: whoever is to check others' calendars may not borrow theirs. A day is
// `YYYY-MM-DD`, an instant `YYYY-MM-DDTHH:MM:SS.ffffff+00:00`.

const dayMs = 86_400_000;
const saturday = 6;
const [sunday, monday, thursday] = [0, 1, 4];

const msOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOfMs = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const weekdayOf = (day: string): number => new Date(msOfDay(day)).getUTCDay();

export const plusDays = (day: string, days: number): string => dayOfMs(msOfDay(day) + days * dayMs);

/** The nth such weekday of a month; -1 is the last one. */
function nthOf(year: number, month: number, weekday: number, nth: number): string {
  const first = nth > 0 ? dayOfMs(Date.UTC(year, month - 1, 1)) : dayOfMs(Date.UTC(year, month, 0) - 6 * dayMs);
  const ahead = (weekday - weekdayOf(first) + 7) % 7;
  return plusDays(first, ahead + 7 * Math.max(0, nth - 1));
}

const holidays = new Map<number, ReadonlySet<string>>();

/** The holidays of the Federal Reserve Banks: one on a Sunday is kept on Monday, one on a Saturday is not moved. */
function holidaysOf(year: number): ReadonlySet<string> {
  let found = holidays.get(year);
  if (found === undefined) {
    const juneteenth = year >= 2021 ? ['06-19'] : [];
    const fixed = ['01-01', ...juneteenth, '07-04', '11-11', '12-25']
      .map((day) => `${year}-${day}`)
      .map((day) => (weekdayOf(day) === sunday ? plusDays(day, 1) : day));
    const moving = [
      nthOf(year, 1, monday, 3),
      nthOf(year, 2, monday, 3),
      nthOf(year, 5, monday, -1),
      nthOf(year, 9, monday, 1),
      nthOf(year, 10, monday, 2),
      nthOf(year, 11, thursday, 4),
    ];
    found = new Set([...fixed, ...moving]);
    holidays.set(year, found);
  }
  return found;
}

export function isBankingDay(day: string): boolean {
  const weekday = weekdayOf(day);
  return weekday !== saturday && weekday !== sunday && !holidaysOf(Number(day.slice(0, 4))).has(day);
}

/** The day itself if it is a banking day, else the next one. */
export function bankingDayFrom(day: string): string {
  let at = day;
  while (!isBankingDay(at)) at = plusDays(at, 1);
  return at;
}

export function plusBankingDays(day: string, days: number): string {
  let at = day;
  for (let left = days; left > 0; left--) at = bankingDayFrom(plusDays(at, 1));
  return at;
}

const hourMs = 3_600_000;

const summers = new Map<number, { readonly begins: number; readonly ends: number }>();

/** From the second Sunday in March to the first one in November, each time at two o'clock, New York is an hour ahead. */
function isSummer(standardMs: number): boolean {
  const year = new Date(standardMs).getUTCFullYear();
  const { begins, ends } = summers.get(year) ?? {
    begins: msOfDay(nthOf(year, 3, sunday, 2)) + 2 * hourMs,
    ends: msOfDay(nthOf(year, 11, sunday, 1)) + hourMs,
  };
  summers.set(year, { begins, ends });
  return standardMs >= begins && standardMs < ends;
}

/** Day and time of day (HH:MM) in New York. */
export function inNewYork(instant: string): { readonly day: string; readonly time: string } {
  const standardMs = Date.parse(instant) - 5 * hourMs;
  const local = new Date(standardMs + (isSummer(standardMs) ? hourMs : 0)).toISOString();
  return { day: local.slice(0, 10), time: local.slice(11, 16) };
}

/** For times that are there on every day: none between one and three at night. */
export function newYorkAt(day: string, time: string): string {
  const local = Date.parse(`${day}T${time}:00Z`);
  return instantOfMs(local + (isSummer(local) ? 4 : 5) * hourMs);
}

export const plusSeconds = (instant: string, seconds: number): string =>
  instantOfMs(Date.parse(instant) + seconds * 1_000);

const instantOfMs = (ms: number): string => new Date(ms).toISOString().replace('Z', '000+00:00');

// A day of the Gregorian calendar, years 0001 to 9999, with no time and no zone. Arithmetic counts days; JavaScript's
// Date is not used, because it is a moment and brings a zone with it.

import { scanIsoText } from './iso-text.ts';

declare const civilDateBrand: unique symbol;
/** `YYYY-MM-DD`. Text order is the order of days, so `<` and `===` are right too. */
export type CivilDate = string & { readonly [civilDateBrand]: true };

interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function daysInMonth({ year, month }: Omit<DateParts, 'day'>): number {
  const days = monthLengths[month - 1];
  if (days === undefined) throw new RangeError(`${month} is not a month`);
  return month === 2 && isLeapYear(year) ? 29 : days;
}

/** Undefined when the calendar has no such day. */
export function dateOfParts(parts: DateParts): CivilDate | undefined {
  const { year, month, day } = parts;
  const isYear = Number.isInteger(year) && year >= 1 && year <= 9999;
  const isMonth = Number.isInteger(month) && month >= 1 && month <= 12;
  if (!isYear || !isMonth || !Number.isInteger(day) || day < 1 || day > daysInMonth(parts)) return undefined;
  return civilDate(parts);
}

export function partsOfDate(date: CivilDate): DateParts {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/**
 * A plain date, or a full date-time, of which the written date is taken: clients send `1980-02-29T00:00:00Z` for a
 * birthday and mean that day, whatever day it is in other zones.
 */
export function parseCivilDate(text: string): CivilDate | undefined {
  const scanned = scanIsoText(text);
  return scanned === undefined ? undefined : dateOfParts(scanned);
}

export function addDays(date: CivilDate, days: number): CivilDate {
  const result = dateOfDayNumber(dayNumberOf(date) + days);
  if (result === undefined) throw new RangeError(`${date} plus ${days} days is not a date between 0001 and 9999`);
  return result;
}

export const firstOfMonth = (date: CivilDate): CivilDate => `${date.slice(0, 8)}01` as CivilDate;

/** The last day of the month before that of the date. */
export const monthEndBefore = (date: CivilDate): CivilDate => addDays(date, -partsOfDate(date).day);

export const isMonthEnd = (date: CivilDate): boolean => partsOfDate(date).day === daysInMonth(partsOfDate(date));

// The two functions below are Howard Hinnant's days_from_civil and civil_from_days. Years are counted from March, so
// that the leap day comes last, in eras of 400 years, which all have the same number of days.
const daysPerEra = 146_097;
const daysFromEraStartTo1970 = 719_468;

/** 0001-01-01 and 9999-12-31. */
export const dayNumberMin = -719_162;
export const dayNumberMax = 2_932_896;

/** Days since 1970-01-01. */
export function dayNumberOf(date: CivilDate): number {
  const { year, month, day } = partsOfDate(date);
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const marchMonth = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * daysPerEra + dayOfEra - daysFromEraStartTo1970;
}

/** Undefined outside the years 0001 to 9999. */
export function dateOfDayNumber(dayNumber: number): CivilDate | undefined {
  if (!Number.isInteger(dayNumber) || dayNumber < dayNumberMin || dayNumber > dayNumberMax) return undefined;
  const shifted = dayNumber + daysFromEraStartTo1970;
  const era = Math.floor(shifted / daysPerEra);
  const dayOfEra = shifted - era * daysPerEra;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return civilDate({ year, month, day });
}

/** The only place where text becomes a date; the parts have been checked. */
function civilDate({ year, month, day }: DateParts): CivilDate {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return text as CivilDate;
}

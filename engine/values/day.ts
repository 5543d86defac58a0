// A civil date as the number of days since 1970-01-01: what the engine calculates with.

import { type CivilDate, dateOfDayNumber, dayNumberOf } from './civil-date.ts';

export type Day = number;

export function dayOf(date: CivilDate): Day {
  return dayNumberOf(date);
}

export function dateOf(day: Day): CivilDate {
  const date = dateOfDayNumber(day);
  if (date === undefined) throw new RangeError(`day ${day} is not a date between 0001 and 9999`);
  return date;
}

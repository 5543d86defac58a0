// The days on which rules about holidays close: the federal holidays on their day and on the day on which they are
// observed, and the days that the company has added.
import { isNamedHoliday, weekdayOf } from '@tenor/engine/time/calendar.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { textOfDay } from './local.ts';

const [monday, friday, sunday] = [1, 5, 7];

export const isSunday = (day: Day): boolean => weekdayOf(day) === sunday;

export function isHoliday(day: Day, added: readonly string[]): boolean {
  return isFederal(day) || (added.length > 0 && isAmong(day, added));
}

function isFederal(day: Day): boolean {
  const weekday = weekdayOf(day);
  if (isNamedHoliday(day)) return true;
  return (weekday === monday && isNamedHoliday(day - 1)) || (weekday === friday && isNamedHoliday(day + 1));
}

function isAmong(day: Day, added: readonly string[]): boolean {
  const date = textOfDay(day);
  return added.includes(date) || added.includes(date.slice('YYYY-'.length));
}

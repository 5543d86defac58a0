// The months of a figure: as many as are asked for, the last one that of the day.
import { type CivilDate, partsOfDate } from '@tenor/engine/values/civil-date.ts';

const monthsUsual = 12;

const numberOf = ({ year, month }: { year: number; month: number }): number => year * 12 + month - 1;
const nameOf = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;

/** Their names, such as 2026-03, and the first day of the first one. */
export function monthsUntil(asOf: CivilDate, count = monthsUsual): { names: string[]; from: CivilDate } {
  const last = numberOf(partsOfDate(asOf));
  const first = Math.max(12, last - count + 1);
  const names = Array.from({ length: last - first + 1 }, (_, i) => nameOf(first + i));
  return { names, from: `${names[0]}-01` as CivilDate };
}

/** How many months later than the first one the second one is. */
export const monthsBetween = (first: string, second: string): number => {
  const of = (month: string): number => numberOf(partsOfDate(`${month}-01` as CivilDate));
  return of(second) - of(first);
};

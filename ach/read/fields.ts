// Fields of a record by their positions, which count from one as in the layouts. What is wrong is refused at its column.
import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import { addDays, type CivilDate, dateOfParts, dayNumberOf } from '@tenor/engine/values/civil-date.ts';
import { refuse } from '../text/file-refused.ts';

export const recordLength = 94;

/** A line, padded with spaces to its full length. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** Lines come without their trailing spaces from some banks. */
export function lineOf(written: string, number: number): Line {
  const strange = written.search(/[^ -~]/);
  if (strange >= 0) refuse(number, strange + 1, 'a character that is none of printable ASCII');
  return { number, text: written.padEnd(recordLength) };
}

export const raw = ({ text }: Line, from: number, to: number): string => text.slice(from - 1, to);

export const trimmed = (line: Line, from: number, to: number): string => raw(line, from, to).trim();

export function digits(line: Line, from: number, to: number, what: string): string {
  const text = raw(line, from, to);
  const wrong = text.search(/\D/);
  if (wrong >= 0) refuse(line.number, from + wrong, `${what} must be ${to - from + 1} digits`);
  return text;
}

export const number = (line: Line, from: number, to: number, what: string): number =>
  Number(digits(line, from, to, what));

/** Twelve digits at the most: any such amount is one of ours. */
export const amount = (line: Line, from: number, to: number, what: string): Cents =>
  cents(number(line, from, to, what));

export function oneOf<const Word extends string>(line: Line, from: number, words: readonly Word[], what: string): Word {
  const text = raw(line, from, from + (words[0] as Word).length - 1);
  const found = words.find((word) => word === text);
  return found ?? refuse(line.number, from, `${what} must be ${words.join(', ')}, not ${text}`);
}

/** A letter and two digits: R01, C01. */
export function code(line: Line, letter: 'R' | 'C'): string {
  const text = raw(line, 4, 6);
  if (text[0] !== letter) refuse(line.number, 4, `the code must begin with ${letter}, not ${text[0]}`);
  digits(line, 5, 6, 'the number of the code');
  return text;
}

/** YYMMDD of this century; undefined: no such day. */
export function dateOf(yymmdd: string): CivilDate | undefined {
  if (!/^\d{6}$/.test(yymmdd)) return undefined;
  const [year, month, day] = [yymmdd.slice(0, 2), yymmdd.slice(2, 4), yymmdd.slice(4, 6)].map(Number);
  return dateOfParts({ year: 2000 + (year as number), month: month as number, day: day as number });
}

export function date(line: Line, from: number, what: string): CivilDate {
  const found = dateOf(digits(line, from, from + 5, what));
  return found ?? refuse(line.number, from, `${what} must be a day as YYMMDD`);
}

/** The day of a year that operators write, such as 138. Blank or 000: none. Its year is that which is nearest to `by`. */
export function dayOfYear(line: Line, from: number, what: string, by: CivilDate): CivilDate | null {
  const text = raw(line, from, from + 2);
  if (text.trim() === '' || text === '000') return null;
  const day = number(line, from, from + 2, what);
  const year = Number(by.slice(0, 4));
  const near = [year - 1, year, year + 1]
    .flatMap((one) => nthDay(one, day) ?? [])
    .sort((a, b) => distance(a, by) - distance(b, by));
  return near[0] ?? refuse(line.number, from, `${what} must be a day of a year, from 001 to 366`);
}

function nthDay(year: number, nth: number): CivilDate | undefined {
  const first = dateOfParts({ year, month: 1, day: 1 });
  if (first === undefined || nth < 1) return undefined;
  const found = addDays(first, nth - 1);
  return found.slice(0, 4) === first.slice(0, 4) ? found : undefined;
}

const distance = (a: CivilDate, b: CivilDate): number => Math.abs(dayNumberOf(a) - dayNumberOf(b));

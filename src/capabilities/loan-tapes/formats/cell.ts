// A value as text, as files of lines have it.
import { likeFormula } from '#platform/csv.ts';
import type { Kind, Value } from '../catalogue/field.ts';
import type { MoneyUnit } from '../types/words.ts';

/** Exact whatever the amount: no number with a fraction is made of it. */
export function dollarsOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Without powers of ten, which a reader would take for a text. */
function decimalOf(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/0+$/, '') : String(BigInt(Math.trunc(value)));
}

/** A spreadsheet would run what somebody has written so. */
export const harmless = (text: string, kind: Kind): string =>
  kind === 'text' && likeFormula.test(text) ? `'${text}` : text;

type WrittenValue = Exclude<Value, null>;

/** How values of a kind are written. Cents and counts are whole numbers, which are never written with powers of ten. */
export function writerOf(kind: Kind, unit: MoneyUnit): (value: WrittenValue) => string {
  if (kind === 'money' && unit === 'fullUnit') return (value) => dollarsOf(value as number);
  if (kind === 'money' || kind === 'integer') return String;
  return (value) => (typeof value === 'number' ? decimalOf(value) : String(value));
}

export const textOf = (value: Value, kind: Kind, unit: MoneyUnit): string | null =>
  value === null ? null : writerOf(kind, unit)(value);

export const isNumber = (kind: Kind): boolean => ['money', 'integer', 'rate', 'exact'].includes(kind);

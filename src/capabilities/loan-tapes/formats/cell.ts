// A value as text, as files of lines have it.
import type { Kind, Value } from '../catalogue/field.ts';
import type { MoneyUnit } from '../types/words.ts';

/** Exact whatever the amount: no number with a fraction is made of it. */
export function dollarsOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function textOf(value: Value, kind: Kind, unit: MoneyUnit): string | null {
  if (value === null) return null;
  if (kind === 'money' && unit === 'fullUnit') return dollarsOf(value as number);
  return typeof value === 'string' ? value : String(value);
}

export const isNumber = (kind: Kind): boolean => ['money', 'integer', 'rate', 'exact'].includes(kind);

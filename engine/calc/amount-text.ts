// Amounts as text for people and for programs.

import { dollarText, type Exact } from '../interest/exact.ts';
import { type Cents, cents, formatCents, formatGrouped } from '../values/cents.ts';

/** 480000 is 4,800.00. */
export const grouped = (amount: number): string => formatGrouped(amount as Cents);

/** Empty instead of 0.00. */
export const groupedUnlessZero = (amount: number): string => (amount === 0 ? '' : grouped(amount));

/** 480000 is 4800.00. */
export const plain = (amount: number): string => formatCents(cents(amount));

interface Dollars {
  /** The amount with this many decimals; the rest is cut off. */
  readonly text: string;
  /** True when nothing was cut off. */
  readonly isWhole: boolean;
}

/** Parts of a cent over the denominator, in dollars. */
export function dollars(exact: Exact, denominator: number, places: number): Dollars {
  const total = BigInt(exact.whole) * BigInt(denominator) + BigInt(exact.part);
  const isWhole = (total * 10n ** BigInt(places)) % (BigInt(denominator) * 100n) === 0n;
  return { text: dollarText(exact, denominator, places), isWhole };
}

/** For a person: 13.0179…, and 0 for nothing. */
export function shortDollars(exact: Exact, denominator: number): string {
  if (exact.whole === 0 && exact.part === 0) return '0';
  const { text, isWhole } = dollars(exact, denominator, 4);
  return isWhole ? text : `${text}…`;
}

/** Decimal text cut to four decimals: 87.3554794520 becomes 87.3554…. */
export function shortened(decimal: string): string {
  const end = decimal.indexOf('.') + 5;
  return /[1-9]/.test(decimal.slice(end)) ? `${decimal.slice(0, end)}…` : decimal.slice(0, end);
}

/** For a program: ten decimals. */
export const longDollars = (exact: Exact, denominator: number): string => dollarText(exact, denominator, 10);

/** Decimal text of a rate in percent, cut to `places` decimals: 0.1527556995 becomes 15.2755… with 4. */
export function percent(rate: string, places: number): string {
  const sign = rate.startsWith('-') ? '-' : '';
  const [whole = '0', decimals = ''] = rate.replace('-', '').split('.');
  const padded = decimals.padEnd(places + 2, '0');
  const digits = `${whole}${padded.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = /[1-9]/.test(padded.slice(places + 2)) ? '…' : '';
  return `${sign}${digits}.${padded.slice(2, places + 2)}${rest} %`;
}

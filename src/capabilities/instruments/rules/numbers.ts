// The rules for numbers of accounts and cards, and for the holder's name.
import type { Checked } from './checked.ts';

/** Numbers may be written in groups, with spaces or dashes between them. */
const digitsOf = (text: string): string => text.replace(/[\s-]/g, '');

/**
 * The clearing house has room for 17 digits. Of an external account many lenders know the last four digits only, and
 * send these as its number.
 */
export function checkAccountNumber(text: string, { isExternal }: { readonly isExternal: boolean }): Checked<string> {
  const digits = digitsOf(text);
  const fewest = isExternal ? 4 : 5;
  if (/^\d{4,17}$/.test(digits) && digits.length >= fewest) return { value: digits };
  return { problem: 'is not an account number', expected: `${fewest} to 17 digits` };
}

export function checkLastFour(text: string): Checked<string> {
  const digits = text.trim();
  return /^\d{4}$/.test(digits) ? { value: digits } : { problem: 'does not have four digits', expected: 'four digits' };
}

/**
 * Nine digits, of which the last is computed from the others (ABA). Whether such a bank exists is not checked. Some
 * numbers in use fail the check: with `skipsChecksum` any nine digits are accepted.
 */
export function checkRoutingNumber(text: string, { skipsChecksum = false } = {}): Checked<string> {
  const digits = digitsOf(text);
  if (!/^\d{9}$/.test(digits)) return { problem: 'does not have nine digits', expected: 'nine digits' };
  const sum = [...digits].reduce((all, digit, i) => all + Number(digit) * ([3, 7, 1][i % 3] as number), 0);
  if (skipsChecksum || (sum % 10 === 0 && sum > 0 && hasKnownPrefix(digits))) return { value: digits };
  return {
    problem: 'is no routing number: a digit is wrong',
    expected: 'the nine digits of a bank, such as 021000021',
  };
}

/** The Treasury, the districts of the Federal Reserve, the same for thrifts and for electronic payments, and travelers' cheques. */
function hasKnownPrefix(digits: string): boolean {
  const prefix = Number(digits.slice(0, 2));
  return [1, 21, 61].some((first) => prefix >= first && prefix < first + 12) || prefix === 0 || prefix === 80;
}

/** The token of a provider: any printable signs without spaces. */
export function checkToken(text: string): Checked<string> {
  const token = text.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return { value: token };
  return { problem: 'is not a token', expected: 'the text that the payment provider gave for the card' };
}

/** The characters that payment files allow. */
export function checkHolderName(text: string): Checked<string> {
  const name = text.trim();
  if (/^[\p{L}\p{M}\p{Nd} ]+$/u.test(name)) return { value: name };
  return { problem: 'has signs that a payment cannot carry', expected: 'letters, digits and spaces only' };
}

export interface Month {
  readonly year: number;
  readonly month: number;
}

/** A card is good through the last day of its month. */
export const isPast = (expiration: Month, today: Month): boolean =>
  expiration.year * 12 + expiration.month < today.year * 12 + today.month;

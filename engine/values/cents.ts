// Money: whole cents in a safe integer. Input is bounded by `centsMax`. Results may exceed that bound and stay exact,
// because every sum asserts that it is still a safe integer. There is no multiplication here: interest and shares have
// rounding rules of their own.

import { formatScaled, scaleDecimal } from './decimal.ts';

declare const centsBrand: unique symbol;
export type Cents = number & { readonly [centsBrand]: true };

/**
 * 999,999,999,999.99: more than any loan book holds, and small enough that any 90 amounts add up to at most
 * 8,999,999,999,999,910, below the largest safe integer (9,007,199,254,740,991). Longer sums are exact too, or throw.
 */
export const centsMax = 99_999_999_999_999;

const centsScale = { places: 2, digitsMax: String(centsMax).length };

export function cents(n: number): Cents {
  if (!Number.isInteger(n) || Math.abs(n) > centsMax) {
    throw new RangeError(`${n} is not a whole number of cents between -${centsMax} and ${centsMax}`);
  }
  return exact(n);
}

export const zeroCents: Cents = cents(0);

/**
 * Exact from decimal text: 1e2 is 100.00 and 12.500 is 12.50. Undefined for parts of a cent and for amounts above the
 * bound.
 */
export function parseCents(text: string): Cents | undefined {
  const scaled = scaleDecimal(text, centsScale);
  if (scaled === undefined) return undefined;
  const amount = Number(scaled.digits);
  return cents(scaled.isNegative ? -amount : amount);
}

/** Always two decimals, which is how amounts leave the service (specification 2.2). */
export function formatCents(c: Cents): string {
  return formatScaled({ isNegative: c < 0, digits: String(Math.abs(c)) }, centsScale.places);
}

/** For people: 480000 is `4,800.00`. */
export function formatGrouped(c: Cents): string {
  return formatCents(c).replace(/\B(?=(\d{3})+\.)/g, ',');
}

export function addCents(a: Cents, b: Cents): Cents {
  return exact(a + b);
}

export function subtractCents(a: Cents, b: Cents): Cents {
  return exact(a - b);
}

export function sumCents(amounts: Iterable<Cents>): Cents {
  let total = zeroCents;
  for (const amount of amounts) total = addCents(total, amount);
  return total;
}

/**
 * The only place where a number becomes cents. Two safe integers add up exactly, or to something that is no longer
 * safe, so this one check catches every loss. Adding 0 turns -0, which prints and compares oddly, into 0.
 */
function exact(n: number): Cents {
  if (!Number.isSafeInteger(n)) throw new RangeError(`${n} cents cannot be held exactly`);
  return (n + 0) as Cents;
}

// Exact fractions on BigInt. Nothing is reduced on the way (equal denominators stay equal, so sums are cheap); the
// lowest terms are found when a fraction is written.

import type { Rounding } from '../interest/exact.ts';

export interface Rational {
  readonly numerator: bigint;
  /** Above zero. */
  readonly denominator: bigint;
}

export function rational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  const [above, below] = [BigInt(numerator), BigInt(denominator)];
  if (below === 0n) throw new RangeError('a fraction needs a denominator');
  return below < 0n ? { numerator: -above, denominator: -below } : { numerator: above, denominator: below };
}

export const zero: Rational = rational(0n);

/**
 * Reads `-12.345` as a fraction over ten to the power of `places`, so that all numbers read in this way share a
 * denominator.
 */
export function ofDecimal(text: string, places: number): Rational {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) throw new RangeError(`'${text}' is no decimal`);
  const [, sign = '', whole = '', fraction = ''] = match;
  if (fraction.length > places) throw new RangeError(`'${text}' has more than ${places} decimals`);
  const digits = BigInt(whole + fraction.padEnd(places, '0'));
  return rational(sign === '-' ? -digits : digits, 10n ** BigInt(places));
}

export function plus(a: Rational, b: Rational): Rational {
  if (a.denominator === b.denominator) {
    return { numerator: a.numerator + b.numerator, denominator: a.denominator };
  }
  const common = greatestDivisor(a.denominator, b.denominator);
  const [timesA, timesB] = [b.denominator / common, a.denominator / common];
  return { numerator: a.numerator * timesA + b.numerator * timesB, denominator: a.denominator * timesA };
}

function negated(a: Rational): Rational {
  return { numerator: -a.numerator, denominator: a.denominator };
}

export function minus(a: Rational, b: Rational): Rational {
  return plus(a, negated(b));
}

export function times(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

/** Negative when `a` is the smaller one. */
export function compared(a: Rational, b: Rational): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

export function smaller(a: Rational, b: Rational): Rational {
  return compared(a, b) <= 0 ? a : b;
}

export function larger(a: Rational, b: Rational): Rational {
  return compared(a, b) >= 0 ? a : b;
}

export function atLeastZero(a: Rational): Rational {
  return a.numerator < 0n ? zero : a;
}

/** Rounds to whole cents by the product's rule; all three rules are symmetric about zero. */
export function rounded(a: Rational, rounding: Rounding): number {
  const isNegative = a.numerator < 0n;
  const above = isNegative ? -a.numerator : a.numerator;
  let whole = above / a.denominator;
  const twice = 2n * (above % a.denominator);
  const isHalf = twice === a.denominator;
  const goesUp = twice > a.denominator || (isHalf && (rounding === 'halfUp' || whole % 2n === 1n));
  if (rounding !== 'cut' && goesUp) whole += 1n;
  const cents = Number(whole);
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${whole} cents cannot be held`);
  return isNegative && cents !== 0 ? -cents : cents;
}

/** The whole cents; the fraction is dropped. */
export function wholeCents(a: Rational): number {
  return rounded(a, 'cut');
}

/** `12/1`, `-3/7`: lowest terms. */
export function textOf(a: Rational): string {
  const common = greatestDivisor(a.numerator < 0n ? -a.numerator : a.numerator, a.denominator);
  return `${a.numerator / common}/${a.denominator / common}`;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

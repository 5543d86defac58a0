// Interest to the last fraction of a cent, in whole numbers: whole cents and a part over one denominator, which is the
// scale of the rates times the basis of the day count. BigInt computes products that a double cannot represent.

import type { Rate } from '../values/rate.ts';

/** `whole + part / denominator` cents, with 0 <= part < denominator; so -0.25 is whole -1 and part 0.75. */
export interface Exact {
  whole: number;
  part: number;
}

/** How a fraction of a cent is dropped when an amount is booked. */
export type Rounding = 'cut' | 'halfEven' | 'halfUp';

export const nothing = (): Exact => ({ whole: 0, part: 0 });
export const isNothing = (x: Exact): boolean => x.whole === 0 && x.part === 0;

export function add(to: Exact, whole: number, part: number, denominator: number): void {
  const sum = to.part + part;
  const carry = sum >= denominator ? 1 : 0;
  to.part = sum - carry * denominator;
  to.whole += whole + carry;
}

export function subtract(from: Exact, whole: number, part: number, denominator: number): void {
  const rest = from.part - part;
  const borrow = rest < 0 ? 1 : 0;
  from.part = rest + borrow * denominator;
  from.whole -= whole + borrow;
}

/** A rate times a weight, a whole number: a `number` if it is safe, as it nearly always is. */
export type Factor = number | bigint;

export function factorOf(rate: number, weight: number): Factor {
  const factor = rate * weight;
  return factor <= Number.MAX_SAFE_INTEGER ? factor : BigInt(rate) * BigInt(weight);
}

export function addFactors(a: Factor, b: Factor): Factor {
  if (typeof a === 'number' && typeof b === 'number' && a + b <= Number.MAX_SAFE_INTEGER) return a + b;
  return BigInt(a) + BigInt(b);
}

/**
 * Adds amount × factor / denominator. A product of safe integers below 2^53 is exact in a double, and an inexact one is
 * above 2^53: so the test needs no bound computed before.
 */
export function addProduct(to: Exact, amount: number, factor: Factor, denominator: number): void {
  if (typeof factor === 'number') {
    const product = amount * factor;
    if (product <= Number.MAX_SAFE_INTEGER) {
      // Exact below 2^53. Math.floor also gives V8 small integers, while a division would leave boxed doubles.
      const whole = Math.floor(product / denominator);
      add(to, whole, Math.floor(product - whole * denominator), denominator);
      return;
    }
  }
  const exact = BigInt(amount) * BigInt(factor);
  const over = BigInt(denominator);
  add(to, Number(exact / over), Number(exact % over), denominator);
}

/** Negative if a is smaller. */
export function compare(a: Exact, b: Exact): number {
  return a.whole - b.whole || a.part - b.part;
}

/** Rounds to whole cents. All modes are symmetric about zero, so that a reversal is the exact negative. */
export function rounded({ whole, part }: Exact, denominator: number, rounding: Rounding): number {
  if (part === 0) return whole;
  if (rounding === 'cut') return whole < 0 ? whole + 1 : whole;
  const twice = 2 * part;
  if (twice !== denominator) return twice > denominator ? whole + 1 : whole;
  if (rounding === 'halfUp') return whole < 0 ? whole : whole + 1;
  return whole % 2 === 0 ? whole : whole + 1;
}

/** amount × numerator / denominator in whole cents, all three not negative. */
export function share(amount: number, numerator: number, denominator: number, rounding: Rounding): number {
  const result = nothing();
  addProduct(result, amount, numerator, denominator);
  return rounded(result, denominator, rounding);
}

/** The scales for decimals of a rate: rates with more than six decimals need the larger one, and ten are the most. */
export const coarseScale = 1_000_000;
export const fineScale = 10_000_000_000;

export function scaleFor(rate: Rate): number {
  const decimals = decimalsOf(rate);
  if (decimals > 10) throw new RangeError(`the rate ${rate} has more than 10 decimals`);
  return decimals > 6 ? fineScale : coarseScale;
}

/** The rate as an integer over the scale. */
export function scaled(rate: Rate, scale: number): number {
  const decimals = decimalsOf(rate);
  const digits = Number(rate.replace('.', ''));
  return digits * (scale / 10 ** decimals);
}

function decimalsOf(rate: Rate): number {
  const point = rate.indexOf('.');
  return point < 0 ? 0 : rate.length - point - 1;
}

/** Dollars as decimal text with so many decimals, cut off: 41.0958 cents are `0.4109` with 4. */
export function dollarText(exact: Exact, denominator: number, places: number): string {
  const { whole, part } = exact;
  if (whole < 0 || places < 2 || Math.max(whole, denominator * chunk) > Number.MAX_SAFE_INTEGER) {
    return longDollarText(exact, denominator, places);
  }
  const cents = String(whole).padStart(3, '0');
  return `${cents.slice(0, -2)}.${cents.slice(-2)}${decimalsOfCent(part, denominator, places - 2)}`;
}

/** So many decimals are divided at once. */
const chunkDigits = 4;
const chunk = 10 ** chunkDigits;

/** Long division, a few decimals at a time: so it needs no large integers, which are slow. */
function decimalsOfCent(part: number, denominator: number, places: number): string {
  let text = '';
  for (let left = part; text.length < places; ) {
    const dividend = left * chunk;
    left = dividend % denominator;
    text += String((dividend - left) / denominator).padStart(chunkDigits, '0');
  }
  return text.slice(0, places);
}

function longDollarText({ whole, part }: Exact, denominator: number, places: number): string {
  const isNegative = whole < 0;
  const total = BigInt(whole) * BigInt(denominator) + BigInt(part);
  const size = isNegative ? -total : total;
  const over = BigInt(denominator) * 100n;
  const digits = ((size * 10n ** BigInt(places)) / over).toString().padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return isNegative && /[1-9]/.test(text) ? `-${text}` : text;
}

// Interest to the last fraction of a cent, as it is summed up and shown.
import type { AccountTerms } from '@tenor/engine/account/terms.ts';
import { add, dollarText, type Exact, rounded, subtract } from '@tenor/engine/interest/exact.ts';
import { basisOf } from '@tenor/engine/time/day-count.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';

/** An exact amount of cents: `whole`, and `part` over the denominator. */
export interface Fraction extends Readonly<Exact> {
  readonly denominator: number;
}

/** Amounts that are not rounded are shown in dollars with so many decimals. */
const places = 10;

export const fraction = (
  { interest }: Pick<AccountTerms, 'interest'>,
  scale: number,
  { whole, part }: Readonly<Exact>,
): Fraction => ({
  whole,
  part,
  denominator: scale * basisOf(interest.dayCount),
});

export const wholeCents = (amount: number): Fraction => ({ whole: amount, part: 0, denominator: 1 });

export const plus = (a: Fraction, b: Fraction): Fraction => combined(a, b, add);
export const minus = (a: Fraction, b: Fraction): Fraction => combined(a, b, subtract);

/** A finer rate makes the parts finer, so one denominator is a multiple of the other. */
function combined(a: Fraction, b: Fraction, combine: typeof add): Fraction {
  const denominator = Math.max(a.denominator, b.denominator);
  const result = { whole: a.whole, part: a.part * (denominator / a.denominator) };
  combine(result, b.whole, b.part * (denominator / b.denominator), denominator);
  return { ...result, denominator };
}

export const isNothing = ({ whole, part }: Fraction): boolean => whole === 0 && part === 0;

/** Whole cents; the fraction is dropped. */
export const cut = (amount: Fraction): Cents => rounded(amount, amount.denominator, 'cut') as Cents;

/** Dollars with ten decimals; the rest is cut. */
export const unroundedText = (amount: Fraction): string => dollarText(amount, amount.denominator, places);

// Parts of a figure of interest. Interest is exact, figures are whole cents: each part is shown with the cents by which
// the sum so far has grown, so that the parts add up to the figure.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { cut, type Fraction, isNothing, minus, plus, unroundedText, wholeCents } from './exact-amounts.ts';
import type { ExplainedPart } from './product.ts';

export interface Item {
  readonly exact: Fraction;
  readonly on: Day | null;
  readonly sentence: string;
}

/** The cents of each item, so that together they are the cents of the whole. */
export function asParts(items: readonly Item[]): ExplainedPart[] {
  let sum = wholeCents(0);
  return items
    .filter(({ exact }) => !isNothing(exact))
    .map(({ exact, on, sentence }) => {
      const before = cut(sum);
      sum = plus(sum, exact);
      return {
        amount: (cut(sum) - before) as Cents,
        effectiveDate: on === null ? null : dateOf(on),
        figure: null,
        sentence: `${sentence}: ${unroundedText(exact)} before rounding.`,
      };
    });
}

export const sumOfExact = (amounts: readonly Fraction[]): Fraction => amounts.reduce(plus, wholeCents(0));

/** The item that is missing for a known sum. */
export const restTo = (known: Fraction, items: readonly Item[], sentence: string): Item => ({
  exact: minus(known, sumOfExact(items.map(({ exact }) => exact))),
  on: null,
  sentence,
});

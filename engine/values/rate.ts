// A rate (annual, 0.01 means 1 percent: specification 2.2) as canonical decimal text, so that two equal rates are equal
// strings and no digit is lost between request, database and engine.

import { formatScaled, type ScaledDecimal, scaleDecimal, unitsOf } from './decimal.ts';

declare const rateBrand: unique symbol;
/** No trailing zeros, no exponent, no sign on zero: `0.0725`, `-0.5`, `12`, `0`. */
export type Rate = string & { readonly [rateBrand]: true };

// The twelfth decimal is one cent a year on ten billion; three digits before the point are more than any APR has.
const rateScale = { places: 12, digitsMax: 15 };

/** Undefined when the text is no decimal, has more than 12 decimals, or is not within -1000 and 1000, both excluded. */
export function parseRate(text: string): Rate | undefined {
  const scaled = scaleDecimal(text, rateScale);
  if (scaled === undefined) return undefined;
  return canonical(scaled);
}

// A sum of rates may exceed the bound of a single rate.
const sumScale = { places: rateScale.places, digitsMax: 60 };

/** Exact. */
export function addRates(a: Rate, b: Rate): Rate {
  const sum = unitsOf(a, sumScale) + unitsOf(b, sumScale);
  return canonical({ isNegative: sum < 0n, digits: `${sum < 0n ? -sum : sum}` });
}

const canonical = (scaled: ScaledDecimal): Rate => formatScaled(scaled, rateScale.places).replace(/\.?0+$/, '') as Rate;

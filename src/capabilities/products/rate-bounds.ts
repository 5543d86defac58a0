// The limits of a rate, besides being a rate at all.
import type { Rate } from '@tenor/engine/values/rate.ts';
import type { Problem } from '#platform/errors.ts';

/** More decimals than these are not exact in the engine. */
const decimalsMax = 10;

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Above 100 % an interest rate is taken for percent (9.99 for 9.99 %), unless the highest rate of the loan type is above. */
export function percentProblem(path: string, rate: Rate, { maxRate }: { readonly maxRate: Rate | null }): Problem[] {
  if (Number(rate) <= Math.max(1, Number(maxRate ?? 0))) return [];
  const message = 'is above 1, which is 100 %. A rate is a decimal: 0.0999 is 9.99 %';
  return [{ path, message, expected: 'a rate of at most 1, or a loan type whose interest.maxRate is as high' }];
}

export function rateProblem(path: string, rate: Rate | null, { min, max }: Bounds): readonly Problem[] {
  if (rate === null) return [];
  const wrong = (message: string) => {
    const expected = `a rate from ${min} to ${max} with at most ${decimalsMax} decimals; 0.05 is five percent`;
    return [{ path, message, expected }];
  };
  // The number is only compared with whole numbers; the text is what is stored.
  const size = Number(rate);
  if (size < min) return wrong(`is below ${min}`);
  if (size > max) return wrong(`is above ${max}: a rate is a decimal, 0.05 for five percent`);
  return (rate.split('.')[1] ?? '').length > decimalsMax ? wrong(`has more than ${decimalsMax} decimals`) : [];
}

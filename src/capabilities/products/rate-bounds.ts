// The limits of a rate, besides being a rate at all.
import type { Rate } from '@tenor/engine/values/rate.ts';
import type { Problem } from '#platform/errors.ts';

/** More decimals than these are not exact in the engine. */
const decimalsMax = 10;

interface Bounds {
  readonly min: number;
  readonly max: number;
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

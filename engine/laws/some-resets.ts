// Random dates on which rates over the index are reset.

import fc from 'fast-check';
import type { RateResets } from '../interest/resets.ts';
import type { Day } from '../values/day.ts';
import { parseRate, type Rate } from '../values/rate.ts';

const between = (min: number, max: number) => fc.integer({ min, max });

/** In hundredths of a percent; null as often as not. */
const cap = (max: number): fc.Arbitrary<Rate | null> =>
  fc.option(
    between(0, max).map((n): Rate => parseRate(`${n}e-4`)!),
    { freq: 2 },
  );

export const someResets = fc.record({
  /** Most often within the first periods; sometimes before the loan. */
  shift: fc.oneof({ weight: 4, arbitrary: between(1, 90) }, { weight: 1, arbitrary: between(-400, 200) }),
  everyMonths: fc.constantFrom(1, 1, 2, 3, 6, 12),
  lookbackDays: fc.oneof(fc.constant(0), between(0, 60)),
  roundTo: fc.option(fc.constantFrom('0.00125' as Rate, '0.0025' as Rate), { freq: 1 }),
  firstCap: cap(5_00),
  periodicCap: cap(2_00),
  lifetimeCap: cap(6_00),
  lifetimeDrop: cap(6_00),
});
export type ResetGenes = typeof someResets extends fc.Arbitrary<infer T> ? T : never;

export function resetsOf(genes: ResetGenes | null, start: Day): RateResets | null {
  if (genes === null) return null;
  const { shift, ...rest } = genes;
  return { first: start + shift, ...rest };
}

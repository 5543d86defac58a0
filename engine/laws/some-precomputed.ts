// Random charges that are fixed when a loan begins.

import fc from 'fast-check';
import type { Precomputed, Terms } from '../installment/terms.ts';
import { cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';

const orNull = (arbitrary: fc.Arbitrary<number>, weight: number): fc.Arbitrary<number | null> =>
  fc.oneof({ weight, arbitrary: fc.constant(null) }, { weight: 100 - weight, arbitrary });

export const somePrecomputed = fc.record({
  /** In percent of the principal; null: by the rate. Rarely it is more than is lent. */
  share: fc.oneof(
    { weight: 40, arbitrary: fc.constant(null) },
    { weight: 52, arbitrary: fc.integer({ min: 0, max: 60 }) },
    { weight: 8, arbitrary: fc.integer({ min: 60, max: 900 }) },
  ),
  /** Cents to the whole percent, so that small charges of a few cents are among them. */
  oddCents: fc.integer({ min: 0, max: 30 }),
  rebate: fc.constantFrom('ruleOf78' as const, 'actuarial', 'evenly'),
  rebateRounding: fc.constantFrom('halfUp' as const, 'up'),
  wholeAfter: orNull(fc.integer({ min: 1, max: 31 }), 65),
});
export type PrecomputedGenes = typeof somePrecomputed extends fc.Arbitrary<infer T> ? T : never;

interface Begun {
  readonly terms: Terms;
  readonly start: Day;
  readonly dueDates: readonly Day[];
}

/** Without the terms that do not go with a charge; the Rule of 78 only where the loan is surely short enough. */
export function withCharge(genes: PrecomputedGenes, { terms, start, dueDates }: Begun): Terms {
  const isCounted = terms.payments.count === null && terms.payments.amount !== null;
  const isLong = isCounted || dueDates.at(-1)! - start > 61 * 30;
  const precomputed: Precomputed = {
    charge: genes.share === null ? 'byRate' : cents(Math.floor((terms.principal * genes.share) / 100) + genes.oddCents),
    rebate: genes.rebate === 'ruleOf78' && isLong ? 'evenly' : genes.rebate,
    rebateRounding: genes.rebateRounding,
    wholeAfter: genes.wholeAfter,
  };
  return {
    ...terms,
    interest: {
      ...terms.interest,
      accrual: 'simple',
      totalCap: null,
      resets: null,
      overdueBearing: 'principal',
      precomputed,
    },
    payments: { ...terms.payments, amortization: 'level', interestOnly: 0, plannedAdvances: [] },
    prepayment: terms.prepayment === 'reamortize' ? 'shorten' : terms.prepayment,
    delinquency: { ...terms.delinquency, accrualAfterChargeOff: false },
  };
}

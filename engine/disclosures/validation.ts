// Compares the figures that a lender supplied with ours (interface, 3.5.1). The flags warn; they change no number.

import { scheduleOf } from '../installment/schedule-of.ts';
import type { Terms } from '../installment/terms.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { unitsOf } from '../values/decimal.ts';
import type { Rate } from '../values/rate.ts';

interface SuppliedPayment {
  readonly on: Day;
  readonly amount: Cents;
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
}

export interface AmountsValidation {
  readonly principalMatch: boolean;
  readonly interestMatch: boolean;
  readonly feesMatch: boolean;
  readonly totalAdvancesMatch: boolean;
  readonly recurringAmountsMatch: boolean;
}

/** Compares row by row: the same dates, and for each the same principal, interest, fees and amount. */
export function amountsValidation(
  terms: Terms,
  activatedOn: Day,
  supplied: readonly SuppliedPayment[],
): AmountsValidation {
  const computed = scheduleOf(terms, activatedOn);
  const isSame = (part: 'principal' | 'interest' | 'fees' | 'amount'): boolean =>
    supplied.length === computed.length &&
    supplied.every((row, i) => row.on === computed[i]!.on && row[part] === computed[i]![part]);
  const advances = terms.payments.plannedAdvances.reduce((sum, { amount }) => sum + amount, terms.principal as number);
  const repaid = supplied.reduce((sum, { principal }) => sum + principal, 0);
  const financedFee = terms.fees.origination?.charged === 'financed' ? terms.fees.origination.amount : 0;
  return {
    principalMatch: isSame('principal'),
    interestMatch: isSame('interest'),
    feesMatch: isSame('fees'),
    totalAdvancesMatch: repaid === advances + financedFee,
    recurringAmountsMatch: isSame('amount'),
  };
}

interface RateLimits {
  readonly interestRateMin: Rate | null;
  readonly interestRateMax: Rate | null;
  readonly aprNominalMax: Rate | null;
  readonly aprEffectiveMax: Rate | null;
}

interface RatesFound {
  /** The rates of the terms: absolute ones, or index plus spread as of the day. */
  readonly interestRates: readonly Rate[];
  readonly aprNominal: string;
  readonly aprEffective: string;
}

interface RatesValidation {
  readonly interestRateExceedsMax: boolean;
  readonly interestRateBelowMin: boolean;
  readonly aprEffectiveExceedsMax: boolean;
  readonly aprNominalExceedsMax: boolean;
}

/** At origination and at activation, each with the figures of its day. */
export function ratesValidation(limits: RateLimits, found: RatesFound): RatesValidation {
  return {
    interestRateExceedsMax: found.interestRates.some((rate) => isAbove(rate, limits.interestRateMax)),
    interestRateBelowMin: found.interestRates.some(
      (rate) => limits.interestRateMin !== null && isAbove(limits.interestRateMin, rate),
    ),
    aprEffectiveExceedsMax: isAbove(found.aprEffective, limits.aprEffectiveMax),
    aprNominalExceedsMax: isAbove(found.aprNominal, limits.aprNominalMax),
  };
}

/** Compares decimal texts digit by digit: no float is used for a rate or its limit. */
export function isAbove(rate: string, limit: string | null): boolean {
  return limit !== null && unitsOf(rate, scale) > unitsOf(limit, scale);
}

const scale = { places: 40, digitsMax: 90 };

// Dates on which the rate of a loan over an index is reset: the loan type says how, the agreement from when on.
import type { RateResets } from '@tenor/engine/interest/resets.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import type { InstallmentSettings } from '#capabilities/products/index.ts';
import { refuseField } from '#platform/errors.ts';
import type { WholeAgreement } from './schemas.ts';

const wrong = (message: string, expected: string) => refuseField('atOrigination.firstRateResetDate', message, expected);

/** Errors: InvalidRequest. */
export function resetTerms({ interest }: InstallmentSettings, agreed: WholeAgreement): RateResets | null {
  const { firstRateResetDate: first = null, interestRates } = agreed;
  const { resetMonths: everyMonths } = interest;
  if (everyMonths === null) {
    if (first === null) return null;
    throw wrong('is for loan types with interest.resetMonths', 'nothing, or such a loan type');
  }
  const isIndexed = (interestRates ?? []).some(({ interestType }) => interestType === 'spread');
  if (first === null) {
    if (!isIndexed) return null;
    throw wrong('is required: a rate over the index is reset on dates', 'the first date of a reset');
  }
  if (!isIndexed) throw wrong('changes nothing: no rate is over an index', 'nothing, or interestType spread');
  return {
    first: dayOf(first),
    everyMonths,
    lookbackDays: interest.resetLookbackDays,
    roundTo: interest.resetRoundTo,
    firstCap: interest.resetFirstCap,
    periodicCap: interest.resetPeriodicCap,
    lifetimeCap: interest.resetLifetimeCap,
    lifetimeDrop: interest.resetLifetimeDrop,
  };
}

// Interest that is a charge, fixed when the loan begins: agreed in cents, as an add-on rate, or what the rates come to.
import type { Precomputed, Terms } from '@tenor/engine/installment/terms.ts';
import { scaled, scaleFor, share } from '@tenor/engine/interest/exact.ts';
import { periodsPerYear } from '@tenor/engine/time/due-dates.ts';
import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import { type InstallmentSettings, rateProblem } from '#capabilities/products/index.ts';
import { errors, refuseField, refuseFields } from '#platform/errors.ts';
import type { WholeAgreement } from './schemas.ts';

const wrong = (field: string, message: string, expected: string) =>
  refuseField(`atOrigination.${field}`, message, expected);

type Lent = Pick<Terms, 'principal' | 'payments'>;

/** Errors: InvalidRequest. */
export function precomputedTerms(
  { interest }: InstallmentSettings,
  agreed: WholeAgreement,
  lent: Lent,
): Precomputed | null {
  const { precomputedRebate: rebate, precomputedRebateRounding: rebateRounding } = interest;
  const { precomputedWholeAfterDays: wholeAfter } = interest;
  const given = chargeGiven(agreed, lent);
  if (rebate !== null) return { charge: given ?? 'byRate', rebate, rebateRounding, wholeAfter };
  if (given === null) return null;
  const field = agreed.addOnRate == null ? 'financeChargeAmount' : 'addOnRate';
  throw wrong(field, 'is for loan types with interest.precomputedRebate', 'nothing, or such a loan type');
}

/** Null: the agreed rates say it. */
function chargeGiven(agreed: WholeAgreement, lent: Lent): Cents | null {
  const { financeChargeAmount = null, addOnRate = null, interestRates, promoRates } = agreed;
  if (financeChargeAmount === null && addOnRate === null) return null;
  if (financeChargeAmount !== null && addOnRate !== null) {
    throw wrong('addOnRate', 'says what financeChargeAmount says already', 'one of the two');
  }
  const useless = Object.entries({ interestRates, promoRates }).find(([, rates]) => rates?.length);
  if (useless !== undefined) {
    throw wrong(useless[0], 'changes nothing where the charge is given', 'nothing, or no charge and no addOnRate');
  }
  return addOnRate === null ? financeChargeAmount : addOn(addOnRate, lent);
}

/** Principal × rate × years, which the number of payments says. */
function addOn(rate: Rate, { principal, payments }: Lent): Cents {
  const [problem] = rateProblem('atOrigination.addOnRate', rate, { min: 0, max: 10 });
  if (problem !== undefined) throw refuseFields(errors.InvalidRequest, [problem]);
  const count = payments.schedule?.length ?? payments.count;
  if (payments.frequency === 'singleTerm' || count === null) {
    throw wrong('addOnRate', 'needs a number of payments', 'a duration, or financeChargeAmount in place of the rate');
  }
  const scale = scaleFor(rate);
  return cents(share(count * principal, scaled(rate, scale), scale * periodsPerYear(payments), 'halfUp'));
}

/** The terms of a loan that is taken over, of whose charge so much was not earned. */
export const withCharge = (terms: Terms, charge: Cents): Terms => ({
  ...terms,
  interest: { ...terms.interest, precomputed: { ...terms.interest.precomputed!, charge } },
});

// Makes the engine's terms of a draw from the settings of the loan type, and from what its line and the draw agreed: what
// the draw does not say, the line says; what neither says, the loan type. Impossible values are refused with the path of
// their field.
import { checkDrawTerms, checkLineTerms } from '@tenor/engine/line/check-terms.ts';
import type { DrawPurpose, DrawTerms, LineTerms } from '@tenor/engine/line/terms.ts';
import { zeroCents } from '@tenor/engine/values/cents.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { parseRate } from '@tenor/engine/values/rate.ts';
import {
  amortizationOf,
  chargedOf,
  drawTermsOf,
  graceTermsOf,
  type LineSettings,
} from '#capabilities/products/index.ts';
import { refuseField } from '#platform/errors.ts';
import { mustBeNoPercent, rateTermsOf } from '../../loan/agreement-fields.ts';
import { boundedFor, isCovered } from '../../loan/covered.ts';
import { type DrawAgreement, drawFeeOf, type LineAgreement, mustBeSoundDraw } from './agreement.ts';
import { mustBeDrawForCovered, rateMaxOf } from './mapr.ts';
import { asRefusal } from './refused-terms.ts';

/** The line of a draw: what it agreed, and its terms as they stand. */
interface LineOfDraw {
  readonly agreed: LineAgreement;
  readonly terms: LineTerms;
}

const refuse = (field: string, expected: string) => (why: string) =>
  refuseField(`atOrigination.${field}`, why, expected);

/** Errors: InvalidRequest. */
export function termsOfDraw(settings: LineSettings, line: LineOfDraw, agreed: DrawAgreement): DrawTerms {
  mustBeNoPercent(agreed, settings.interest);
  mustBeSoundDraw(agreed);
  const base = drawTermsOf(settings);
  const purpose = purposeOf(settings, agreed);
  const amortization = amortizationOfDraw(base, line.agreed, agreed);
  const terms: DrawTerms = {
    purpose,
    creditLimit: agreed.creditLimitAmount ?? base.creditLimit,
    rates: ratesOf(settings, purpose, line, agreed),
    minimum: {
      percentOfPrincipal:
        agreed.minPaymentCalculation?.percentageOfPrincipal ??
        line.agreed.minPaymentCalculation?.percentageOfPrincipal ??
        base.minimum.percentOfPrincipal,
      amount: agreed.minPaymentCalculation?.minAmount ?? base.minimum.amount,
    },
    grace: graceOf(settings, { purpose, isAmortized: amortization !== null }, line.agreed, agreed),
    amortization,
    deferredInterest: null,
    fees: feesOf(settings, base, amortization, agreed),
    endDate: agreed.enforcedEndDate == null ? null : dayOf(agreed.enforcedEndDate),
  };
  if (isCovered(line.agreed)) mustBeDrawForCovered(line.terms, terms);
  asRefusal(() => checkDrawTerms(line.terms, terms), {
    amortization: refuse('autoAmortization', 'null, or isGracePeriodApplicable false'),
    'rates.promos[].days': (why, at) => refuse(`promoRates[${at}].days`, 'at least 184 days, or null')(why),
  });
  // Grace needs more days from the statement to the due date than a line without it.
  asRefusal(() => checkLineTerms(line.terms, terms.grace !== null), {
    'cycle.days': refuse('gracePeriod.isGracePeriodApplicable', 'false, on a line of these days'),
  });
  return terms;
}

function purposeOf({ draws }: LineSettings, agreed: DrawAgreement): DrawPurpose {
  const purpose = agreed.purpose ?? 'regular';
  if (draws.purposes.includes(purpose)) return purpose;
  const message = `cannot be ${purpose} by the loan type`;
  throw refuseField('atOrigination.purpose', message, draws.purposes.join(', '));
}

/** On a static draw nothing accrues, so it needs none. */
function ratesOf(
  settings: LineSettings,
  purpose: DrawPurpose,
  { agreed: line, terms: { interest } }: LineOfDraw,
  draw: DrawAgreement,
): DrawTerms['rates'] {
  const interestRates = draw.interestRates ?? line.interestRates ?? (purpose === 'static' ? noInterest : null);
  if (interestRates === null) {
    const message = 'is required: the line has no rates either';
    throw refuseField('atOrigination.interestRates', message, 'a list of rates, one after the other');
  }
  const bounds = boundedFor(line, settings.interest, rateMaxOf(interest.dayCount));
  const terms = rateTermsOf({ interestRates, promoRates: draw.promoRates ?? line.promoRates ?? [] }, bounds);
  return { ...terms, promos: terms.promos.map((promo) => ({ ...promo, disqualifyOverdueDays: null })) };
}

const noInterest = [{ rate: parseRate('0')! }];

/** A draw that says that it has grace is not amortized by what its line or the loan type says. */
function amortizationOfDraw(
  base: Pick<DrawTerms, 'amortization'>,
  line: LineAgreement,
  draw: DrawAgreement,
): DrawTerms['amortization'] {
  if (draw.autoAmortization != null) return amortizationOf(draw.autoAmortization);
  if (draw.gracePeriod?.isGracePeriodApplicable === true) return null;
  return line.autoAmortization == null ? base.amortization : amortizationOf(line.autoAmortization);
}

/** Only a regular draw that is not amortized has grace without saying so. */
function graceOf(
  { gracePeriod: ofType }: LineSettings,
  { purpose, isAmortized }: { readonly purpose: DrawPurpose; readonly isAmortized: boolean },
  { gracePeriod: ofLine }: LineAgreement,
  { gracePeriod: own }: DrawAgreement,
): DrawTerms['grace'] {
  const otherwise = ofLine?.isGracePeriodApplicable ?? ofType.isGracePeriodApplicable;
  if (!(own?.isGracePeriodApplicable ?? (otherwise && purpose === 'regular' && !isAmortized))) return null;
  const said = <K extends 'numPeriodsToRestoreGrace' | 'numPeriodsToEvaluateGrace'>(name: K) =>
    own?.[name] ?? ofLine?.[name] ?? ofType[name];
  const override = own?.minPaymentCalculationOverride ?? ofLine?.minPaymentCalculationOverride;
  return graceTermsOf({
    numPeriodsToRestoreGrace: said('numPeriodsToRestoreGrace'),
    numPeriodsToEvaluateGrace: said('numPeriodsToEvaluateGrace'),
    minPaymentCalculationOverride:
      override == null
        ? ofType.minPaymentCalculationOverride
        : {
            percentageOfPrincipal: override.percentageOfPrincipal ?? parseRate('0')!,
            minAmount: override.minAmount ?? zeroCents,
          },
  });
}

function feesOf(
  settings: LineSettings,
  { fees: base }: Pick<DrawTerms, 'fees'>,
  amortization: DrawTerms['amortization'],
  { fees }: DrawAgreement,
): DrawTerms['fees'] {
  const [service] = base.periodic;
  const amount = fees?.serviceFeeAmount ?? service?.amount;
  const cap = fees?.serviceFeeCapAmount ?? service?.cap ?? null;
  return {
    draw: {
      amount: drawFeeOf(fees) ?? base.draw.amount,
      percentOfPurchase: fees?.drawFeePercentageOfPrincipal ?? base.draw.percentOfPurchase,
      charged: chargedOf(settings, amortization),
    },
    periodic: amount ? [{ type: 'service', amount, cap }] : [],
  };
}

// The terms of a draw: by what it agreed, what its line agreed, and the loan type of the line.
import type { DrawTerms } from '@tenor/engine/line/terms.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { type LineSettings, loanTypeVersion, lineTermsOf as termsOfType } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { DrawFigures, DrawRow, LoanRow } from '../../core/loan/tables.ts';
import { type DrawAgreement, type LineAgreement, lineTermsOf, termsOfDraw } from '../../core/products/lines.ts';

interface AgreedTerms {
  readonly terms: DrawTerms;
  readonly figures: DrawFigures;
}

/** A draft of a line has no terms yet: then the draw is checked against those of the loan type. Errors: InvalidRequest. */
export async function agreedTerms(reader: Reader, { row }: HeldLoan, agreed: DrawAgreement): Promise<AgreedTerms> {
  const settings = await lineSettings(reader, row);
  const ofLine = row.at_origination as LineAgreement;
  const termsOfLine = row.terms === null ? termsOfType(settings) : lineTermsOf(row);
  const terms = termsOfDraw(settings, { agreed: ofLine, terms: termsOfLine }, agreed);
  return { terms, figures: { ratesValidation: ratesValidation(settings, terms) } };
}

/** Errors: InvalidRequest. */
export const drawTerms = async (reader: Reader, held: HeldLoan, agreed: DrawAgreement): Promise<DrawTerms> =>
  (await agreedTerms(reader, held, agreed)).terms;

interface Agreed {
  readonly isOriginated: boolean;
  readonly figures: DrawFigures;
}

/** What is stored of an agreement: a draft keeps what it said, and is shown with what it left out. */
export function asAgreed(
  agreed: DrawAgreement,
  terms: DrawTerms,
  { isOriginated, figures }: Agreed,
): Pick<DrawRow, 'at_origination' | 'figures'> {
  const whole = wholeAgreement(agreed, terms);
  return isOriginated ? { at_origination: whole, figures } : { at_origination: agreed, figures: { ...figures, whole } };
}

export async function lineSettings(
  reader: Reader,
  { id, loan_type_id, loan_type_version }: Pick<LoanRow, 'id' | 'loan_type_id' | 'loan_type_version'>,
): Promise<LineSettings> {
  const { settings } = await loanTypeVersion(reader, loan_type_id, loan_type_version);
  if (settings.type === 'lineOfCredit') return settings;
  throw new Error(`The line ${id} has a loan type of installment loans.`);
}

/** The agreement with the values that were left out: from the origination on they are fixed. */
function wholeAgreement(agreed: DrawAgreement, terms: DrawTerms): DrawAgreement {
  const { grace, amortization, minimum, fees, rates } = terms;
  const [service] = fees.periodic;
  return {
    ...agreed,
    purpose: terms.purpose,
    creditLimitAmount: terms.creditLimit,
    interestRates: rates.rates.map(({ days, rate, type }) => ({ days, rate, interestType: type })),
    promoRates: rates.promos.map(({ days, rate }) => ({ days, rate })),
    minPaymentCalculation: {
      percentageOfPrincipal: minimum.percentOfPrincipal,
      minAmount: minimum.amount,
    },
    gracePeriod: {
      isGracePeriodApplicable: grace !== null,
      ...(grace !== null && {
        numPeriodsToRestoreGrace: grace.periodsToRestore,
        numPeriodsToEvaluateGrace: grace.periodsToEvaluate,
        minPaymentCalculationOverride: grace.minimumOverride && {
          percentageOfPrincipal: grace.minimumOverride.percentOfPrincipal,
          minAmount: grace.minimumOverride.amount,
        },
      }),
    },
    autoAmortization: amortization && {
      amortizationLogic: 'aggregatePurchasesInPeriod',
      duration: amortization.duration,
      periodicPaymentAmount: amortization.amount,
    },
    fees: {
      drawFeeAmount: fees.draw.amount,
      originationFeeAmount: fees.draw.amount,
      drawFeePercentageOfPrincipal: fees.draw.percentOfPurchase,
      serviceFeeAmount: service?.amount ?? null,
      serviceFeeCapAmount: service?.cap ?? null,
    },
    enforcedEndDate: terms.endDate === null ? null : dateOf(terms.endDate),
  };
}

/** Interest rates outside the limits of the loan type warn. */
export function ratesValidation({ interest }: LineSettings, { rates }: DrawTerms) {
  const absolute = rates.rates.flatMap(({ rate, type }) => (type === 'absolute' ? [Number(rate)] : []));
  const { minRate, maxRate } = interest;
  return {
    interestRateAtOrigExceedsMax: maxRate !== null && absolute.some((rate) => rate > Number(maxRate)),
    interestRateAtOrigBelowMin: minRate !== null && absolute.some((rate) => rate < Number(minRate)),
  };
}

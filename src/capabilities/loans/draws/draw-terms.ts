// The terms of a draw: by what it agreed, what its line agreed, and the loan type of the line.
import type { DrawTerms } from '@tenor/engine/line/terms.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { type LineSettings, loanTypeVersion, lineTermsOf as termsOfType } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { LoanRow } from '../loan/tables.ts';
import { type DrawAgreement, type LineAgreement, lineTermsOf, termsOfDraw } from '../products/lines.ts';

/** A draft of a line has no terms yet: then the draw is checked against those of the loan type. Errors: InvalidRequest. */
export async function drawTerms(reader: Reader, { row }: HeldLoan, agreed: DrawAgreement): Promise<DrawTerms> {
  const settings = await lineSettings(reader, row);
  const ofLine = row.at_origination as LineAgreement;
  const terms = row.terms === null ? termsOfType(settings) : lineTermsOf(row);
  return termsOfDraw(settings, { agreed: ofLine, terms }, agreed);
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
export function wholeAgreement(agreed: DrawAgreement, terms: DrawTerms): DrawAgreement {
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

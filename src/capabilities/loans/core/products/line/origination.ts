// What the origination of a line computes: whether its rates keep the limits of the loan type and the law. A limit of
// the loan type warns; a rate cap refuses.
import { ratesValidation } from '@tenor/engine/disclosures/validation.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import type { LineSettings } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { rateTermsOf } from '../../loan/agreement-fields.ts';
import type { Originating } from '../../loan/product.ts';
import { absoluteRates, mustKeepCaps, wholeRates } from '../../loan/rate-caps.ts';
import type { LoanFigures } from '../../loan/tables.ts';
import type { LineAgreement } from './agreement.ts';
import { maprOfLine } from './mapr.ts';

/** Errors: InvalidRequest. */
export async function originationFigures(
  reader: Reader,
  { loanTypeId, settings, agreed, terms, index, state, date }: Originating<LineTerms, LineAgreement, LineSettings>,
): Promise<LoanFigures> {
  const interest = rateTermsOf(agreed, settings.interest);
  const day = dayOf(date);
  const rates = absoluteRates({ interest }, index, day);
  const checked = await mustKeepCaps(reader, loanTypeId, rates, { state, date });
  const mapr = maprOfLine(
    agreed,
    terms,
    settings,
    rates.map((rate, i) => ({ ...rate, isSpread: interest.rates[i]?.type === 'spread' })),
  );
  const { minRate, maxRate } = settings.interest;
  const found = ratesValidation(
    { interestRateMin: minRate, interestRateMax: maxRate, aprNominalMax: null, aprEffectiveMax: null },
    { interestRates: wholeRates({ interest }, index, day), aprNominal: '0', aprEffective: '0' },
  );
  return {
    ...(mapr === undefined ? {} : { maprAtOrigination: mapr }),
    ratesValidation: {
      interestRateAtOrigExceedsMax: found.interestRateExceedsMax,
      interestRateAtOrigBelowMin: found.interestRateBelowMin,
      ...checked,
    },
  };
}

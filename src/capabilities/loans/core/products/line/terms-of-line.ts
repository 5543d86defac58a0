// Makes the engine's terms of a line from the settings of the loan type and from the agreement. Impossible values are
// refused with the path of their field.
import { checkLineTerms } from '@tenor/engine/line/check-terms.ts';
import type { CycleTerms, LineTerms } from '@tenor/engine/line/terms.ts';
import type { Frequency } from '@tenor/engine/time/due-dates.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import {
  cycleTermsOf,
  expectedDays,
  type LineSettings,
  lineTermsOf,
  minimumOfBalanceOf,
} from '#capabilities/products/index.ts';
import { refuseField, refuseFields } from '#platform/errors.ts';
import { rateTermsOf, readDays } from '../../loan/agreement-fields.ts';
import { isCovered, maprMax } from '../../loan/covered.ts';
import { loanErrors } from '../../loan/errors.ts';
import { type LineAgreement, mustBeSound } from './agreement.ts';
import { asRefusal } from './refused-terms.ts';

/** The agreement must lack nothing. Errors: InvalidRequest, InvalidSpecificDays. */
export function termsOfLine(settings: LineSettings, agreed: LineAgreement): LineTerms {
  mustBeSound(agreed);
  // They are those of its draws; a draw that does not say others is not to find that they cannot be.
  rateTermsOf(agreed, settings.interest);
  const base = lineTermsOf(settings);
  const { minPaymentCalculation } = agreed;
  const terms: LineTerms = {
    ...base,
    creditLimit: agreed.creditLimitAmount as Cents,
    cycle: cycleOf(settings, agreed, ofAgreement),
    bufferDays: agreed.bufferToPushOutSchedule ?? null,
    minimum: {
      ...base.minimum,
      floor: minPaymentCalculation?.minAmount ?? base.minimum.floor,
      isOverLimitDue: minPaymentCalculation?.includesOverLimitAmount ?? base.minimum.isOverLimitDue,
      overLimitBeyond: minPaymentCalculation?.overLimitBeyond ?? base.minimum.overLimitBeyond,
      ofBalance: minimumOfBalanceOf(minPaymentCalculation?.ofBalance ?? null) ?? base.minimum.ofBalance,
    },
    cycleRateMax: isCovered(agreed) ? maprMax : null,
    fees: { ...base.fees, periodic: [...serviceFeeOf(agreed), ...base.fees.periodic] },
  };
  const hasGrace = agreed.gracePeriod?.isGracePeriodApplicable ?? settings.gracePeriod.isGracePeriodApplicable;
  const expected = expectedDaysOf(terms.cycle);
  asRefusal(() => checkLineTerms(terms, hasGrace), {
    'cycle.days': (why) =>
      refuseFields(loanErrors.InvalidSpecificDays, [{ path: ofAgreement.days, message: why, expected }]),
    ...refusedTiers,
  });
  return terms;
}

const tierField = (field: string, expected: string) => (why: string, at?: string) =>
  refuseField(`atOrigination.minPaymentCalculation.ofBalance.tiers[${at}].${field}`, why, expected);

const refusedTiers = {
  'minimum.ofBalance.tiers[].upTo': tierField('upToAmount', 'above that of the tier before; null for the last one'),
  'minimum.ofBalance.tiers[].percent': tierField('percentageOfBalance', '0 to 1'),
  'minimum.ofBalance.tiers[].amount': tierField('minAmount', 'an amount from 0 on'),
};

/** The paths of the fields that say when a line is billed. */
interface CycleFields {
  readonly frequency: string;
  readonly days: string;
}

const ofAgreement: CycleFields = {
  frequency: 'atOrigination.paymentFrequency',
  days: 'atOrigination.specificDays',
};

const isOfLine = (frequency: Frequency): frequency is CycleTerms['frequency'] =>
  ['weekly', 'everyTwoWeeks', 'twiceMonthly', 'monthly'].includes(frequency);

/** A line without days has those of its loan type, which are for the frequency of the loan type alone. */
export function cycleOf(
  settings: LineSettings,
  agreed: Pick<LineAgreement, 'paymentFrequency' | 'specificDays'>,
  fields: CycleFields,
): CycleTerms {
  const { payments, regulation } = settings;
  const frequency = agreed.paymentFrequency ?? payments.paymentFrequency;
  if (!isOfLine(frequency)) {
    const message = `cannot be ${frequency}: a line goes on, and is billed every month or more often`;
    throw refuseField(fields.frequency, message, 'monthly, for one');
  }
  if (frequency !== 'monthly' && regulation === 'card') {
    const message = 'must be monthly: a card is due on the same day of each month';
    throw refuseField(fields.frequency, message, 'monthly, or a loan type of another regulation');
  }
  const isOfType = (agreed.specificDays ?? []).length === 0 && frequency === payments.paymentFrequency;
  const { days, startDate, problem } = isOfType
    ? { days: payments.specificDays, startDate: null, problem: undefined }
    : readDays(frequency, agreed.specificDays ?? []);
  if (problem !== undefined) {
    const at = { path: fields.days, message: problem, expected: expectedDays[frequency] };
    throw refuseFields(loanErrors.InvalidSpecificDays, [at]);
  }
  return cycleTermsOf(payments, { frequency, days, startDate });
}

export function expectedDaysOf({ frequency, fixed, dueAfterDays }: CycleTerms): string {
  if (fixed === 'both') return 'the day of the statement and the due day, such as 1 and 25';
  if (frequency !== 'monthly') return expectedDays[frequency];
  const words = fixed === 'dueDay' ? 'the due day, 1 to 28 or 31' : 'the day of the statement';
  return `${words}; or the day of the statement and the due day. The loan type has ${dueAfterDays} days between them`;
}

/** What a line agrees itself is a fee of the line; that of the loan type is one of each draw. */
function serviceFeeOf({ fees }: LineAgreement): LineTerms['fees']['periodic'] {
  if (!fees?.serviceFeeAmount) return [];
  return [{ type: 'service', amount: fees.serviceFeeAmount, cap: fees.serviceFeeCapAmount ?? null }];
}

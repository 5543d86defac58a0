// What an agreement must say before the loan can be originated. An application may say it later.
import { expectedDays } from '#capabilities/products/index.ts';
import type { Problem } from '#platform/errors.ts';
import { gapsIn } from '../../loan/agreement-fields.ts';
import type { AtOriginationInput, WholeAgreement } from './schemas.ts';

export const lacking = (agreed: AtOriginationInput): Problem[] => [
  ...amountLacking(agreed),
  ...ratesLacking(agreed),
  ...datesLacking(agreed),
];

/** Only for an agreement that lacks nothing. */
export const asWhole = (agreed: AtOriginationInput): WholeAgreement => agreed as WholeAgreement;

const required = (field: string, expected: string, why = ''): Problem => ({
  path: `atOrigination.${field}`,
  message: `is required${why}`,
  expected,
});

const amountLacking = ({ principalAmount, amountFinanced }: AtOriginationInput): Problem[] =>
  (principalAmount ?? amountFinanced) == null
    ? [required('amountFinanced', 'what is lent, here or as principalAmount')]
    : [];

function ratesLacking({ interestRates, financeChargeAmount, addOnRate }: AtOriginationInput): Problem[] {
  if ((financeChargeAmount ?? addOnRate) != null) return [];
  if (!interestRates) return [required('interestRates', 'a list of rates, one after the other')];
  return gapsIn(interestRates);
}

function datesLacking(agreed: AtOriginationInput): Problem[] {
  const { paymentFrequency: frequency, specificDays, duration, periodicPaymentAmount, enforcedEndDate } = agreed;
  if (!frequency) return [required('paymentFrequency', 'how often is paid')];
  const isSingle = frequency === 'singleTerm';
  const hasDays = isSingle || (specificDays ?? []).length > 0;
  const hasEnd = enforcedEndDate != null || agreed.expectedPayments != null;
  const hasLength = hasEnd || (!isSingle && (duration ?? periodicPaymentAmount) != null);
  return [
    ...(hasDays ? [] : [required('specificDays', expectedDays[frequency])]),
    ...(hasLength ? [] : [isSingle ? requiredEnd : requiredLength]),
  ];
}

const requiredEnd = required('enforcedEndDate', 'the day on which everything is due', ' for a single term');
const requiredLength = required('duration', 'a number of payments, or periodicPaymentAmount, or enforcedEndDate');

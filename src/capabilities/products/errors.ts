import { errorKinds } from '#platform/errors.ts';

export const productErrors = errorKinds({
  IndexRateExists: {
    status: 409,
    title: 'The loan type has an index rate for this date',
    remedy: 'Change that rate with PUT .../index-rates/{data.indexRateId}, or choose another date.',
  },
  RateCapExists: {
    status: 409,
    title: 'The loan type has a rate cap for this state and date',
    remedy: 'Delete that one (data.rateCapId) first, or choose another date.',
  },
  FeeTypeExists: {
    status: 409,
    title: 'The loan type has a fee type of this name',
    remedy: 'Use the one that is there, or choose another apiName.',
  },
});

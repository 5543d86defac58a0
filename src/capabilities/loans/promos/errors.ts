import { errorKinds } from '#platform/errors.ts';

export const promoErrors = errorKinds({
  PromoProgramStatusForbids: {
    status: 409,
    title: 'The promo program is not in a status in which this can be done',
    remedy: 'data.status is the status it is in, data.allowed those in which it can be done.',
  },
  PromoProgramIsOfTerms: {
    status: 409,
    title: 'The promo program is a part of the terms that were agreed',
    remedy:
      'Its days stay as they were agreed with the loan or the draw. A further program of reducedRate can be added.',
  },
});

import { errorKinds } from '#platform/errors.ts';
import { statusForbids } from '../loan/thing-states.ts';

export const promoErrors = errorKinds({
  PromoProgramStatusForbids: statusForbids('promo program'),
  PromoProgramChangedTooOften: {
    status: 409,
    title: 'The promo program was changed too often',
    remedy:
      'Each change of its days stays in the timeline of the loan, so data.changesMax limits them. Cancel it, and make another one.',
  },
  PromoProgramIsOfTerms: {
    status: 409,
    title: 'The promo program is a part of the terms that were agreed',
    remedy:
      'Its days stay as they were agreed with the loan or the draw. A further program of reducedRate can be added.',
  },
});

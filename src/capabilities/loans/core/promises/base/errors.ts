import { errorKinds } from '#platform/errors.ts';
import { statusForbids } from '../../loan/thing-states.ts';

export const promiseErrors = errorKinds({
  PromiseStatusForbids: statusForbids('promise to pay'),
  PromiseToPayPlanOpen: {
    status: 409,
    title: 'The loan has a promise to pay that is scheduled or active',
    remedy: 'Wait for its end, or cancel data.promiseToPayPlanId: the same money cannot keep two promises.',
  },
});

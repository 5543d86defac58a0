import { errorKinds } from '#platform/errors.ts';

export const promiseErrors = errorKinds({
  PromiseStatusForbids: {
    status: 409,
    title: 'The promise to pay is not in a status in which this can be done',
    remedy: 'data.status is the status it is in, data.allowed those in which it can be done.',
  },
  PromiseToPayPlanOpen: {
    status: 409,
    title: 'The loan has a promise to pay that is scheduled or active',
    remedy: 'Wait for its end, or cancel data.promiseToPayPlanId: the same money cannot keep two promises.',
  },
});

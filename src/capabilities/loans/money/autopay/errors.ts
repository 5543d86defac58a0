import { errorKinds } from '#platform/errors.ts';

export const autopayErrors = errorKinds({
  AutopayExists: {
    status: 400,
    title: 'The loan has autopay already',
    remedy: 'Cancel the plan first: DELETE .../autopay. One that is paused is replaced by the new one.',
  },
});

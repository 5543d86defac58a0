import { errorKinds } from '#platform/errors.ts';

export const payoutErrors = errorKinds({
  DisbursementStatusForbids: {
    status: 409,
    title: 'The disbursement is not in a status in which this can be done',
    remedy:
      'data.status is the status it is in, data.allowed those in which it can be done. What has left is not taken back.',
  },
});

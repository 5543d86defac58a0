import { errorKinds } from '#platform/errors.ts';

export const creditBalanceErrors = errorKinds({
  CreditRefundRequestOpen: {
    status: 409,
    title: 'A request for this credit is open already',
    remedy: 'data.creditRefundRequestId names it. It is fulfilled by itself once the money is safe.',
  },
});

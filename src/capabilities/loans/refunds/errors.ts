import { errorKinds } from '#platform/errors.ts';

export const refundErrors = errorKinds({
  RefundStatusForbids: {
    status: 409,
    title: 'The refund is not in a status in which this can be done',
    remedy: 'data.status is the status it is in, data.allowed those in which it can be done.',
  },
  RefundPaidOut: {
    status: 409,
    title: 'What the refund gave back has gone to the borrower, or is on its way',
    remedy:
      'data.missingAmount is what the loan would lack. Cancel the reimbursement if it has not left yet; else the refund stays.',
  },
});

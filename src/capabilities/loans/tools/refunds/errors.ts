import { errorKinds } from '#platform/errors.ts';
import { statusForbids } from '../../core/loan/thing-states.ts';

export const refundErrors = errorKinds({
  RefundStatusForbids: statusForbids('refund'),
  RefundPaidOut: {
    status: 409,
    title: 'What the refund gave back has gone to the borrower, or is on its way',
    remedy:
      'data.missingAmount is what the loan would lack. Cancel the reimbursement if it has not left yet; else the refund stays.',
  },
});

import { errorKinds } from '#platform/errors.ts';

export const approvalErrors = errorKinds({
  ApprovalDecided: {
    status: 409,
    title: 'This order has been decided already',
    remedy: 'data.status says how. An order that was not approved in time, or was rejected, is given anew.',
  },
  PaymentsStopped: {
    status: 409,
    title: 'All payments of the company are stopped',
    remedy: 'Approve it once the operator has let payments go on: nothing goes out meanwhile.',
  },
});

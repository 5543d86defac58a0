// Examples of refunds for the documents.

export const refund = {
  id: 'RF-5KX8-W2NB',
  object: 'loanRefund',
  companyId: 'CP-4H7K-2MXA',
  loanId: 'LN-7KQ2-M4XA',
  status: 'succeeded',
  refundAmount: 500,
  atFaultParty: 'merchant',
  refundDate: '2026-05-04',
  refundVersion: 2,
  reamortize: false,
  principalAmount: 500,
  interestAmount: 0,
  feesAmount: 0,
  reimbursementAmount: 0,
  serviceCreditAmount: 4.2,
  createdAt: '2026-05-04T15:00:00.000000+00:00',
  updatedAt: null,
  canceledAt: null,
  deletedAt: null,
};

export const made = { ...refund, remainingEligibleRefundAmount: 1700, difference: null };

export const madeByFirst = { ...made, refundVersion: 1 };

export const canceled = {
  ...made,
  status: 'canceled',
  principalAmount: 0,
  serviceCreditAmount: 0,
  updatedAt: '2026-05-06T15:00:00.000000+00:00',
  canceledAt: '2026-05-06T15:00:00.000000+00:00',
  remainingEligibleRefundAmount: 2200,
};

// The requests of the examples, and what no example brings about.
export const approval = {
  id: 'AV-4T7M-W2QX',
  object: 'paymentApproval',
  companyId: 'CP-2W8D-K4TN',
  personId: 'BO-3M8K-Q7TZ',
  loanId: 'LN-7T2X-P5QG',
  transactionId: 'TX-6H2M-K8VD',
  kind: 'reimbursement',
  status: 'waiting',
  amount: 725,
  paymentInstrumentId: 'PT-5K8W-R3NB',
  merchantId: null,
  orderedByType: 'user',
  orderedById: 'UR-8D3N-V6KE',
  expiresAt: '2027-03-26T14:05:09.120344+00:00',
  decidedByType: null,
  decidedById: null,
  decidedAt: null,
  reason: null,
  createdAt: '2027-03-16T14:05:09.120344+00:00',
  updatedAt: null,
};

export const decision = { reason: 'checked with the borrower by telephone' };

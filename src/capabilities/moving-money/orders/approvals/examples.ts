// The examples of the description; a test checks each against its schema.
const at = '2027-03-16T14:05:09.120344+00:00';

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
  createdAt: at,
  updatedAt: null,
};

export const decision = { reason: 'checked with the borrower by telephone' };

const decidedAt = '2027-03-16T15:20:31.500000+00:00';
const decided = {
  ...approval,
  ...decision,
  decidedByType: 'user',
  decidedById: 'UR-2P9W-C4HZ',
  decidedAt,
  updatedAt: decidedAt,
};

export const approved = { ...decided, status: 'approved' };
export const rejected = { ...decided, status: 'rejected' };

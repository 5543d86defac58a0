const createdAt = '2026-03-13T15:10:27.104233+00:00';

export const recorded = {
  id: 'TX-3PZ8-MK4W',
  object: 'recordedCredit',
  companyId: 'CP-4WQ1-ZK7M',
  loanId: 'LN-7KQ2-M4XA',
  mainBorrowerId: 'BO-9XK3-T2WA',
  kind: 'transaction',
  amount: 5000,
  creditAmount: 1314,
  recordedByType: 'key',
  recordedById: 'AK-2MZ7-WQ1K',
  confirmedByType: null,
  confirmedById: null,
  confirmedAt: null,
};

export const confirmed = {
  ...recorded,
  confirmedByType: 'user',
  confirmedById: 'UR-5D8K-W2QM',
  confirmedAt: createdAt,
};

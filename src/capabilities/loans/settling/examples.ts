// Examples of settlements for the documents.

export const settlement = {
  id: 'SE-5KX8-W2NB',
  object: 'settlement',
  companyId: 'CP-4H7K-2MXA',
  loanId: 'LN-7KQ2-M4XA',
  mainBorrowerId: 'BO-9XK3-T2WA',
  status: 'accepted',
  amount: 1000,
  owedAmount: 2400,
  paidAmount: 400,
  schedule: [
    { dueDate: '2026-06-01', amount: 400, paidAmount: 400, isOverdue: false },
    { dueDate: '2026-07-01', amount: 600, paidAmount: 0, isOverdue: false },
  ],
  acceptBy: '2026-05-20',
  lastDate: '2026-07-01',
  cancelReason: null,
  cancellationOfDebt: null,
  createdAt: '2026-05-04T15:00:00.000000+00:00',
  updatedAt: '2026-06-01T15:00:00.000000+00:00',
  acceptedAt: '2026-05-06T15:00:00.000000+00:00',
  keptAt: null,
  brokenAt: null,
  canceledAt: null,
  expiredAt: null,
};

const unpaid = settlement.schedule.map((part) => ({ ...part, paidAmount: 0 }));

export const offered = {
  ...settlement,
  status: 'offered',
  paidAmount: 0,
  schedule: unpaid,
  updatedAt: null,
  acceptedAt: null,
  difference: null,
};

export const accepted = { ...settlement, paidAmount: 0, schedule: unpaid, difference: null };

export const canceled = {
  ...offered,
  status: 'canceled',
  cancelReason: 'the borrower has paid the whole',
  updatedAt: '2026-05-08T15:00:00.000000+00:00',
  canceledAt: '2026-05-08T15:00:00.000000+00:00',
};

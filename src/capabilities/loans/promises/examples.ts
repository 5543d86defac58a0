// Examples of promises to pay for the documents.

export const plan = {
  id: 'PS-5KX8-W2NB',
  object: 'promiseToPayPlan',
  companyId: 'CP-4H7K-2MXA',
  loanId: 'LN-7KQ2-M4XA',
  mainBorrowerId: 'BO-9XK3-T2WA',
  status: 'active',
  isOverdue: false,
  startDate: '2026-05-08',
  endDate: '2026-05-15',
  totalAmount: 200,
  paidAmount: 100,
  graceDays: 2,
  frequency: 'weekly',
  specificDays: null,
  duration: 2,
  amount: 100,
  periods: [
    {
      id: 'P2-7KQ2-M4XA',
      dueDate: '2026-05-08',
      amount: 100,
      paidAmount: 100,
      isFulfilled: true,
      isOverdue: false,
    },
    {
      id: 'P2-9XK3-T2WA',
      dueDate: '2026-05-15',
      amount: 100,
      paidAmount: 0,
      isFulfilled: false,
      isOverdue: false,
    },
  ],
  cancelReason: null,
  createdAt: '2026-05-04T15:00:00.000000+00:00',
  updatedAt: '2026-05-08T15:00:00.000000+00:00',
  activeAt: '2026-05-08T04:00:01.000000+00:00',
  keptAt: null,
  brokenAt: null,
  canceledAt: null,
};

export const made = {
  ...plan,
  status: 'scheduled',
  paidAmount: 0,
  periods: plan.periods.map((period) => ({ ...period, paidAmount: 0, isFulfilled: false })),
  updatedAt: null,
  activeAt: null,
};

export const canceled = {
  ...made,
  status: 'canceled',
  cancelReason: 'a payment plan was agreed instead',
  updatedAt: '2026-05-06T15:00:00.000000+00:00',
  canceledAt: '2026-05-06T15:00:00.000000+00:00',
};

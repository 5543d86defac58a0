// Examples of payoff quotes for the documents.

export const quote = {
  id: 'PX-5KX8-W2NB',
  object: 'payoffQuote',
  companyId: 'CP-4H7K-2MXA',
  loanId: 'LN-7KQ2-M4XA',
  mainBorrowerId: 'BO-9XK3-T2WA',
  goodThroughDate: '2026-05-14',
  payoffAmount: 4514.76,
  buckets: [
    { bucket: 'notDue', principalAmount: 4487.92, interestAmount: 26.84, feesAmount: 0 },
    { bucket: 'due', principalAmount: 0, interestAmount: 0, feesAmount: 0 },
    { bucket: 'overdue', principalAmount: 0, interestAmount: 0, feesAmount: 0 },
    { bucket: 'chargedOff', principalAmount: 0, interestAmount: 0, feesAmount: 0 },
  ],
  creditAmount: 0,
  unearnedChargeAmount: null,
  perDiem: '1.412772',
  holds: true,
  reason: null,
  missingAmount: 0,
  createdAt: '2026-05-04T15:00:00.000000+00:00',
};

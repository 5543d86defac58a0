// Examples of services that are sold with a loan, for the documents.

export const service = {
  id: 'SR-6T2W-M9QK',
  object: 'loanService',
  companyId: 'CP-4H7K-2MXA',
  loanId: 'LN-7KQ2-M4XA',
  kind: 'gapWaiver',
  provider: 'Wabash Assurance Co.',
  amount: 365,
  charged: 'financed',
  startDate: '2026-05-04',
  endDate: '2099-05-03',
  rebate: 'proRata',
  status: 'active',
  cancelReason: null,
  canceledOn: null,
  unearnedAmount: null,
  creditTransactionId: null,
  createdAt: '2026-05-04T15:00:00.000000+00:00',
  updatedAt: null,
};

export const canceled = {
  ...service,
  endDate: '2027-05-03',
  status: 'canceled',
  cancelReason: 'borrowerRequest',
  canceledOn: '2026-08-11',
  unearnedAmount: 265,
  creditTransactionId: 'TX-5KX8-W2NB',
  updatedAt: '2026-08-11T15:00:00.000000+00:00',
  difference: null,
};

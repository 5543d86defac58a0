// Examples of SCRA caps for the documents.

export const cap = {
  id: 'IC-5KX8-W2NB',
  object: 'scraCap',
  companyId: 'CP-4H7K-2MXA',
  loanId: 'LN-7KQ2-M4XA',
  status: 'active',
  militaryServiceId: 'MY-4J7C-Z2QV',
  annualRate: 0.06,
  startDate: '2026-06-01',
  endDate: null,
  cappedFrom: '2026-06-01',
  noticeReceivedDate: '2026-06-10',
  createdAt: '2026-06-10T15:00:00.000000+00:00',
  updatedAt: null,
  canceledAt: null,
};

export const given = { ...cap, feesInServiceAmount: 0, difference: null };

export const changed = { ...given, annualRate: 0.04, updatedAt: '2026-06-11T15:00:00.000000+00:00' };

export const canceled = { ...given, status: 'canceled', canceledAt: '2026-06-12T15:00:00.000000+00:00' };

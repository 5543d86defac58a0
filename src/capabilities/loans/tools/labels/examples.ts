// Examples of the labels of a loan, for the documents.

export const label = {
  id: 'LL-3F7K-W9QD',
  object: 'loanLabelOfLoan',
  companyId: 'CP-4H7K-2MXA',
  loanId: 'LN-7KQ2-M4XA',
  name: 'Watch',
  color: '#CC3311',
  status: 'active',
  addedAt: '2026-05-04T15:00:00.000000+00:00',
  addedByType: 'user',
  addedById: 'UR-5D8K-W2QM',
};

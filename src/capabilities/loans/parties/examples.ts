// Examples of who is on a loan, for the documents.

export const added = {
  id: 'LP-6T2W-M9QK',
  object: 'loanPerson',
  companyId: 'CP-4H7K-2MXA',
  loanId: 'LN-7KQ2-M4XA',
  personId: 'BO-4MW7-Q6ZC',
  loanRelationType: 'coBorrower',
  mayRead: false,
  startDate: '2026-05-04',
  endDate: null,
  createdAt: '2026-05-04T15:00:00.000000+00:00',
  updatedAt: null,
};

const updatedAt = '2026-08-04T15:00:00.000000+00:00';
export const updated = { ...added, mayRead: true, updatedAt };
export const ended = { ...added, endDate: '2026-08-04', updatedAt };

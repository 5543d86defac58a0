// Examples of to whom a loan belongs, for the documents.

export const association = {
  id: 'IA-6T2W-M9QK',
  object: 'loanInvestorAssociation',
  companyId: 'CP-2W8D-K4TN',
  loanId: 'LN-7T2X-P5QG',
  investorId: 'IR-6N9F-T3XB',
  share: 1,
  effectiveDate: '2026-05-04',
  endDate: null,
  replacedAt: null,
  createdAt: '2026-05-04T15:00:00.000000+00:00',
};

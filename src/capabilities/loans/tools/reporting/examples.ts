// Examples of what a loan is told to credit agencies, for the documents.

export const status = {
  object: 'reportingStatus',
  companyId: 'CP-4H7K-2MXA',
  loanId: 'LN-7KQ2-M4XA',
  date: '2026-05-04',
  isReported: true,
  notReportedBecause: null,
  accountStatus: '71',
  paymentRating: null,
  daysPastDue: 49,
  dateOfFirstDelinquency: '2026-03-16',
  thirtyDaysLateDate: '2026-04-15',
  amountPastDue: 433.21,
  currentBalance: 4512.07,
  scheduledPayment: 433.21,
  highCredit: 4800,
  originalChargeOffAmount: null,
  dateOfLastPayment: '2026-02-16',
  dateClosed: null,
  complianceConditionCode: 'XB',
  specialComment: null,
};

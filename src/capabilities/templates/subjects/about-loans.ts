// The subjects about loans and lines: their life, statements, terms, hardship and purchases.
import { inWriting, subjectsOf } from './subject.ts';

const loanSubjects = subjectsOf('loans', {
  welcome: {
    says: 'The borrower has a loan that is serviced here, from its beginning or taken over.',
    values: ['signInUrl?', 'firstPaymentDate?', 'paymentAmount?', 'previousServicerName?'],
  },
  loanOriginated: {
    says: 'A loan was originated.',
    values: ['loanAmount', 'annualRate', 'paymentAmount?', 'firstPaymentDate?'],
  },
  loanActivated: {
    says: 'A loan was activated: its money was sent.',
    values: ['loanAmount', 'fundingDate', 'paymentAmount?', 'firstPaymentDate?'],
  },
  loanCanceled: { says: 'A loan was canceled before its activation.' },
  loanPaidOff: { says: 'A loan was paid off.', values: ['paidOffDate', 'refundAmount?'] },
  loanClosed: { says: 'A loan or a line was closed.', values: ['effectiveDate'] },
  adverseActionNotice: {
    says: 'Credit was refused or made worse: the notice of Regulation B, and of the FCRA where a report was used.',
    channels: inWriting,
    values: [
      'decision',
      'decisionDate',
      'principalReasons',
      'federalAgency?',
      'creditBureauName?',
      'creditBureauAddress?',
      'creditBureauPhone?',
      'creditScore?',
      'creditScoreDate?',
      'creditScoreLowest?',
      'creditScoreHighest?',
      'creditScoreFactors?',
    ],
  },
  riskBasedPricingNotice: {
    says: 'Terms are less good because of a credit report, at the beginning or after a review (12 CFR 1022.73).',
    channels: inWriting,
    values: [
      'annualRate?',
      'isAfterReview',
      'creditBureauName',
      'creditBureauAddress?',
      'creditBureauPhone',
      'creditScore?',
      'creditScoreDate?',
      'creditScoreLowest?',
      'creditScoreHighest?',
      'creditScoreFactors?',
    ],
  },
});

const statementSubjects = subjectsOf('statements', {
  statementGenerated: {
    says: 'The statement of a period was made.',
    objects: ['loan', 'statement'],
    values: ['statementDate', 'paymentDueDate', 'minimumAmountDue', 'newBalanceAmount', 'signInUrl?'],
  },
  statementRegenerated: {
    says: 'A statement was corrected.',
    objects: ['loan', 'statement'],
    values: ['statementDate', 'paymentDueDate', 'minimumAmountDue', 'newBalanceAmount', 'signInUrl?'],
  },
});

const termSubjects = subjectsOf('rates and terms', {
  rateReset: {
    says: 'The rate of a loan follows its index: a new rate, and perhaps a new payment.',
    values: [
      'previousRate',
      'newRate',
      'effectiveDate',
      'indexName?',
      'indexRate?',
      'marginRate?',
      'previousPaymentAmount?',
      'newPaymentAmount?',
    ],
  },
  rateChangeAhead: {
    says: 'The rate of a loan becomes another on a day to come, though it follows no index (12 CFR 1026.9(c)(2)).',
    channels: inWriting,
    values: ['previousRate', 'newRate', 'effectiveDate'],
  },
  accountTermsChange: {
    says: 'Terms of a line will change: the notice 45 days ahead (12 CFR 1026.9(c)(2)).',
    channels: inWriting,
    values: ['effectiveDate', 'changes', 'isRejectable'],
  },
});

const lineSubjects = subjectsOf('lines and draws', {
  creditLimitIncreased: {
    says: 'The credit limit of a line or a draw was raised.',
    values: ['creditLimitAmount', 'previousCreditLimitAmount', 'effectiveDate', 'drawName?'],
  },
  creditLimitDecreased: {
    says: 'The credit limit of a line or a draw was lowered.',
    values: ['creditLimitAmount', 'previousCreditLimitAmount', 'effectiveDate', 'drawName?', 'isNoticeFollowing'],
  },
  drawsFrozen: {
    says: 'No purchases can be made on a line.',
    values: ['effectiveDate', 'isNoticeFollowing'],
  },
  drawsUnfrozen: { says: 'Purchases can be made on a line again.', values: ['effectiveDate'] },
  drawOriginated: { says: 'A draw was made on a line.', values: ['drawName?', 'drawAmount?'] },
  drawActivated: { says: 'A draw can be used.', values: ['drawName?', 'drawAmount?'] },
  drawDeclined: { says: 'A draw was declined; the adverse action notice says why.', values: ['drawName?'] },
  drawCanceled: { says: 'A draw was canceled.', values: ['drawName?'] },
  drawPaidOff: { says: 'A draw was paid off.', values: ['drawName?', 'paidOffDate'] },
  cardReplacementOrdered: {
    says: 'A card of a line was ordered again.',
    values: ['cardLastFour?', 'cardDeliveryDate?'],
  },
});

const purchaseSubjects = subjectsOf('disputes of purchases', {
  purchaseDisputeReceived: {
    says: 'A borrower has disputed a purchase: what follows, and by when (12 CFR 1026.13).',
    values: ['purchaseAmount', 'purchaseDate', 'disputedAmount', 'merchantName?', 'answerByDate?'],
  },
  purchaseDisputeSubmitDocumentation: {
    says: 'Documents are needed for the dispute of a purchase.',
    values: ['disputedAmount', 'merchantName?', 'neededDocuments?', 'respondByDate?', 'uploadUrl?'],
  },
  purchaseDisputeWon: {
    says: 'The dispute of a purchase was decided for the borrower.',
    values: ['disputedAmount', 'creditedAmount', 'merchantName?'],
  },
  purchaseDisputeLost: {
    says: 'The dispute of a purchase was decided against the borrower.',
    values: ['disputedAmount', 'merchantName?', 'paymentDueDate?'],
  },
  purchaseDisputeWithdrawn: {
    says: 'The dispute of a purchase was withdrawn or has expired.',
    values: ['disputedAmount', 'merchantName?'],
  },
});

const hardshipSubjects = subjectsOf('hardship', {
  paymentsDeferred: {
    says: 'Payments were put off.',
    values: ['deferredDueDates', 'nextPaymentDate?', 'nextPaymentAmount?', 'endDate?'],
  },
  dueDatesChanged: {
    says: 'The due dates are on other days.',
    values: ['nextPaymentDate', 'nextPaymentAmount?'],
  },
  paymentPlanSetUp: {
    says: 'The loan has a payment plan.',
    values: ['paymentSchedule'],
  },
  loanReaged: {
    says: 'What was overdue was brought back to current.',
    values: ['overdueAmount?', 'nextPaymentDate?', 'nextPaymentAmount?'],
  },
  hardshipCanceled: {
    says: 'A deferral, change of due dates, payment plan or re-age was canceled.',
    values: ['nextPaymentDate?', 'nextPaymentAmount?'],
  },
  hardshipDeclined: { says: 'Help was asked for and cannot be given.', values: [] },
  disasterReliefOffered: {
    says: 'The borrower lives where a disaster was declared, and help is offered.',
    values: ['disasterName?'],
  },
});

const militarySubjects = subjectsOf('military service', {
  militaryBenefitsRequested: {
    says: 'Protection by the SCRA was asked for: what is needed.',
    values: ['neededDocuments?', 'uploadUrl?'],
  },
  militaryBenefitsGranted: {
    says: 'The interest of a loan was capped for military service (50 USC 3937).',
    channels: inWriting,
    values: ['cappedRate', 'serviceStartDate', 'serviceEndDate?', 'newPaymentAmount?'],
  },
  militaryBenefitsEnded: {
    says: 'The cap for military service ends.',
    channels: inWriting,
    values: ['serviceEndDate', 'newRate?', 'newPaymentAmount?'],
  },
});

export const lifeSubjects = [
  ...loanSubjects,
  ...statementSubjects,
  ...termSubjects,
  ...lineSubjects,
  ...purchaseSubjects,
  ...hardshipSubjects,
  ...militarySubjects,
];

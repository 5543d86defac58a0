// The subjects about what is paid: autopay, payments, refunds, and what is overdue.
import { inWriting, subjectsOf } from './subject.ts';

const method = ['paymentMethod', 'paymentMethodLastFour?'] as const;

const autopaySubjects = subjectsOf('autopay', {
  autopayAgreement: {
    says: 'The agreement is shown before autopay is switched on, and kept as a document.',
    channels: ['gui', 'document'],
    values: [...method, 'paymentSchedule?', 'lenderName?', 'supportPhone?', 'supportEmail?', 'dateSigned?'],
  },
  autopayEnabled: {
    says: 'The borrower has switched autopay on.',
    values: [...method, 'paymentSchedule'],
  },
  autopayEnableReminder: {
    says: 'The borrower could switch autopay on.',
    values: ['paymentDueDate?'],
  },
  autopayPaymentReminder: {
    says: 'A payment of autopay is near.',
    values: ['paymentAmount', 'paymentDate', ...method],
  },
  autopayAmountChanged: {
    says: 'A payment of autopay will be more than usual: the notice of Regulation E, ten days ahead (12 CFR 1005.10(d)).',
    values: ['paymentAmount', 'paymentDueDate', 'extraCharge?', ...method],
  },
  autopayPaymentLowered: {
    says: 'A payment of autopay took less than what came due.',
    values: ['paymentDate', 'remainingAmount'],
  },
  autopayPaymentRescheduled: {
    says: 'A payment of autopay was moved to another day.',
    values: ['paymentAmount', 'paymentDate', 'previousPaymentDate', ...method],
  },
  autopayPaymentCanceled: {
    says: 'A payment of autopay is not made, and autopay goes on.',
    values: ['paymentDate', 'paymentAmount?', 'cancelReason?'],
  },
  autopayPaymentMethodUpdated: {
    says: 'Autopay takes payments from another account or card.',
    values: [...method],
  },
  autopayPaused: {
    says: 'Autopay takes nothing until the borrower agrees to it again.',
    values: ['cancelReason?'],
  },
  autopayCanceled: {
    says: 'Autopay was switched off as the borrower or an agent asked for.',
    values: ['paymentDueDate?', 'paymentAmount?'],
  },
  autopayCanceledBySystem: {
    says: 'Autopay was switched off by the service.',
    values: ['cancelReason?', 'paymentDueDate?', 'paymentAmount?'],
  },
  cardExpiresReminder: {
    says: 'A card that is charged will expire.',
    values: ['cardLastFour', 'cardExpiresOn'],
  },
});

const paymentSubjects = subjectsOf('payments', {
  paymentDueDateReminder: {
    says: 'A payment comes due.',
    values: ['paymentAmount', 'paymentDueDate'],
  },
  futurepayPaymentDueReminder: {
    says: 'A payment that the borrower has scheduled is near.',
    objects: ['loan', 'transaction'],
    values: ['paymentAmount', 'paymentDate', ...method],
  },
  futurepayCanceled: {
    says: 'A payment that the borrower had scheduled is not made.',
    objects: ['loan', 'transaction'],
    values: ['paymentAmount', 'paymentDate', 'cancelReason?'],
  },
  paymentScheduled: {
    says: 'The borrower has scheduled a payment.',
    objects: ['loan', 'transaction'],
    values: ['paymentAmount', 'paymentDate', ...method],
  },
  paymentRescheduled: {
    says: 'A scheduled payment was moved to another day.',
    objects: ['loan', 'transaction'],
    values: ['paymentAmount', 'paymentDate', 'previousPaymentDate'],
  },
  paymentReceived: {
    says: 'A payment has come in.',
    objects: ['loan', 'transaction'],
    values: ['paymentAmount', 'paymentDate', 'paymentMethod?', 'paymentMethodLastFour?'],
  },
  paymentFailed: {
    says: 'A payment was not made: it was refused before any money moved.',
    objects: ['loan', 'transaction'],
    values: [
      'paymentAmount',
      'paymentDate',
      'paymentMethod?',
      'paymentMethodLastFour?',
      'failureReason?',
      'retryDate?',
    ],
  },
  paymentReturned: {
    says: 'A payment came back from the bank after it had been credited.',
    objects: ['loan', 'transaction'],
    values: [
      'paymentAmount',
      'paymentDate',
      'paymentMethod?',
      'paymentMethodLastFour?',
      'failureReason?',
      'feeAmount?',
      'retryDate?',
    ],
  },
  paymentCanceled: {
    says: 'A payment was taken back.',
    objects: ['loan', 'transaction'],
    values: ['paymentAmount', 'paymentDate', 'cancelReason?'],
  },
  downpaymentFailed: {
    says: 'The down payment of a loan was not made.',
    objects: ['loan', 'transaction'],
    values: ['paymentAmount', 'failureReason?'],
  },
  lateFeeCharged: {
    says: 'A late fee was charged.',
    values: ['feeAmount', 'feeDate', 'overdueAmount?'],
  },
  refundScheduled: {
    says: 'What a loan owes its borrower is paid back.',
    values: ['refundAmount', 'refundDate', 'paymentMethod?', 'paymentMethodLastFour?'],
  },
  refundFailed: {
    says: 'What was to be paid back could not be delivered.',
    values: ['refundAmount', 'failureReason?'],
  },
  purchaseRefunded: {
    says: 'A part of what a loan has financed was given back by its seller.',
    values: ['refundAmount', 'refundDate', 'merchantName?'],
  },
  payoffQuote: {
    says: 'The borrower asked what pays the loan off.',
    values: ['payoffAmount', 'goodThroughDate', 'perDiemAmount?'],
  },
});

const late = ['daysOverdue', 'overdueAmount', 'paymentDueDate?'] as const;

const overdueSubjects = subjectsOf('overdue', {
  loanOverdueFirstNotice: { says: 'A payment was missed: the first notice.', values: late },
  loanOverdueSecondNotice: { says: 'The second notice of what is overdue.', values: late },
  loanOverdueThirdNotice: { says: 'The third notice of what is overdue.', values: late },
  loanOverdueFourthNotice: { says: 'The fourth notice of what is overdue.', values: late },
  loanOverdueFifthNotice: { says: 'The fifth notice of what is overdue.', values: late },
  loanOverdueSixthNotice: { says: 'The sixth notice of what is overdue.', values: late },
  loanRightToCurePersonalUnsecured: {
    says: 'The notice of the right to cure a default, which some states ask for before the lender goes further.',
    channels: inWriting,
    values: ['overdueAmount', 'cureAmount', 'cureByDate', 'cureDays', 'lateFeesAmount?'],
  },
  loanAccelerated: {
    says: 'Everything became due.',
    channels: inWriting,
    values: ['owedAmount', 'accelerationDate'],
  },
  loanChargedOff: {
    says: 'The loan was charged off.',
    channels: inWriting,
    values: ['owedAmount', 'chargeOffDate'],
  },
  collectionAgencyAssigned: {
    says: 'A collection agency was given the loan.',
    channels: inWriting,
    values: ['agencyName', 'agencyPhone?', 'agencyAddress?', 'effectiveDate'],
  },
  collectionAgencyUnassigned: {
    says: 'The loan was taken back from its collection agency.',
    channels: inWriting,
    values: ['agencyName', 'effectiveDate'],
  },
});

const promoSubjects = subjectsOf('promo', {
  promoProgramReminder: {
    says: 'A promo program will end.',
    values: ['promoName', 'promoEndDate', 'promoBalanceAmount?', 'deferredInterestAmount?'],
  },
  promoProgramEligibilityAtRisk: {
    says: 'A promo program is lost unless what is overdue is paid.',
    values: ['promoName', 'overdueAmount', 'paymentDueDate', 'deferredInterestAmount?'],
  },
  promoProgramEnded: {
    says: 'A promo program has ended or was lost.',
    values: ['promoName', 'promoEndDate', 'deferredInterestAmount?'],
  },
});

const settlementSubjects = subjectsOf('settlements and promises', {
  settlementOffered: {
    says: 'A settlement is offered.',
    channels: inWriting,
    values: ['settlementAmount', 'owedAmount', 'forgivenAmount', 'acceptByDate', 'settlementSchedule'],
  },
  settlementAccepted: {
    says: 'A settlement was accepted: its terms in writing.',
    channels: inWriting,
    values: ['settlementAmount', 'forgivenAmount', 'settlementSchedule'],
  },
  settlementKept: {
    says: 'A settlement was paid: the rest need not be paid.',
    channels: inWriting,
    values: ['settlementAmount', 'forgivenAmount'],
  },
  settlementBroken: {
    says: 'A payment of a settlement was missed: the settlement has ended.',
    channels: inWriting,
    values: ['owedAmount', 'settlementAmount'],
  },
  settlementCanceled: {
    says: 'A settlement was canceled.',
    channels: inWriting,
    values: ['owedAmount?'],
  },
  settlementExpired: {
    says: 'Nobody accepted a settlement in time.',
    channels: inWriting,
    values: ['settlementAmount', 'acceptByDate'],
  },
  promiseToPayMade: {
    says: 'The borrower has promised to pay.',
    values: ['promisedAmount', 'promiseSchedule'],
  },
  promiseToPayReminder: {
    says: 'A promised payment is near.',
    values: ['paymentAmount', 'promisedDate'],
  },
  promiseToPayKept: { says: 'A promise was kept.', values: ['promisedAmount'] },
  promiseToPayBroken: {
    says: 'A promise was not kept.',
    values: ['promisedAmount', 'remainingAmount'],
  },
  promiseToPayCanceled: { says: 'A promise was canceled.', values: ['promisedAmount'] },
});

export const moneySubjects = [
  ...autopaySubjects,
  ...paymentSubjects,
  ...overdueSubjects,
  ...promoSubjects,
  ...settlementSubjects,
];

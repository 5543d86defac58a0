// The one table of what the service says to borrowers by itself. docs/notices.md prints it.
import { type Notice, notice } from './notice.ts';

const paidWith = {
  paymentMethod: 'told.paymentInstrumentType',
  paymentMethodLastFour: 'instrument | lastFour',
};

const chargedWith = {
  paymentMethod: 'instrument.instrumentType',
  paymentMethodLastFour: 'instrument | lastFour',
};

const nextDue = { paymentDueDate: 'obligations | nextDate', paymentAmount: 'obligations | nextAmount' };
const nextPayment = { nextPaymentDate: 'obligations | nextDate', nextPaymentAmount: 'obligations | nextAmount' };

const payment = { paymentAmount: 'told.amount', paymentDate: 'transaction.timestamps.displayDate' };
const isPayment = {
  'told.transactionType': ['payment'],
  'told.reason': { not: ['reversal', 'reimbursement', 'downPayment'] },
} as const;
const isReimbursement = { 'told.transactionType': ['payment'], 'told.reason': ['reimbursement'] };

/** Why autopay ends without anybody who ends it. */
const bySystem = [
  'authorizationRevoked',
  'byMonitor',
  'instrumentClosed',
  'loanAccelerated',
  'loanChargedOff',
  'loanClosed',
  'loanNotActive',
];

const autopay: readonly Notice[] = [
  notice('autopay.schedule.created', 'autopayEnabled', 'The borrower agreed to autopay.', {
    when: { 'beside.autopay.schedule.cancel': 'absent' },
    values: { ...chargedWith, paymentSchedule: 'autopay.schedule | schedule' },
  }),
  notice(
    'autopay.schedule.created',
    'autopayPaymentMethodUpdated',
    'The borrower agreed to autopay anew, with another instrument.',
    {
      when: { 'beside.autopay.schedule.cancel': 'there' },
      values: chargedWith,
    },
  ),
  notice('autopay.schedule.cancel', 'autopayCanceled', 'The borrower or an agent ended autopay.', {
    when: { 'told.reason': { not: ['replaced', 'loanPaidOff', ...bySystem] } },
    values: nextDue,
  }),
  notice('autopay.schedule.cancel', 'autopayCanceledBySystem', 'Autopay ended by itself, and the loan goes on.', {
    when: { 'told.reason': bySystem },
    values: { ...nextDue, cancelReason: 'told.reason' },
  }),
  notice('autopay.schedule.paused', 'autopayPaused', 'Autopay takes nothing until the borrower agrees again.', {
    values: { cancelReason: 'told.reason' },
  }),
  notice(
    'autopay.payment.announced',
    'autopayAmountChanged',
    'A payment will be more than what needs no notice: ten days ahead, and again for each larger amount (12 CFR 1005.10(d)).',
    {
      isRequired: true,
      isByLetter: true,
      isMadeWithEvent: true,
      at: 'morning',
      when: { 'autopay | isPlanned': 'there' },
      values: {
        ...chargedWith,
        paymentAmount: 'told.amount',
        paymentDueDate: 'told.date',
        extraCharge: 'autopay | extraCharge',
      },
    },
  ),
  notice(
    'autopay.payment.lowered',
    'autopayPaymentLowered',
    'A payment took less than what came due, since that was not announced in time.',
    {
      values: { paymentDate: 'told.date', remainingAmount: 'told.amount' },
    },
  ),
  notice('autopay.payment.rescheduled', 'autopayPaymentRescheduled', 'The next payment is planned for another day.', {
    values: {
      ...chargedWith,
      paymentAmount: 'told.amount',
      paymentDate: 'told.date',
      previousPaymentDate: 'told.previousDate',
    },
  }),
  notice('autopay.payment.canceled', 'autopayPaymentCanceled', 'A payment was not made though something was due.', {
    when: { 'told.reason': { not: ['nothingDue'] } },
    values: { paymentDate: 'told.date', cancelReason: 'told.reason' },
  }),
];

const payments: readonly Notice[] = [
  notice('payment.scheduled', 'paymentScheduled', 'A payment was scheduled.', {
    when: { 'told.transactionType': ['payment'], 'told.reason': ['oneTimePayment'] },
    values: { ...paidWith, paymentAmount: 'told.amount', paymentDate: 'transaction.timestamps.scheduledDate' },
  }),
  notice('payment.succeeded', 'paymentReceived', 'A payment has succeeded.', {
    when: isPayment,
    values: { ...payment, ...paidWith },
  }),
  notice('payment.failed', 'paymentFailed', 'A payment was not made, before it had counted.', {
    when: { ...isPayment, 'transaction.timestamps.pendingAt': 'absent' },
    values: { ...payment, ...paidWith, failureReason: 'transaction.failureReason' },
  }),
  notice('payment.failed', 'paymentReturned', 'A payment came back after it had counted.', {
    when: { ...isPayment, 'transaction.timestamps.pendingAt': 'there' },
    values: { ...payment, ...paidWith, failureReason: 'transaction.failureReason' },
  }),
  notice('payment.chargeback', 'paymentReturned', 'A payment was charged back.', {
    when: isPayment,
    values: { ...payment, ...paidWith, failureReason: 'transaction.failureReason' },
  }),
  notice('payment.canceled', 'futurepayCanceled', 'A payment that was scheduled is not made.', {
    when: { ...isPayment, 'transaction.timestamps.initiatedAt': 'absent' },
    values: {
      paymentAmount: 'told.amount',
      paymentDate: 'transaction.timestamps.scheduledDate',
      cancelReason: 'transaction.cancelReason',
    },
  }),
  notice('payment.canceled', 'paymentCanceled', 'A payment was taken back.', {
    when: { ...isPayment, 'transaction.timestamps.initiatedAt': 'there' },
    values: { ...payment, cancelReason: 'transaction.cancelReason' },
  }),
  notice('payment.failed', 'downpaymentFailed', 'The down payment of a loan was not made.', {
    when: { 'told.transactionType': ['payment'], 'told.reason': ['downPayment'] },
    values: { paymentAmount: 'told.amount', failureReason: 'transaction.failureReason' },
  }),
  notice('payment.initiated', 'refundScheduled', 'What a loan owes its borrower is paid back.', {
    when: isReimbursement,
    values: { ...paidWith, refundAmount: 'told.amount', refundDate: 'day' },
  }),
  notice('payment.failed', 'refundFailed', 'What was paid back to a borrower has not arrived.', {
    when: isReimbursement,
    values: { refundAmount: 'told.amount', failureReason: 'transaction.failureReason' },
  }),
  notice('loan.refund.created', 'purchaseRefunded', 'A part of what a loan has financed was given back.', {
    values: { refundAmount: 'told.amount', refundDate: 'told.refundDate' },
  }),
  notice('payment.instrument.expiring', 'cardExpiresReminder', 'A card that is charged ends within 40 days.', {
    values: { cardLastFour: 'instrument | lastFour', cardExpiresOn: 'instrument | expiresOn' },
  }),
];

const statements: readonly Notice[] = [
  notice('statement.generated', 'statementGenerated', 'The statement of a period was made.', {
    isByLetter: true,
    values: ofStatement(),
  }),
  notice('statement.regenerated', 'statementRegenerated', 'A statement has a further version.', {
    isByLetter: true,
    values: ofStatement(),
  }),
];

function ofStatement() {
  return {
    statementDate: 'statement.statementDate',
    paymentDueDate: 'statement.paymentDueDate',
    minimumAmountDue: 'statement.minimumAmountDue',
    newBalanceAmount: 'statement.newBalanceAmount',
  };
}

const owed = 'balances.outstandingBalances.outstandingTotalAmount';

const loans: readonly Notice[] = [
  notice('loan.activated', 'loanActivated', 'A loan was activated.', {
    to: 'borrowers',
    asksLoan: true,
    when: { 'loan | beginning': ['loan'] },
    values: {
      loanAmount: 'loan.atOrigination.principalAmount',
      fundingDate: 'day',
      paymentAmount: 'loan.current.periodicPayment',
      firstPaymentDate: 'obligations | nextDate',
    },
  }),
  notice('loan.activated', 'welcome', 'A line of credit was activated, or a loan was taken over.', {
    to: 'borrowers',
    asksLoan: true,
    when: { 'loan | beginning': ['line', 'takenOver'] },
  }),
  notice('loan.originated', 'loanOriginated', 'A loan was originated.', {
    isOn: false,
    when: { 'loan.type': ['installment'] },
    values: {
      loanAmount: 'loan.atOrigination.principalAmount',
      annualRate: 'loan.atOrigination.interestRates | firstRate',
      paymentAmount: 'loan.current.periodicPayment',
    },
  }),
  validationNotice('debtValidationNoticeAutomatic', 'elsewhere', 'a debt collector has a loan from now on'),
  validationNotice('debtValidationNoticeArizona', 'arizona', 'the same, of a borrower in Arizona'),
  validationNotice('debtValidationNoticeNYCYonkers', 'newYorkCity', 'the same, in New York City and in Yonkers'),
  validationNotice('debtValidationNoticePuertoRico', 'puertoRico', 'the same, in Puerto Rico'),
  notice(
    'loan.declined',
    'adverseActionNotice',
    'A loan was declined, and the reasons are given in words (12 CFR 1002.9).',
    {
      isRequired: true,
      isByLetter: true,
      when: { 'loan | declineReasons': 'there' },
      values: { decision: 'declined', decisionDate: 'day', principalReasons: 'loan | declineReasons' },
    },
  ),
  notice('loan.canceled', 'loanCanceled', 'A loan was canceled before its activation.', {
    to: 'borrowers',
    asksLoan: true,
  }),
  notice('loan.paidoff', 'loanPaidOff', 'A loan was paid off.', { to: 'owing', values: { paidOffDate: 'day' } }),
  notice('loan.closed', 'loanClosed', 'A loan was closed.', {
    asksLoan: true,
    to: 'borrowers',
    isOn: false,
    values: { effectiveDate: 'day' },
  }),
  notice('loan.chargeoff.processed', 'loanChargedOff', 'A loan was charged off.', {
    to: 'owing',
    asksLoan: true,
    values: { owedAmount: owed, chargeOffDate: 'day' },
  }),
  notice('loan.acceleration.processed', 'loanAccelerated', 'Everything of a loan became due.', {
    to: 'owing',
    asksLoan: true,
    values: { owedAmount: owed, accelerationDate: 'day' },
  }),
  notice('loan.collectionagency.assigned', 'collectionAgencyAssigned', 'A collection agency was given a loan.', {
    to: 'owing',
    isByLetter: true,
    asksLoan: true,
    values: {
      agencyName: 'agency.legalName',
      agencyPhone: 'agency.contactPhone',
      agencyAddress: 'agency.mailingAddress | oneLine',
      effectiveDate: 'day',
    },
  }),
  notice('loan.collectionagency.unassigned', 'collectionAgencyUnassigned', 'A loan was taken back from its agency.', {
    to: 'owing',
    asksLoan: true,
    values: { agencyName: 'agency.legalName', effectiveDate: 'day' },
  }),
  notice(
    'loan.overdue',
    'creditNegativeInfoMayBeReported',
    'A loan is overdue for the first time: something negative may be reported (15 USC 1681s-2(a)(7)).',
    { to: 'owing', isOncePerLoan: true },
  ),
  notice(
    'credit.file.changed',
    'creditNegativeInfoMayBeReported',
    'A file for a credit agency leaves a loan out because a borrower was not told before: of a bankruptcy where nothing was ever overdue, once a month until it has gone.',
    { to: 'borrowers', isByLetter: true, isMadeWithEvent: true },
  ),
];

/** By the place where the borrower gets letters: some have a form of their own. */
function validationNotice(subject: string, place: string, when: string): Notice {
  const says = `${when.charAt(0).toUpperCase()}${when.slice(1)}: the validation notice, on the morning after, so within five days of whatever is said first (12 CFR 1006.34).`;
  return notice('loan.collection.begun', subject, says, {
    to: 'owing',
    isRequired: true,
    isByLetter: true,
    isOncePerLoan: true,
    at: 'morning',
    when: { collectionPlace: [place], 'debt | isOwed': 'there' },
    values: {
      collectorName: 'company | legalName',
      collectorAddress: 'company.papers.address',
      collectorPhone: 'company.support.phone',
      borrowerAddress: 'borrowerAddress',
      originalCreditorName: 'loan.atOrigination.originatingCreditorName',
      currentCreditorName: 'investor.name',
      accountNumberMasked: 'loan | lastFourOfId',
      debtOn: 'debt | itemizedOn',
      itemizationDebtAmount: 'debt | lent',
      itemizationInterestAmount: 'debt | interestSince',
      itemizationFeesAmount: 'debt | feesSince',
      itemizationPaymentsAmount: 'debt | paymentsSince',
      itemizationCreditsAmount: 'debt | creditsSince',
      currentDebtAmount: 'debt | owedNow',
      validationPeriodEndDate: 'validationEnd',
    },
  });
}

const terms: readonly Notice[] = [
  notice('loan.rate.reset', 'rateReset', 'The rate of a loan over an index was reset, and is another one.', {
    to: 'borrowers',
    when: { 'rates | isMoved': 'there' },
    values: {
      previousRate: 'rates | rateBefore',
      newRate: 'rates | rateAfter',
      effectiveDate: 'day',
      newPaymentAmount: 'obligations | nextAmount',
    },
  }),
  notice(
    'loan.rate.created',
    'rateChangeAhead',
    'A loan was given another rate from a day to come: told at once. A higher one of a line begins 45 days later at the earliest (12 CFR 1026.9(c)(2)).',
    {
      to: 'borrowers',
      isRequired: true,
      isByLetter: true,
      when: {
        'told.begins': ['ahead'],
        'told.noticeExemption': { not: ['toldBefore', 'correction'] },
        'rateAhead | isMovedAhead': 'there',
      },
      values: {
        previousRate: 'rateAhead | rateBeforeIt',
        newRate: 'rateAhead | rateFromIt',
        effectiveDate: 'told.effectiveDate',
      },
    },
  ),
];

const limits = {
  creditLimitAmount: 'told.creditLimitAmount',
  previousCreditLimitAmount: 'told.previousCreditLimitAmount',
  effectiveDate: 'day',
};
const isLowered = { 'told.change': ['lowered'] };

const lines: readonly Notice[] = [
  notice('loan.credit.limit.changed', 'creditLimitIncreased', 'The credit limit of a line was raised.', {
    to: 'borrowers',
    asksLoan: true,
    when: { 'told.change': ['raised'] },
    values: limits,
  }),
  notice('loan.credit.limit.changed', 'creditLimitDecreased', 'The credit limit of a line was lowered.', {
    to: 'borrowers',
    asksLoan: true,
    when: isLowered,
    values: { ...limits, isNoticeFollowing: 'limit | hasReasons' },
  }),
  notice(
    'loan.credit.limit.changed',
    'adverseActionNotice',
    'The credit limit of a line was lowered, and a reason was given (12 CFR 1002.9). Whatever sendNotice says.',
    {
      isRequired: true,
      isByLetter: true,
      when: { ...isLowered, 'limit | reasons': 'there' },
      values: { decision: 'limitLowered', decisionDate: 'day', principalReasons: 'limit | reasons' },
    },
  ),
  notice('loan.draws.frozen', 'drawsFrozen', 'No purchases can be made on a line.', {
    to: 'borrowers',
    asksLoan: true,
    values: { effectiveDate: 'day', isNoticeFollowing: 'adverse | hasFrozenReasons' },
  }),
  notice(
    'loan.draws.frozen',
    'adverseActionNotice',
    'No purchases can be made on a line, and a reason was given (12 CFR 1002.9). Whatever sendNotice says.',
    {
      isRequired: true,
      isByLetter: true,
      when: { 'adverse | frozenReasons': 'there' },
      values: { decision: 'drawsFrozen', decisionDate: 'day', principalReasons: 'adverse | frozenReasons' },
    },
  ),
  notice(
    'loan.closed',
    'adverseActionNotice',
    'A line was closed, and a reason was given (12 CFR 1002.9). Whatever sendNotice says.',
    {
      isRequired: true,
      isByLetter: true,
      when: { 'adverse | closedReasons': 'there' },
      values: { decision: 'lineClosed', decisionDate: 'day', principalReasons: 'adverse | closedReasons' },
    },
  ),
  notice('loan.draws.unfrozen', 'drawsUnfrozen', 'Purchases can be made on a line again.', {
    asksLoan: true,
    to: 'borrowers',
    values: { effectiveDate: 'day' },
  }),
  notice('draw.originated', 'drawOriginated', 'A draw was made.', { isOn: false, values: ofDraw() }),
  notice('draw.activated', 'drawActivated', 'A draw can be used.', { asksLoan: true, values: ofDraw() }),
  notice('draw.declined', 'drawDeclined', 'A draw was declined.', { values: { drawName: 'draw.nickname' } }),
  notice('draw.declined', 'adverseActionNotice', 'A draw was declined, and the reasons are given in words.', {
    isRequired: true,
    isByLetter: true,
    when: { 'draw | declineReasons': 'there' },
    values: { decision: 'drawDeclined', decisionDate: 'day', principalReasons: 'draw | declineReasons' },
  }),
  notice('draw.canceled', 'drawCanceled', 'A draw was canceled.', { values: { drawName: 'draw.nickname' } }),
  notice('draw.paidoff', 'drawPaidOff', 'A closed draw was paid off.', {
    values: { drawName: 'draw.nickname', paidOffDate: 'day' },
  }),
];

function ofDraw() {
  return { drawName: 'draw.nickname', drawAmount: 'draw.atOrigination.creditLimitAmount' };
}

const disputes: readonly Notice[] = [
  notice('purchase.dispute.created', 'purchaseDisputeReceived', 'A purchase was disputed (12 CFR 1026.13(c)(1)).', {
    values: {
      purchaseAmount: 'purchase.amount',
      purchaseDate: 'purchase.purchaseDate',
      disputedAmount: 'dispute.disputedAmount',
      merchantName: 'purchase.purchaseDetails.merchantName',
      answerByDate: 'dispute.decideByDate',
    },
  }),
  notice('purchase.dispute.statuschanged', 'purchaseDisputeWon', 'A dispute was decided for the borrower.', {
    when: { 'told.disputeStatus': ['won'] },
    values: {
      disputedAmount: 'dispute.disputedAmount',
      creditedAmount: 'dispute.disputedAmount',
      merchantName: 'purchase.purchaseDetails.merchantName',
    },
  }),
  notice('purchase.dispute.statuschanged', 'purchaseDisputeLost', 'A dispute was decided against the borrower.', {
    when: { 'told.disputeStatus': ['lost'] },
    values: { disputedAmount: 'dispute.disputedAmount', merchantName: 'purchase.purchaseDetails.merchantName' },
  }),
  notice('purchase.dispute.statuschanged', 'purchaseDisputeWithdrawn', 'A dispute was withdrawn, or has expired.', {
    when: { 'told.disputeStatus': ['withdrawn', 'expired'] },
    values: { disputedAmount: 'dispute.disputedAmount', merchantName: 'purchase.purchaseDetails.merchantName' },
  }),
];

const hardships: readonly Notice[] = [
  notice('loan.schedule.defer', 'paymentsDeferred', 'Payments were put off.', {
    to: 'borrowers',
    asksLoan: true,
    values: { ...nextPayment, deferredDueDates: 'hardship.dueDates' },
  }),
  notice('loan.duedate.defer', 'dueDatesChanged', 'The due dates are on other days.', {
    to: 'borrowers',
    asksLoan: true,
    values: nextPayment,
  }),
  notice('loan.paymentplan.setup', 'paymentPlanSetUp', 'A loan was given a payment plan.', {
    to: 'borrowers',
    asksLoan: true,
    values: { paymentSchedule: 'expected.expectedPayments | schedule' },
  }),
  notice('loan.reaged', 'loanReaged', 'What was overdue was brought back to current.', {
    to: 'borrowers',
    asksLoan: true,
    values: nextPayment,
  }),
  notice('loan.hardship.statuschanged', 'hardshipCanceled', 'Help was canceled.', {
    to: 'borrowers',
    when: { 'told.hardshipStatus': ['canceled'] },
    values: nextPayment,
  }),
  notice('loan.scra.capped', 'militaryBenefitsGranted', 'The interest was capped for military service (50 USC 3937).', {
    to: 'borrowers',
    asksLoan: true,
    values: { cappedRate: 'cap.annualRate', serviceStartDate: 'told.startDate', serviceEndDate: 'told.endDate' },
  }),
  notice('loan.scra.ended', 'militaryBenefitsEnded', 'A cap for military service was given its end.', {
    to: 'borrowers',
    asksLoan: true,
    values: { serviceEndDate: 'told.endDate' },
  }),
];

const settled = (
  status: string,
  subject: string,
  says: string,
  values: Notice['values'],
  more: Partial<Pick<Notice, 'asksLoan' | 'to'>> = { to: 'borrowers' },
): Notice =>
  notice('loan.settlement.statuschanged', subject, says, {
    when: { 'told.settlementStatus': [status] },
    values,
    ...more,
  });
const forgiven = 'settlement | forgiven';
const settlementSchedule = 'settlement.schedule | schedule';

const settlements: readonly Notice[] = [
  settled(
    'offered',
    'settlementOffered',
    'A settlement was offered.',
    {
      settlementAmount: 'told.amount',
      owedAmount: 'settlement.owedAmount',
      forgivenAmount: forgiven,
      acceptByDate: 'settlement.acceptBy',
      settlementSchedule,
    },
    { asksLoan: true },
  ),
  settled('accepted', 'settlementAccepted', 'A settlement was accepted.', {
    settlementAmount: 'told.amount',
    forgivenAmount: forgiven,
    settlementSchedule,
  }),
  settled('kept', 'settlementKept', 'A settlement was paid.', {
    settlementAmount: 'told.amount',
    forgivenAmount: forgiven,
  }),
  settled('broken', 'settlementBroken', 'A payment of a settlement was missed.', {
    settlementAmount: 'told.amount',
    owedAmount: owed,
  }),
  settled('canceled', 'settlementCanceled', 'A settlement was canceled.', { owedAmount: owed }),
  settled('expired', 'settlementExpired', 'Nobody accepted a settlement in time.', {
    settlementAmount: 'told.amount',
    acceptByDate: 'settlement.acceptBy',
  }),
];

const promised = (status: string, subject: string, says: string, more: Notice['values'] = {}): Notice =>
  notice('loan.promisetopay.statuschanged', subject, says, {
    when: { 'told.promiseStatus': [status] },
    values: { promisedAmount: 'told.amount', ...more },
  });

const promises: readonly Notice[] = [
  promised('active', 'promiseToPayMade', 'A promise to pay has begun.', {
    promiseSchedule: 'promise.periods | schedule',
  }),
  promised('kept', 'promiseToPayKept', 'A promise was kept.'),
  promised('broken', 'promiseToPayBroken', 'A promise was not kept.', { remainingAmount: 'promise | unpaid' }),
  promised('canceled', 'promiseToPayCanceled', 'A promise was canceled.'),
];

const madeCase = { 'told.previousStatus': 'absent' } as const;
const ended = (caseType: string, outcomes: readonly string[]) => ({
  'told.caseType': [caseType],
  'told.status': ['completed'],
  'told.outcome': outcomes,
});

const cases: readonly Notice[] = [
  notice(
    'case.changed',
    'ceaseCommunicationAcknowledgement',
    'A case of a borrower who wants no contact was made: the one message that may still go (12 CFR 1006.6(c)(2)).',
    {
      when: {
        ...madeCase,
        'told.caseType': ['ceaseCommunication'],
        'case.fields.ceaseReason': ['ceaseContact', 'representedByAttorney', 'inconvenient', ''],
      },
      values: { receivedDate: 'case.fields.requestReceivedDate' },
    },
  ),
  notice('case.changed', 'ceaseCommunicationRefuseToPay', 'The same, of a borrower who refuses to pay.', {
    when: { ...madeCase, 'told.caseType': ['ceaseCommunication'], 'case.fields.ceaseReason': ['refuseToPay'] },
    values: { receivedDate: 'case.fields.requestReceivedDate' },
  }),
  notice('case.changed', 'creditDisputeReceived', 'A dispute of what was reported has come in (12 CFR 1022.43).', {
    when: { ...madeCase, 'told.caseType': ['creditBureauDispute'], 'case.dueDate': 'there' },
    values: { receivedDate: 'case.receivedDate', answerByDate: 'case.dueDate' },
  }),
  notice('case.changed', 'creditDisputeResolved', 'A dispute of what was reported was answered.', {
    when: {
      'told.caseType': ['creditBureauDispute'],
      'told.status': ['completed'],
      'case.fields.responseOutcome': 'there',
    },
    values: { disputeOutcome: 'case.fields.responseOutcome', decisionDate: 'day' },
  }),
  notice('case.changed', 'disputeOfDebtConfirmed', 'A disputed debt was verified.', {
    when: ended('disputeOfDebt', ['rejected']),
    values: { owedAmount: owed },
  }),
  notice('case.changed', 'disputeOfDebtUnableToConfirm', 'A disputed debt could not be verified.', {
    when: ended('disputeOfDebt', ['approved']),
  }),
  notice('case.changed', 'disputeOfDebtUnableToResolve', 'A dispute of a debt was closed without an answer.', {
    when: ended('disputeOfDebt', ['unresolved']),
  }),
  notice('case.changed', 'identityTheftValidated', 'Identity theft was confirmed.', {
    when: ended('identityTheft', ['approved']),
    values: { decisionDate: 'day' },
  }),
  notice('case.changed', 'identityTheftNotValidated', 'Identity theft could not be confirmed.', {
    when: ended('identityTheft', ['rejected']),
    values: { decisionDate: 'day' },
  }),
];

const account: readonly Notice[] = [
  notice('consent.updated', 'electronicConsentOptOut', 'A borrower took the consent to electronic documents back.', {
    when: { 'told.consentType': ['esign'], 'told.revokedAt': 'there' },
    values: { effectiveDate: 'day' },
  }),
];

export const systemNotices: readonly Notice[] = [
  ...autopay,
  ...payments,
  ...statements,
  ...loans,
  ...terms,
  ...lines,
  ...disputes,
  ...hardships,
  ...settlements,
  ...promises,
  ...cases,
  ...account,
];

const byEvent = Map.groupBy(systemNotices, ({ event }) => event);

export const noticesOf = (event: string): readonly Notice[] => byEvent.get(event) ?? [];

/** The subjects, each once: two events may lead to the same message. */
export const noticeSubjects: readonly string[] = [...new Set(systemNotices.map(({ subject }) => subject))];

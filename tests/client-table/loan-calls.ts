// Calls of the clients about loans, lines and draws.
import { agreement, agreementOfDraw, declineReason, timestamps } from './agreements.ts';
import { any, type ClientCall, flag, number, orNull, page, type SentShape, text } from './fields.ts';
import { loanObjects as read } from './loans.ts';

const loans = '/people/{personId}/loans';
const loan = `${loans}/{loanId}`;
const draws = `${loan}/draws`;
const draw = `${draws}/{drawId}`;
const shown = 'a client sends back what it was shown';

const library = (method: ClientCall['method'], path: string, more: Partial<ClientCall> = {}): ClientCall => ({
  by: 'library',
  method,
  path,
  ...more,
});
const lender = (method: ClientCall['method'], path: string, more: Partial<ClientCall> = {}): ClientCall => ({
  by: 'lender',
  method,
  path,
  ...more,
});

const pages: SentShape = { 'limit?': number(10), 'startingAfter?': text('LN-AAAA-AAAA') };
const noticed: SentShape = { 'sendNotice?': flag(false), 'caseId?': text('ext-1') };

/** A draft is sent back as it was shown. */
const shownAgreement = Object.fromEntries(
  [
    ...['advanceSchedule[0].id', 'advanceSchedule[0].originalAmount', 'advanceSchedule[0].status'],
    ...[
      'advanceSchedule[0].timestamps',
      'isValidMerchantId',
      'newDrawsAllowed',
      'promoPrograms[0].status',
      'validAddress',
    ],
    // The same as effectiveDate.
    'investors[0].dateEffective',
  ].map((field) => [`atOrigination.${field}`, shown]),
);
const ofLoan = {
  'atOrigination.newDrawsAllowed': 'it stands beside the agreement: a line may stop and allow draws',
  'atOrigination.investors[].dateEffective': 'the same as effectiveDate',
  'atOrigination.card.cardDetails.pan': 'the number of a card is not kept',
  'atOrigination.card.cardDetails.cvvNumber': 'it is not kept',
};
const ownStamps = Object.fromEntries(
  Object.keys(timestamps)
    .map((name) => name.replace('?', ''))
    .filter((name) => name !== 'originatedAt')
    .map((name) => [`timestamps.${name}`, shown]),
);

const ofLoans: ClientCall[] = [
  library('GET', loans, { query: { ...pages, 'status?': text('active') }, reads: page(read.loan), unshown: ofLoan }),
  library('GET', loan, { reads: read.loan, unshown: ofLoan }),
  library('PUT', loan, {
    query: { 'validate?': flag(true), 'force?': flag(false) },
    body: {
      'metadata?': any({ a: 1 }),
      'nickname?': text('Mine'),
      'status?': text('originated'),
      'atOrigination?': agreement,
    },
    reads: read.loan,
    passedOver: shownAgreement,
    unshown: ofLoan,
  }),
  library('POST', loans, {
    query: { 'validate?': flag(true) },
    body: {
      'type?': text('lineOfCredit'),
      loanTypeId: text('ext-line-of-credit'),
      'externalId?': text('line-1'),
      'declineReason?': declineReason,
      'metaData?': any({ a: 1 }),
      'nickname?': text('Mine'),
      servicedBy: text('creditor'),
      status: text('originated'),
      'isClosed?': flag(false),
      'additionalPeople?': [{ 'personId?': text('BO-AAAA-AAAA'), 'loanRelationType?': text('authorizedUser') }],
      newDrawsAllowed: flag(true),
      'atOrigination?': agreement,
    },
    reads: read.loan,
    passedOver: { isClosed: shown, ...shownAgreement },
    unshown: ofLoan,
  }),
  library('POST', loans, {
    body: { loanTypeId: text('ext-line-of-credit'), status: text('originated'), 'timestamps?': timestamps },
    passedOver: ownStamps,
  }),
  lender('POST', loans, {
    body: {
      loanTypeId: text('LT-AAAA-AAAA'),
      type: text('lineOfCredit'),
      servicedBy: text('creditor'),
      status: text('originated'),
      newDrawsAllowed: flag(true),
      atOrigination: {
        interestRates: [{ days: { type: 'number|null', value: null }, rate: number(0) }],
        paymentFrequency: text('monthly'),
        originationLicense: text('nationalBank'),
        originatingCreditorName: text('A bank'),
        aprNominal: number(0),
        aprEffective: number(0.16),
        creditLimitAmount: number(5000),
        downPaymentAmount: number(250),
        personAddressId: text('CT-AAAA-AAAA'),
      },
    },
    reads: read.ratesOfLine,
  }),
  lender('GET', loan, { reads: read.ratesOfLine }),
  library('POST', `${loan}/cancel`, {
    query: { 'force?': flag(true) },
    body: { 'cancellationReason?': text('twice'), 'sendCancellationNotice?': flag(false), 'caseId?': text('ext-1') },
  }),
  library('POST', `${loan}/close`, {
    body: { 'closeReason?': text('asked'), 'closeRequestedByBorrower?': flag(true), ...noticed },
  }),
  library('GET', `${loan}/periods`, { reads: page(read.period) }),
  library('POST', `${loan}/activate`, {
    body: { 'amortizationAtActivation?': text('keepSchedule'), 'sendNotice?': flag(false) },
    reads: read.activated,
  }),
  lender('POST', `${loan}/activate`, { body: {} }),
  library('POST', `${loan}/reimburse`, {
    body: {
      'isExternal?': flag(true),
      'externalTransactionId?': text('wire-1'),
      'reimbursementAmount?': number(10),
      'paymentInstrumentType?': text('bankAccount'),
      'paymentInstrumentId?': text('PT-AAAA-AAAA'),
      'transactionStatus?': text('succeeded'),
      'contactId?': text('CT-AAAA-AAAA'),
      'caseId?': text('ext-1'),
    },
  }),
  library('GET', `${loan}/credit-limit`, {
    query: { 'effectiveDate?': text('2026-01-01') },
    reads: read.limitOfLine,
    unshown: { adverseReactionReason: 'the name is adverseActionReason, as captured; both are taken' },
  }),
  library('POST', `${loan}/credit-limit`, {
    body: { creditLimitAmount: number(4000), 'adverseReactionReason?': text('income'), ...noticed },
    reads: read.loan,
    unshown: ofLoan,
  }),
  // What it answers is typed as the limit alone, and read by nobody: it is the whole loan, as the library reads it.
  lender('POST', `${loan}/credit-limit`, { body: { creditLimitAmount: number(4000) } }),
  library('POST', `${loan}/freeze`, { body: noticed }),
  library('POST', `${loan}/unfreeze`, {
    body: {
      'previewMode?': flag(false),
      'retroactivelyAccrueInterest?': flag(true),
      'shiftDueDates?': flag(true),
      ...noticed,
    },
    reads: read.unfrozen,
  }),
  library('POST', `${loan}/accelerate`, {
    body: { 'effectiveDate?': text('2026-01-01'), ...noticed },
    reads: read.accelerated,
  }),
  library('POST', `${loan}/reverse-accelerate`, {
    body: { 'caseId?': text('ext-1') },
    reads: read.accelerationReversed,
  }),
  library('POST', `${loan}/charge-off`, {
    body: { 'effectiveDate?': text('2026-01-01'), chargedOffReason: text('bankruptcy'), ...noticed },
    reads: read.chargedOff,
  }),
  library('POST', `${loan}/reverse-charge-off`, { body: { 'caseId?': text('ext-1') }, reads: read.chargeOffReversed }),
  library('POST', `${loan}/refresh`),
  lender('GET', `${loan}/balances`, { reads: read.balances }),
  lender('GET', `${loan}/obligations`, { reads: read.obligations }),
  lender('GET', `${loan}/statements`, {
    query: { limit: number(100) },
    reads: {
      data: [
        {
          id: 'text',
          createdAt: 'text',
          updatedAt: 'text|null',
          deletedAt: 'text|null',
          periodId: 'text',
          version: 'number',
          billingCycleStartDate: 'text',
          billingCycleEndDate: 'text',
          paymentDueDate: 'text',
          documentDescriptorId: 'text|null',
          statementDate: 'text',
          minimumDueAmount: 'number',
          overdueAmount: 'number',
          newBalanceAmount: 'number',
        },
      ],
    },
  }),
];

const cancels = "this library's cancel of a draw calls close, with what it would send to cancel";

const ofDraws: ClientCall[] = [
  library('GET', draws, {
    query: {
      ...pages,
      'statuses?': [text('active')],
      'isClosed?': flag(false),
      'isAmotrized?': flag(false),
      'startedBefore?': text('2026-01-01'),
    },
    reads: page(read.draw),
    passedOver: { isAmotrized: 'the name is isAmortized; this library misspells it' },
  }),
  library('GET', draw, { reads: read.draw }),
  library('PUT', draw, {
    query: { 'validate?': flag(true), 'force?': flag(false) },
    body: {
      'nickname?': text('Mine'),
      'externalId?': orNull(text('draw-1')),
      'status?': text('originated'),
      'atOrigination?': agreementOfDraw,
    },
    reads: read.draw,
    passedOver: { validate: 'it checks an address, which a draw does not have' },
  }),
  library('POST', draws, {
    body: {
      'externalId?': text('draw-1'),
      'declineReason?': declineReason,
      'timestamps?': timestamps,
      'metaData?': any({ a: 1 }),
      'nickname?': text('Mine'),
      status: text('originated'),
      'isClosed?': flag(false),
      'atOrigination?': agreementOfDraw,
    },
    reads: read.draw,
    passedOver: ownStamps,
  }),
  lender('POST', draws, {
    body: { nickname: text('Credit Card'), status: text('originated'), atOrigination: {} },
    reads: { id: 'text' },
  }),
  library('POST', `${draw}/activate`, {
    body: {},
    reads: read.activated,
    unshown: Object.fromEntries(
      ['principalMatch', 'interestMatch', 'feesMatch', 'totalAdvancesMatch', 'recurringAmountsMatch'].map((field) => [
        `amountsValidation.${field}`,
        'a draw has no schedule that was sent',
      ]),
    ),
  }),
  library('GET', `${draw}/credit-limit`, {
    query: { 'effectiveDate?': text('2026-01-01') },
    reads: { 'creditLimitAmount?': 'number', 'caseId?': 'text' },
  }),
  library('POST', `${draw}/credit-limit`, {
    body: { creditLimitAmount: number(400), 'caseId?': text('ext-1') },
    reads: read.draw,
  }),
  library('POST', `${loan}/amortize-preview`, {
    body: {
      purchaseAmount: number(100),
      'duration?': number(6),
      'recuringAmount?': number(20),
      'startDate?': text('2026-01-01'),
      'drawFee?': number(1),
      'serviceFeeAmount?': number(1),
      'serviceCapAmount?': number(10),
    },
    reads: read.amortized,
  }),
  library('POST', `${draw}/amortize`, {
    body: { 'previewMode?': flag(true), 'duration?': number(6), 'recuringAmount?': number(20) },
    reads: read.amortized,
  }),
  library('POST', `${draw}/close`, {
    query: { 'force?': flag(true) },
    body: {
      'cancellationReason?': text('twice'),
      'closeRequestedByBorrower?': flag(true),
      'caseId?': text('ext-1'),
    },
    passedOver: { force: cancels, cancellationReason: cancels },
  }),
];

export const loanCalls: readonly ClientCall[] = [...ofLoans, ...ofDraws];

// Calls of the clients about purchases, disputes, payments and autopay.
import { any, type ClientCall, flag, number, orNull, page, type SentShape, text } from './fields.ts';
import { moneyObjects as read } from './money.ts';

const loan = '/people/{personId}/loans/{loanId}';
const draw = `${loan}/draws/{drawId}`;
const purchases = `${draw}/purchases`;
const purchase = `${purchases}/{purchaseId}`;
const disputes = `${purchase}/disputes`;
const transactions = `${loan}/transactions`;
const transaction = `${transactions}/{transactionId}`;
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

const ofPurchase = { metaData: 'purchases show it as metadata, as captured; both are taken' };
const stamps = 'it stands in timestamps';
const ofDispute = { createdAt: stamps, updatedAt: stamps, deletedAt: 'nothing of it is deleted' };
const ofTransaction = {
  createdAt: stamps,
  updatedAt: stamps,
  deletedAt: stamps,
  ...Object.fromEntries(
    ['description', 'externalCaseNumber', 'reasonCode', 'status', 'category', 'originalTransactionId'].map((field) => [
      `chargebackDetails.${field}`,
      'a payment may have several: each in chargebackDetails.chargebacks, as captured',
    ]),
  ),
};
const misspelt = { reportedPurchaseId: 'the name is repostedPurchaseId; this library misspells it' };

const pages: SentShape = { 'limit?': number(10), 'startingAfter?': text('DP-AAAA-AAAA') };
const sync: SentShape = { 'sync?': flag(true) };

const details: SentShape = {
  'description?': text('Corner shop'),
  'pointOfSaleType?': text('physical'),
  'categoryId?': text('food'),
  'merchantId?': text('0001'),
  'merchantName?': text('Corner shop'),
  'metadata?': any({ till: 7 }),
  'isValidMerchantId?': flag(false),
  'externalCardId?': text('card-7'),
  'originalCurrencyAmount?': number(20.5),
  'originalCurrencyCode?': text('EUR'),
  'conversionRate?': number(1.1),
};
const declineReason: SentShape = {
  'mainExternalReasonCode?': text('V1'),
  'mainText?': text('Voided at the till'),
  'mainScriptForRep?': text('Say so.'),
  subReasons: [{ 'externalReasonCode?': text('V1'), 'reasonText?': text('Voided'), 'scriptForRep?': text('Say so.') }],
};

const ofLender: SentShape = {
  type: text('regular'),
  amount: number(20.5),
  purchaseDate: text('2026-01-01T15:00:00.123Z'),
  purchaseDetails: {
    description: text('Corner shop'),
    'merchantName?': text('Corner shop'),
    'externalCardId?': text('card-7'),
    'merchantCity?': text('Springfield'),
    'merchantId?': text('0001'),
    'merchantCategoryCode?': text('5411'),
    metadata: { transactionType: text('card_purchase') },
  },
  declineReason: { 'mainText?': text('') },
};

const dispute: SentShape = {
  'externalId?': orNull(text('claim-1')),
  'caseId?': text('ext-1'),
  'status?': text('submitted'),
  'disputedAmount?': number(10),
  'metadata?': any({ a: 1 }),
  'reportedPurchaseId?': text('DP-AAAA-AAAA'),
};

const ofPurchases: ClientCall[] = [
  library('GET', purchases, {
    query: { ...pages, 'types?': [text('regular')], 'statuses?': [text('settled')] },
    reads: read.purchases,
    unshown: ofPurchase,
  }),
  lender('GET', purchases, {
    query: { ...pages, 'fromEffectiveDate?': text('2026-01-01'), 'toEffectiveDate?': text('2026-02-01') },
    reads: read.purchasesOfLender,
  }),
  library('GET', purchase, { reads: read.purchase, unshown: ofPurchase }),
  library('PUT', purchase, {
    query: sync,
    body: {
      'status?': text('canceled'),
      'amount?': number(20.5),
      'externalId?': orNull(text('tx-1')),
      'purchaseDetails?': details,
      'declineReason?': declineReason,
    },
    reads: read.purchase,
    unshown: ofPurchase,
    passedOver: { 'purchaseDetails.isValidMerchantId': shown },
  }),
  library('POST', purchases, {
    query: { 'force?': flag(true), ...sync },
    body: {
      'externalId?': text('tx-1'),
      'type?': text('regular'),
      'status?': text('pending'),
      amount: number(20.5),
      'purchaseDate?': text('2026-01-01'),
      'purchaseDetails?': details,
      'originalPurchaseId?': text('DP-AAAA-AAAA'),
      'declineReason?': declineReason,
      'metaData?': any({ a: 1 }),
    },
    reads: read.purchase,
    unshown: ofPurchase,
    passedOver: { 'purchaseDetails.isValidMerchantId': shown },
  }),
  lender('POST', purchases, {
    query: { force: flag(true), sync: flag(true) },
    body: { externalId: text('tx-1'), status: text('pending'), ...ofLender },
  }),
  lender('PUT', purchase, { body: { status: text('dispute'), ...ofLender } }),
];

const ofDisputes: ClientCall[] = [
  library('GET', disputes, { reads: page(read.dispute), unshown: ofDispute }),
  library('GET', `${draw}/disputes`, { reads: page(read.dispute), unshown: ofDispute }),
  library('GET', `${loan}/disputes`, { reads: page(read.dispute), unshown: ofDispute }),
  library('GET', `${disputes}/{purchaseDisputeId}`, { reads: read.dispute, unshown: ofDispute }),
  library('PUT', `${disputes}/{purchaseDisputeId}`, {
    query: sync,
    body: dispute,
    reads: read.dispute,
    passedOver: misspelt,
    unshown: ofDispute,
  }),
  library('POST', disputes, {
    body: { ...dispute, 'createDisputeCase?': flag(false) },
    reads: read.dispute,
    passedOver: misspelt,
    unshown: ofDispute,
  }),
];

const ofTransactions: ClientCall[] = [
  library('GET', transactions, {
    query: {
      ...pages,
      'status?': text('succeeded'),
      'paymentInstrumentId?': text('PT-AAAA-AAAA'),
      'isExternal?': flag(true),
      'isVirtual?': flag(false),
      'toEffectiveDate?': text('2026-02-01'),
      'fromEffectiveDate?': text('2026-01-01'),
    },
    reads: read.transactions,
    unshown: ofTransaction,
  }),
  lender('GET', transactions, {
    query: { ...pages, 'fromEffectiveDate?': text('2026-01-01'), 'toEffectiveDate?': text('2026-02-01') },
    reads: read.paymentsOfLender,
  }),
  library('GET', transaction, { reads: read.transaction, unshown: ofTransaction }),
  library('PUT', transaction, {
    query: sync,
    body: {
      'externalId?': orNull(text('wire-1')),
      'isExternal?': flag(true),
      'isVirtual?': flag(false),
      'status?': text('succeeded'),
      'timestamps?': Object.fromEntries(
        [
          ...['effectiveDate', 'originalEffectiveDate', 'scheduledDate', 'displayDate'].map((name) => [
            name,
            '2026-01-01',
          ]),
          ...[
            'initiatedAt',
            'pendingAt',
            'succeededAt',
            'failedAt',
            'canceledAt',
            'inDisputeAt',
            'chargebackAt',
            'appliedAt',
          ].map((name) => [name, '2026-01-01T00:00:00Z']),
        ].map(([name, value]) => [`${name}?`, text(value as string)]),
      ),
      ...Object.fromEntries(
        ['actual', 'scheduled', 'paidPrincipal', 'paidInterest', 'paidFees', 'paidOver', 'processingFee'].map(
          (name) => [`${name}Amount?`, number(10)],
        ),
      ),
      'chargebackDetails?': {
        'amount?': number(0),
        'description?': text('none'),
        'externalCaseNumber?': text('7'),
        'reasonCode?': text('10.4'),
        'status?': text('pending'),
        'category?': text('fraud'),
        'originalTransactionId?': text('TX-AAAA-AAAA'),
      },
      ...Object.fromEntries(
        [
          ...['processingFeeType', 'processorTransactionId', 'processorReversalId', 'processorReconciliationId'],
          ...['avsResult', 'failureReason', 'processorFailureReason', 'processorFailureDetails', 'achReturnCode'],
          ...['reversedByTransactionId', 'reversedByTransactionExternalId', 'parentTransactionId', 'autopayPlanId'],
          'cancelReason',
        ].map((name) => [`${name}?`, text('a')]),
      ),
      'autopayPaymentIds?': [number(1)],
      'enablePrepayments?': flag(false),
    },
    reads: read.transaction,
    passedOver: Object.fromEntries(
      [
        ...['isExternal', 'isVirtual', 'timestamps', 'chargebackDetails', 'processingFeeAmount', 'processingFeeType'],
        ...['processorTransactionId', 'processorReversalId', 'processorReconciliationId', 'processorFailureReason'],
        ...['processorFailureDetails', 'avsResult', 'achReturnCode', 'paidPrincipalAmount', 'paidInterestAmount'],
        ...['paidFeesAmount', 'paidOverAmount', 'reversedByTransactionId', 'reversedByTransactionExternalId'],
        ...['parentTransactionId', 'autopayPlanId', 'autopayPaymentIds', 'enablePrepayments'],
      ].map((field) => [field, shown]),
    ),
    unshown: ofTransaction,
  }),
  library('POST', transactions, {
    query: sync,
    body: {
      type: text('oneTime'),
      'drawId?': text('LN-AAAA-AAAA'),
      'isExternal?': flag(true),
      'externalId?': orNull(text('wire-1')),
      'status?': text('pending'),
      'failureReason?': text('none'),
      'paymentInstrumentId?': text('PT-AAAA-AAAA'),
      amount: number(10),
      'scheduledDate?': text('2026-01-01'),
      'enablePrepayments?': flag(false),
      'caseId?': text('ext-1'),
    },
    reads: read.transaction,
    unshown: ofTransaction,
  }),
  lender('POST', transactions, {
    body: {
      externalId: text('wire-1'),
      type: text('oneTime'),
      drawId: text('LN-AAAA-AAAA'),
      isExternal: flag(true),
      status: text('succeeded'),
      paymentInstrumentId: text('PT-AAAA-AAAA'),
      amount: number(10),
    },
  }),
  lender('GET', transaction, { reads: read.paymentOfLender }),
  lender('PUT', transaction, { body: { status: text('succeeded') } }),
  library('POST', `${transaction}/cancel`, { query: { 'cancelReason?': text('canceledByUser') } }),
  library('POST', `${transaction}/reverse`, {
    query: sync,
    body: { 'caseId?': text('ext-1') },
    reads: read.transaction,
    unshown: ofTransaction,
  }),
  library('POST', `${transaction}/backdate`, {
    query: sync,
    body: { 'effectiveDate?': text('2026-01-01'), 'caseId?': text('ext-1') },
    reads: read.transaction,
    unshown: ofTransaction,
  }),
];

const ofAutopay: ClientCall[] = [
  lender('GET', `${loan}/autopay`, { reads: read.autopay }),
  lender('POST', `${loan}/autopay`, {
    body: {
      amountType: text('statementMinimumAmount'),
      'extraAmount?': orNull(number(10)),
      isAlignedToDueDates: flag(true),
      'offsetFromDueDate?': [number(0)],
      paymentInstrumentId: text('PT-AAAA-AAAA'),
      agreementDocumentId: text('DC-AAAA-AAAA'),
    },
  }),
  lender('DELETE', `${loan}/autopay`),
];

export const moneyCalls: readonly ClientCall[] = [...ofPurchases, ...ofDisputes, ...ofTransactions, ...ofAutopay];

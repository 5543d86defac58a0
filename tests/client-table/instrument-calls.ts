// Calls of the clients about what people pay with, and about documents.
import { any, type ClientCall, flag, number, page, type SentShape, text } from './fields.ts';
import { personObjects as read } from './people.ts';

const person = '/people/{personId}';
const shown = 'a client sends back what it was shown';

const recentError: SentShape = {
  'errorType?': text('other'),
  'errorTypeByVendor?': text('ITEM_ERROR'),
  'errorCodeByVendor?': text('ITEM_LOGIN_REQUIRED'),
  'errorDescriptionInternal?': text('Log in again.'),
  'errorDescriptionBorrower?': text('Log in again.'),
};
const link: SentShape = {
  vendor: text('plaid'),
  accessToken: text('access-sandbox-1'),
  'itemId?': text('item-1'),
  accountId: text('account-1'),
  'dataServices?': [text('balance')],
  'status?': text('active'),
  'recentError?': recentError,
};

const toldByVendor = { itemId: 'the vendor says it', status: 'the vendor says it', recentError: 'the vendor says it' };
/** What is said of a link that goes on as it is. */
const ofLink = { vendor: 1, accessToken: 1, accountId: 1, ...toldByVendor };

const instrument: SentShape = {
  'isExternal?': flag(false),
  'externalId?': text('account-1'),
  'pendingAt?': text('2026-01-01T00:00:00Z'),
  'status?': text('active'),
  'inactiveReason?': text('removed'),
  'verified?': flag(true),
  'nickname?': text('Mine'),
  instrumentType: text('bankAccount'),
  accountNumber: text('000123456789'),
  routingNumber: text('021000021'),
  accountType: text('checking'),
  accountHolderType: text('personal'),
  accountHolderName: text('Ada Lovelace'),
};

const one = `${person}/payment-instruments/{paymentInstrumentId}`;

const ofBalance = {
  createdAt: 'a balance is no record of its own: lastSuccessfulBalance says when it was had',
  updatedAt: 'see createdAt',
  deletedAt: 'see createdAt',
};

const ofInstruments: ClientCall[] = [
  {
    by: 'library',
    method: 'GET',
    path: `${person}/payment-instruments`,
    query: { 'isExternal?': flag(true) },
    reads: page(read.instrument),
  },
  { by: 'library', method: 'GET', path: one, reads: read.instrument },
  {
    by: 'library',
    method: 'PUT',
    path: one,
    query: { 'sync?': flag(true) },
    body: {
      'status?': text('active'),
      'inactiveReason?': text('removed'),
      'verified?': flag(true),
      'nickname?': text('Mine'),
      'accountType?': text('checking'),
      'accountHolderType?': text('personal'),
      'accountHolderName?': text('Ada Lovelace'),
      'accountLink?': link,
    },
    reads: read.instrument,
    passedOver: Object.fromEntries(Object.keys(ofLink).map((field) => [`accountLink.${field}`, shown])),
  },
  {
    by: 'library',
    method: 'POST',
    path: `${person}/payment-instruments`,
    query: { 'force?': flag(false), 'sync?': flag(true), 'allowDuplicates?': flag(true) },
    body: { ...instrument, 'accountLink?': link },
    reads: { data: [read.instrument] },
    passedOver: {
      accountLink: 'an account is linked by its token: instrumentType plaid, or POST account-link',
      inactiveReason: 'a new account is not inactive',
      pendingAt: shown,
      verified: 'the trial deposits say it',
    },
  },
  { by: 'library', method: 'DELETE', path: one },
  {
    by: 'library',
    method: 'POST',
    path: `${one}/verify`,
    body: { deposit1: number(11), deposit2: number(32) },
  },
  {
    by: 'library',
    method: 'POST',
    path: `${one}/account-link`,
    body: link,
    reads: read.accountLink,
    passedOver: toldByVendor,
  },
  {
    by: 'library',
    method: 'PUT',
    path: `${one}/account-link`,
    body: { 'dataServices?': [text('balance')], 'lastErrorCommunicationAt?': text('2026-01-01T00:00:00Z') },
    reads: read.accountLink,
  },
  { by: 'library', method: 'DELETE', path: `${one}/account-link` },
  { by: 'library', method: 'GET', path: `${one}/balance`, reads: read.balanceOfLink, unshown: ofBalance },
  { by: 'library', method: 'POST', path: `${one}/balance`, reads: read.balanceOfLink, unshown: ofBalance },
  {
    by: 'lender',
    method: 'POST',
    path: `${person}/payment-instruments`,
    body: { status: text('active'), instrumentType: text('paymentNetwork'), paymentNetworkName: text('PayPal') },
  },
  {
    by: 'lender',
    method: 'POST',
    path: `${person}/payment-instruments`,
    body: {
      instrumentType: text('plaid'),
      accessToken: text('public-sandbox-1'),
      accountIds: [text('account-1')],
      accountHolderType: text('personal'),
      accountHolderName: text('Ada Lovelace'),
    },
  },
];

/** Some wait for their capability; what they send is stated when it comes. */
const ofDocuments: ClientCall[] = [
  {
    by: 'lender',
    method: 'POST',
    path: `${person}/documents`,
    body: {
      type: text('loanAutopayAgreement'),
      loanId: text('LN-AAAA-AAAA'),
      status: text('draft'),
      fileName: text('agreement.html'),
    },
    reads: { id: 'text' },
  },
  {
    by: 'lender',
    method: 'PUT',
    path: `${person}/documents/{documentDescriptorId}`,
    body: { 'status?': text('accepted'), 'archived?': flag(true) },
    reads: { id: 'text' },
  },
  {
    by: 'lender',
    method: 'POST',
    path: `${person}/documents/{documentDescriptorId}/convert`,
    query: { format: text('pdf') },
    body: {},
    reads: { id: 'text' },
  },
  {
    by: 'lender',
    method: 'GET',
    path: `${person}/documents/{documentDescriptorId}/content`,
    query: { returnUrl: flag(true) },
    reads: { url: 'text' },
    unshown: { url: 'the description has the bytes alone; contents.test.ts of documents holds the address' },
  },
  {
    by: 'lender',
    method: 'POST',
    path: '/communicator/render',
    body: {
      subject: text('autopayAgreement'),
      channel: text('gui'),
      personId: text('BO-AAAA-AAAA'),
      loanId: text('LN-AAAA-AAAA'),
      context: any({ lenderName: 'A lender' }),
    },
  },
  {
    by: 'lender',
    method: 'POST',
    path: '/communicator/render-to-document',
    body: {
      subject: text('autopayAgreement'),
      channel: text('document'),
      format: text('pdf'),
      personId: text('BO-AAAA-AAAA'),
      documentId: text('DC-AAAA-AAAA'),
      loanId: text('LN-AAAA-AAAA'),
      context: any({ lenderName: 'A lender' }),
    },
  },
];

export const instrumentCalls: readonly ClientCall[] = [...ofInstruments, ...ofDocuments];

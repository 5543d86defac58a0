// The examples of the description; a test checks each against its schema.
const at = '2026-03-02T14:05:09.120344+00:00';

export const instrument = {
  id: 'PT-5K8W-R3NB',
  object: 'bankAccount',
  externalId: 'acct-81',
  companyId: 'CP-2W8D-K4TN',
  personId: 'BO-3M8K-Q7TZ',
  instrumentType: 'bankAccount',
  status: 'pending',
  pendingAt: at,
  activeAt: null,
  inactiveAt: null,
  inactiveReason: null,
  failureReason: null,
  failureDescriptionShort: null,
  failureDescriptionLong: null,
  isBlockedForDebits: false,
  isBlockedForCredits: false,
  isExternal: false,
  verified: false,
  nickname: 'Household account',
  institutionName: null,
  accountNumber: 'k3v9q2m7x1c8z5w4t6r0',
  accountNumberLastFour: '6789',
  routingNumber: '021000021',
  accountType: 'checking',
  accountHolderType: 'personal',
  accountHolderName: 'Ada Lovelace',
  cardType: null,
  cardNumber: null,
  expirationMonth: null,
  expirationYear: null,
  avsResult: null,
  address: null,
  paymentNetworkName: null,
  accountLink: null,
  createdAt: at,
  updatedAt: null,
  deletedAt: null,
};

export const instrumentCreate = {
  instrumentType: 'bankAccount',
  externalId: 'acct-81',
  nickname: 'Household account',
  accountNumber: '000123456789',
  routingNumber: '021000021',
  accountType: 'checking',
  accountHolderType: 'personal',
  accountHolderName: 'Ada Lovelace',
};

const { externalId: _, ...ofBorrower } = instrumentCreate;
/** What a borrower who has signed in may send. */
export const instrumentOfBorrower = { ...ofBorrower, accountNumber: '000123456780' };

export const instrumentUpdate = { status: 'active', verified: true };
export const changedInstrument = {
  ...instrument,
  status: 'active',
  activeAt: '2026-03-04T09:00:00.000000+00:00',
  verified: true,
  updatedAt: '2026-03-04T09:00:00.000000+00:00',
};

export const accountLinkCreate = { accessToken: 'test_link_ok', accountId: 'household', dataServices: ['balance'] };
export const accountLink = {
  vendor: 'plaid',
  accessToken: 'k3v9q2m7x1c8z5w4t6r0',
  itemId: 'item-ok',
  accountId: 'household',
  dataServices: ['balance'],
  status: 'connected',
  recentError: null,
  errorCommunicationsSent: 0,
  lastErrorCommunicationAt: null,
};
export const accountLinkUpdate = { lastErrorCommunicationAt: '2026-01-15T09:00:00.000000+00:00' };
export const changedAccountLink = {
  ...accountLink,
  errorCommunicationsSent: 1,
  lastErrorCommunicationAt: accountLinkUpdate.lastErrorCommunicationAt,
};

const onAccount = { availableBalanceAmount: 125_050, currentBalanceAmount: 130_000, currency: 'USD' };
export const balance = {
  id: 'PT-5K8W-R3NB',
  ...onAccount,
  error: null,
  lastSuccessfulBalance: { createdAt: '2026-03-02T14:05:09.120344+00:00', ...onAccount },
};

// What the two public clients read, each field with its type. The library is peach-node-client of Flexbase (lines of
// credit), the lender the card program of Archie; facts of their types, none of their text.
import type { ReadShape } from './fields.ts';

const identity: ReadShape = {
  id: 'text',
  createdAt: 'text',
  'deletedAt?': 'text',
  identityType: 'text',
  value: 'text',
  valid: 'boolean',
  issueDate: 'text|null',
  'expirationDate?': 'text',
  'issuingCountry?': 'text',
  'isArchived?': 'boolean',
  'isPrimary?': 'boolean',
};

const borrower: ReadShape = {
  id: 'text',
  object: 'text',
  createdAt: 'text',
  'updatedAt?': 'text',
  'deletedAt?': 'text',
  borrowerType: 'text',
  'externalId?': 'text',
  status: 'text',
  statusUpdatedAt: 'text',
  collectionsIntensity: 'text',
  displayId: 'text',
  metadata: 'any',
  commPreferences: { statementDeliveryChannels: ['text'], sendRemindersWhenCurrent: 'boolean' },
  name: {
    'object?': 'text',
    'prefix?': 'text',
    firstName: 'text',
    'middleName?': 'text',
    lastName: 'text',
    'maidenLastName?': 'text',
    'suffix?': 'text',
    'preferredFirstName?': 'text',
    current: 'boolean',
  },
  'dateOfBirth?': 'text',
  identities: [identity],
};

const search: ReadShape = {
  hits: [{ highlight: 'any', id: 'text', score: 'number' }],
  inputErrors: 'any',
  'maxScore?': 'number',
  total: { relation: 'text', value: 'number' },
};

const address: ReadShape = {
  object: 'text',
  id: 'text',
  'addressLine1?': 'text',
  'addressLine2?': 'text',
  'city?': 'text',
  'countyOrRegion?': 'text',
  'state?': 'text',
  'postalCode?': 'text',
  'country?': 'text',
  'poBox?': 'text',
};

const contact: ReadShape = {
  object: 'text',
  id: 'text',
  'externalId?': 'text',
  contactType: 'text',
  'label?': 'text',
  'affiliation?': 'text',
  'name?': 'text',
  'value?': 'text',
  'address?': address,
  'companyId?': 'text',
  'personId?': 'text',
  'createdAt?': 'text',
  'updatedAt?': 'text',
  'deletedAt?': 'text',
  'status?': 'text',
  'valid?': 'boolean',
  'verified?': 'boolean',
  'receiveTextMessages?': 'boolean',
  'receiveTextMessagesLastConsentAt?': 'text',
  'authorizedThirdParty?': 'boolean',
  'powerOfAttorney?': 'boolean',
  'phoneDisconnectionDetails?': {
    'lastKnownConnectionDate?': 'text',
    'lastDisconnectCheckDate?': 'text',
    'disconnectionStatus?': 'text',
  },
};

const recentError: ReadShape = {
  'errorType?': 'text',
  'errorTypeByVendor?': 'text',
  'errorCodeByVendor?': 'text',
  'errorDescriptionInternal?': 'text',
  'errorDescriptionBorrower?': 'text',
};

const accountLink: ReadShape = {
  vendor: 'text',
  accessToken: 'text',
  'itemId?': 'text',
  accountId: 'text',
  'dataServices?': ['text'],
  'status?': 'text',
  'recentError?': recentError,
  'errorCommunicationsSent?': 'number',
  'lastErrorCommunicationAt?': 'text',
};

const instrument: ReadShape = {
  id: 'text',
  'createdAt?': 'text',
  'updatedAt?': 'text',
  'deletedAt?': 'text',
  'isExternal?': 'boolean',
  'externalId?': 'text',
  'activeAt?': 'text',
  'inactiveAt?': 'text',
  'pendingAt?': 'text',
  'failureReason?': 'text',
  'failureDescriptionShort?': 'text',
  'failureDescriptionLong?': 'text',
  'status?': 'text',
  'inactiveReason?': 'text',
  'verified?': 'boolean',
  'nickname?': 'text',
  instrumentType: 'text',
  accountNumber: 'text',
  routingNumber: 'text',
  'institutionName?': 'text',
  accountType: 'text',
  accountHolderType: 'text',
  accountHolderName: 'text',
  accountNumberLastFour: 'text',
  'accountLink?': accountLink,
};

const balanceOfLink: ReadShape = {
  id: 'text',
  'createdAt?': 'text',
  'updatedAt?': 'text',
  'deletedAt?': 'text',
  'availableBalanceAmount?': 'number',
  'currentBalanceAmount?': 'number',
  'currency?': 'text',
  'error?': recentError,
  'lastSuccessfulBalance?': {
    'createdAt?': 'text',
    'availableBalanceAmount?': 'number',
    'currentBalanceAmount?': 'number',
    'currency?': 'text',
  },
};

export const personObjects = {
  borrower,
  search,
  identity,
  contact,
  instrument,
  accountLink,
  balanceOfLink,
  person: { id: 'text', companyId: 'text' },
} satisfies Record<string, ReadShape>;

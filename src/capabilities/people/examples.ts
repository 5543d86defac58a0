// The examples of the description; a test checks each against its schema.
import { failedLineExample } from '#platform/import/results.ts';

const at = '2026-03-02T14:05:09.120344+00:00';
const stamps = { createdAt: at, updatedAt: null, deletedAt: null };

export const identity = {
  id: 'BI-6H2P-X9QD',
  object: 'identity',
  identityType: 'SSN',
  customIdentityTypeName: null,
  value: '123-45-6789',
  valid: true,
  issueDate: null,
  expirationDate: null,
  issuingCountry: 'US',
  isPrimary: true,
  isArchived: false,
  ...stamps,
};

export const maskedIdentity = { ...identity, value: 'k3v9q2m7x1c8z5w4t6r0' };

export const borrowerCreate = {
  borrowerType: 'person',
  externalId: 'crm-20417',
  name: { firstName: 'Ada', lastName: 'Lovelace' },
  dateOfBirth: '1990-12-10',
  identity: { identityType: 'SSN', value: '123-45-6789', issuingCountry: 'US' },
  metaData: { branch: 'north' },
};

export const borrower = {
  id: 'BO-3M8K-Q7TZ',
  object: 'person',
  companyId: 'CP-2W8D-K4TN',
  displayId: 'crm-20417',
  externalId: 'crm-20417',
  borrowerType: 'person',
  status: 'active',
  statusUpdatedAt: at,
  collectionsIntensity: 'normal',
  name: {
    id: 'BN-4T9W-K2LM',
    object: 'name',
    prefix: null,
    firstName: 'Ada',
    middleName: null,
    lastName: 'Lovelace',
    maidenLastName: null,
    suffix: null,
    preferredFirstName: null,
    current: true,
    status: 'active',
    source: 'lender',
    effectiveAt: at,
    originalValue: {},
    ...stamps,
  },
  dateOfBirth: '1990-12-10',
  businessDetails: null,
  commPreferences: { statementDeliveryChannels: [], sendRemindersWhenCurrent: true },
  identities: [maskedIdentity],
  monitorStartDate: '2026-03-02',
  metaData: { branch: 'north' },
  user: null,
  ...stamps,
  erasedAt: null,
};

export const contactCreate = {
  contactType: 'phone',
  label: 'personal',
  affiliation: 'self',
  status: 'primary',
  value: '(317) 555-1212',
  receiveTextMessages: true,
};

export const contact = {
  id: 'CT-8R4V-N2JC',
  object: 'contact',
  externalId: null,
  companyId: 'CP-2W8D-K4TN',
  personId: 'BO-3M8K-Q7TZ',
  contactType: 'phone',
  label: 'personal',
  affiliation: 'self',
  status: 'primary',
  name: null,
  value: '+13175551212',
  address: null,
  valid: true,
  verified: false,
  receiveTextMessages: true,
  authorizedThirdParty: false,
  powerOfAttorney: false,
  receiveTextMessagesLastConsentAt: at,
  legalRepresentativeId: null,
  phoneDisconnectionDetails: {
    disconnectionStatus: null,
    lastDisconnectCheckDate: null,
    lastKnownConnectionDate: null,
  },
  ...stamps,
};

const importLine = {
  person: { externalId: 'B-2001', name: { firstName: 'Ada', lastName: 'Lovelace' }, dateOfBirth: '1990-12-10' },
  contacts: [contactCreate],
};

export const importLines = `${JSON.stringify(importLine)}\n`;

export const importResult = failedLineExample('person.name.lastName');

// Calls of the clients about people: borrowers, identities, contacts, instruments, users, documents.
import { any, type ClientCall, flag, number, orNull, page, type SentShape, text } from './fields.ts';
import { instrumentCalls } from './instrument-calls.ts';
import { personObjects as read } from './people.ts';

const [people, person] = ['/people', '/people/{personId}'];
const shown = 'a client sends back what it was shown';

const forwards: SentShape = { 'limit?': number(10), 'startingAfter?': text('BO-AAAA-AAAA') };
/** A page is asked for from one end. */
const backwards: SentShape = { 'limit?': number(10), 'endingBefore?': text('BO-AAAA-AAAA') };

const ofBorrower = { metadata: 'the name is metaData; this library spells it so in what it reads alone' };
const ofName = { 'name.object': shown, 'name.current': shown };
const ofContact = { 'address.poBox': 'the name is POBox: the library writes every key that it reads small first' };

const name: SentShape = {
  'object?': text('name'),
  'prefix?': text('Dr'),
  firstName: text('Ada'),
  'middleName?': text('King'),
  lastName: text('Lovelace'),
  'maidenLastName?': text('Byron'),
  'suffix?': text('III'),
  'preferredFirstName?': text('Ada'),
  current: flag(true),
};

const borrower: SentShape = {
  'borrowerType?': text('person'),
  'externalId?': orNull(text('cust-1')),
  'status?': text('active'),
  'collectionsIntensity?': text('normal'),
  'metaData?': any({ note: 1 }),
  'commPreferences?': { statementDeliveryChannels: [text('email')], sendRemindersWhenCurrent: flag(false) },
  'name?': name,
  'dateOfBirth?': text('1985-12-10'),
};

const identity: SentShape = {
  identityType: text('passport'),
  value: text('X1234567'),
  'valid?': flag(true),
  'issueDate?': text('2020-01-01'),
  'expirationDate?': text('2030-01-01'),
  'issuingCountry?': text('US'),
};

const address: SentShape = {
  object: text('address'),
  id: text('CT-AAAA-AAAA'),
  'addressLine1?': text('1 Main St'),
  'addressLine2?': text('Apt 4'),
  'city?': text('Houston'),
  'countyOrRegion?': text('Harris'),
  'state?': text('TX'),
  'postalCode?': text('77002'),
  'country?': text('US'),
  'poBox?': text('12'),
};

const contact: SentShape = {
  'externalId?': text('home-1'),
  'contactType?': text('address'),
  'label?': text('home'),
  'affiliation?': text('self'),
  'name?': text('Ada'),
  'address?': address,
  'valid?': flag(true),
  'verified?': flag(true),
  'authorizedThirdParty?': flag(false),
  'powerOfAttorney?': flag(false),
};
const phone: SentShape = {
  'contactType?': text('phone'),
  'label?': text('personal'),
  'value?': text('+13175550000'),
  'receiveTextMessages?': flag(true),
  'phoneDisconnectDetails?': {
    'lastKnownConnectionDate?': text('2026-01-01'),
    'lastDisconnectCheckDate?': text('2026-01-01'),
    'disconnectionStatus?': text('connected'),
  },
};
const contactQuery: SentShape = { 'confirmationCode?': text('123456'), 'validate?': flag(true) };
const ofAddress = {
  'address.object': shown,
  'address.id': shown,
  'address.poBox': 'the name is POBox: the library writes every key that it reads small first',
};

const ofBorrowers: ClientCall[] = [
  {
    by: 'library',
    method: 'GET',
    path: people,
    query: {
      ...forwards,
      'status?': text('active'),
      'sortBy?': [text('createdAt')],
      'borrowerType?': text('person'),
      'ids?': [text('BO-AAAA-AAAA')],
    },
    reads: page(read.borrower),
    unshown: ofBorrower,
  },
  { by: 'library', method: 'GET', path: people, query: backwards },
  {
    by: 'library',
    method: 'GET',
    path: `${people}/search`,
    query: Object.fromEntries(
      [
        ...[
          '_hasTheWords',
          '_notTheWords',
          'address',
          'bankruptcyCourtCase',
          'businessName',
          'city',
          'email',
          'emailExact',
        ],
        ...['employeeEmail', 'employeeEmailExact', 'employeePhone', 'employeeName', 'firstName', 'fullName'],
        ...['incorporatedState', 'lastName', 'legalRepFirstName', 'legalRepLastName', 'legalRepEmail', 'legalRepPhone'],
        ...['loanId', 'maidenName', 'middleName', 'paymentMethod', 'phone', 'postalCode', 'state', 'taxId'],
        ...['caseId', 'id', '_forceIndex'],
      ].map((field) => [`${field}?`, text(field === 'state' ? 'TX' : 'abc')]),
    ),
    reads: { ...page(read.borrower), 'search?': read.search },
    passedOver: { _forceIndex: 'it chooses an index of another service' },
    unshown: ofBorrower,
  },
  {
    by: 'library',
    method: 'GET',
    path: person,
    query: { 'includeIdentity?': flag(true) },
    reads: read.borrower,
    unshown: ofBorrower,
  },
  {
    by: 'library',
    method: 'PUT',
    path: person,
    body: { ...borrower, 'caseId?': text('ext-1') },
    reads: read.borrower,
    passedOver: ofName,
    unshown: ofBorrower,
  },
  {
    by: 'library',
    method: 'POST',
    path: people,
    body: { ...borrower, 'identity?': { identityType: text('SSN'), value: text('123-45-6789') } },
    reads: read.borrower,
    passedOver: ofName,
    unshown: ofBorrower,
  },
  {
    by: 'library',
    method: 'POST',
    path: people,
    body: {
      'borrowerType?': text('business'),
      'businessDetails?': {
        businessType: text('llc'),
        businessName: text('A shop'),
        businessLegalName: text('A shop LLC'),
        'incorporatedCountry?': text('US'),
        'incorporatedState?': text('DE'),
      },
    },
  },
  {
    by: 'lender',
    method: 'POST',
    path: people,
    body: {
      externalId: text('user-1'),
      status: text('active'),
      name: { firstName: text('Ada'), lastName: text('Lovelace') },
      dateOfBirth: text('1985-12-10T00:00:00.000Z'),
      identity: { identityType: text('SSN'), value: text('123456789') },
    },
    reads: read.person,
  },
  {
    by: 'lender',
    method: 'POST',
    path: '/companies/{companyId}/users',
    body: {
      userType: text('borrower'),
      authType: { email: text('ada@example.com') },
      roles: [text('RO-AAAA-AAAA')],
      associatedPersonId: text('BO-AAAA-AAAA'),
    },
  },
];

const ofIdentities: ClientCall[] = [
  { by: 'library', method: 'GET', path: `${person}/identity`, reads: read.identity },
  {
    by: 'library',
    method: 'GET',
    path: `${person}/identities`,
    query: { 'includeArchived?': flag(true) },
    reads: page(read.identity),
  },
  { by: 'library', method: 'GET', path: `${person}/identities/{identityId}`, reads: read.identity },
  {
    by: 'library',
    method: 'PUT',
    path: `${person}/identities/{identityId}`,
    body: { ...identity, 'isArchived?': flag(false), 'caseId?': text('ext-1') },
    reads: read.identity,
  },
  {
    by: 'library',
    method: 'DELETE',
    path: `${person}/identities/{identityId}`,
    query: { 'caseId?': text('ext-1') },
  },
  {
    by: 'library',
    method: 'POST',
    path: `${person}/identities`,
    body: { ...identity, 'isArchived?': flag(false), 'isPrimary?': flag(true), 'caseId?': text('ext-1') },
    reads: read.identity,
  },
];

const ofContacts: ClientCall[] = [
  {
    by: 'library',
    method: 'GET',
    path: `${person}/contacts`,
    query: {
      ...forwards,
      'sortBy?': [text('createdAt')],
      'collidesWithEmail?': text('ada@example.com'),
      'collidesWithPhone?': text('+13175550000'),
      'contactType?': text('phone'),
      'affiliation?': text('self'),
      'label?': text('home'),
      'status?': text('primary'),
      'includeArchived?': flag(true),
      'includeLegal?': flag(true),
      'receiveTextMessages?': flag(true),
    },
    reads: page(read.contact),
    unshown: ofContact,
  },
  { by: 'library', method: 'GET', path: `${person}/contacts`, query: backwards },
  { by: 'library', method: 'GET', path: `${person}/contacts/{contactId}`, reads: read.contact, unshown: ofContact },
  { by: 'library', method: 'DELETE', path: `${person}/contacts/{contactId}` },
  ...(['POST', 'PUT'] as const).flatMap((method): ClientCall[] => {
    const path = method === 'POST' ? `${person}/contacts` : `${person}/contacts/{contactId}`;
    const body = method === 'POST' ? { ...contact, 'status?': text('primary') } : contact;
    return [
      {
        by: 'library',
        method,
        path,
        query: contactQuery,
        body,
        reads: read.contact,
        passedOver: ofAddress,
        unshown: ofContact,
      },
      { by: 'library', method, path, body: phone },
    ];
  }),
  {
    by: 'library',
    method: 'POST',
    path: `${person}/contacts/{contactId}/clone`,
    query: contactQuery,
    body: { ...contact, 'status?': text('primary') },
    reads: read.contact,
    passedOver: ofAddress,
    unshown: ofContact,
  },
  {
    by: 'lender',
    method: 'POST',
    path: `${person}/contacts`,
    body: {
      contactType: text('address'),
      label: text('home'),
      affiliation: text('self'),
      status: text('primary'),
      address: {
        addressLine1: text('1 Main St'),
        city: text('Houston'),
        state: text('TX'),
        postalCode: text('77002'),
        country: text('US'),
      },
    },
    reads: { id: 'text' },
  },
  {
    by: 'lender',
    method: 'POST',
    path: `${person}/contacts`,
    body: {
      contactType: text('phone'),
      label: text('personal'),
      affiliation: text('self'),
      status: text('primary'),
      value: text('+13175550000'),
      valid: flag(true),
      verified: flag(false),
      receiveTextMessages: flag(false),
    },
  },
];

export const personCalls: readonly ClientCall[] = [...ofBorrowers, ...ofIdentities, ...ofContacts, ...instrumentCalls];

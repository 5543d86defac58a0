// Every endpoint of people, identities and contacts.
import Type from 'typebox';
import type { Whole } from '#platform/capability.ts';
import { errors } from '#platform/errors.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { pageQuery } from '#platform/http/pages.ts';
import { importEndpoints } from '#platform/import/endpoints.ts';
import { Bool, Described, Id, StringEnum, Text } from '#platform/input/schemas.ts';
import * as commands from './commands/index.ts';
import { contactList } from './contact.ts';
import { peopleErrors } from './errors.ts';
import * as told from './events.ts';
import * as example from './examples.ts';
import { importPeople, personLinePermissions } from './import/import-people.ts';
import { PersonLine } from './import/person-line.ts';
import { person } from './person.ts';
import { versionedBy, versionOfHeld } from './person-version.ts';
import * as queries from './queries.ts';
import { consentRoutes } from './resources/consent.ts';
import { legalRepresentativeRoutes } from './resources/legal-representative.ts';
import {
  aCase,
  Borrower,
  BorrowerCreate,
  BorrowerUpdate,
  borrowerStatuses,
  borrowerTypes,
  Contact,
  ContactCreate,
  ContactUpdate,
  Identity,
  IdentityCreate,
  IdentityUpdate,
} from './schemas.ts';
import { searchExtra, searchPeople } from './search.ts';
import { readIdentityPermission, searchQuery } from './search-input.ts';

const flag = (description: string) => Type.Optional(Described(Bool, { description, example: false }));

const peopleRoutes = [
  endpoint({
    name: 'people.list',
    method: 'GET',
    path: '/people',
    summary: 'List borrowers',
    permission: 'person:list',
    shape: 'list',
    query: {
      ...pageQuery(queries.personSort),
      status: Type.Optional(StringEnum(borrowerStatuses)),
      borrowerType: Type.Optional(StringEnum(borrowerTypes)),
      ids: Type.Optional(Type.Array(Id('BO', 'borrower'), { maxItems: 100, description: 'Only these.' })),
    },
    answer: Borrower,
    read: ({ reader, vault }, { query }) => queries.listPeople(reader, vault, query),
  }),
  endpoint({
    name: 'people.create',
    method: 'POST',
    path: '/people',
    summary: 'Create a borrower',
    description:
      'A person with a name, or a business with its details. The identity, if sent, becomes the primary one.',
    permission: 'person:create',
    shape: 'single',
    status: 201,
    body: BorrowerCreate,
    answer: Borrower,
    errors: [errors.DuplicateExternalId, errors.InvalidMetaData, peopleErrors.PrimaryIdentity],
    example: { body: example.borrowerCreate },
    emits: [told.personCreated, told.identityCreated],
    command: (ctx, tx, { body }) => commands.createPerson(ctx, tx, body),
  }),
];

const onePersonRoutes = [
  endpoint({
    name: 'people.read',
    method: 'GET',
    path: '/people/{personId}',
    summary: 'Read a borrower',
    permission: 'person:read',
    borrowers: { reads: ['users', 'user_roles'] },
    shape: 'single',
    query: {
      includeIdentity: flag(`Show the real values of identities; needs the permission ${readIdentityPermission}.`),
    },
    answer: Borrower,
    subject: queries.personToShow,
    remembers: ({ includeIdentity }) => includeIdentity !== true,
    showsPersonal: ({ includeIdentity }) => includeIdentity === true,
    read: async ({ vault, caller }, { query }, found) => {
      const showIdentities = query.includeIdentity === true;
      if (showIdentities) mustHave(caller, readIdentityPermission);
      return queries.showPerson(vault, found, { showIdentities });
    },
  }),
  endpoint({
    name: 'people.update',
    method: 'PUT',
    path: '/people/{personId}',
    summary: 'Change a borrower',
    description: 'What is not sent stays. Objects change by the parts that are sent; metaData is replaced.',
    permission: 'person:update',
    shape: 'single',
    body: BorrowerUpdate,
    answer: Borrower,
    subject: { ...person, versioned: versionedBy(versionOfHeld) },
    errors: [errors.DuplicateExternalId, errors.InvalidMetaData],
    example: { body: { commPreferences: { sendRemindersWhenCurrent: false } } },
    emits: [told.personUpdated, told.personStatusChanged],
    command: (ctx, tx, { body }, row) => commands.updatePerson(ctx, tx, row, body),
  }),
];

const identityRoutes = [
  endpoint({
    name: 'people.primaryIdentity',
    method: 'GET',
    path: '/people/{personId}/identity',
    summary: 'Read the primary identity',
    permission: readIdentityPermission,
    shape: 'single',
    answer: Identity,
    subject: person,
    showsPersonal: () => true,
    read: ({ reader, vault }, _, row) => queries.readPrimaryIdentity(reader, vault, row),
  }),
  endpoint({
    name: 'identities.list',
    method: 'GET',
    path: '/people/{personId}/identities',
    summary: 'List identities',
    description: `The values are shown to a key with the permission ${readIdentityPermission}; others see tokens.`,
    permission: 'person.identity:list',
    borrowers: {},
    shape: 'list',
    query: queries.identityList.query,
    list: queries.identityList,
    answer: Identity,
    subject: person,
    showsPersonal: (_, { permissions }) => permissions.has(readIdentityPermission),
    read: ({ reader, vault, caller }, { query }, row) => {
      const showIdentities = caller.permissions.has(readIdentityPermission);
      return queries.listIdentities(reader, vault, row, { ...query, showIdentities });
    },
  }),
  endpoint({
    name: 'identities.create',
    method: 'POST',
    path: '/people/{personId}/identities',
    summary: 'Add an identity',
    description: 'The answer shows a token in place of the value; read the identity to see it.',
    permission: 'person.identity:create',
    shape: 'single',
    status: 201,
    body: IdentityCreate,
    answer: Identity,
    subject: person,
    errors: [peopleErrors.PrimaryIdentity],
    example: { body: { identityType: 'passport', value: 'X1234567', issuingCountry: 'US' } },
    emits: [told.identityCreated],
    command: (ctx, tx, { body }, row) => commands.createIdentity(ctx, tx, row, body),
  }),
  endpoint({
    name: 'identities.read',
    method: 'GET',
    path: '/people/{personId}/identities/{identityId}',
    summary: 'Read an identity',
    permission: readIdentityPermission,
    shape: 'single',
    answer: Identity,
    subject: person,
    showsPersonal: () => true,
    read: ({ reader, vault }, { params }, row) => queries.readIdentity(reader, vault, row, params.identityId),
  }),
  endpoint({
    name: 'identities.update',
    method: 'PUT',
    path: '/people/{personId}/identities/{identityId}',
    summary: 'Change an identity',
    description: 'What is not sent stays. The primary identity stays primary and cannot be archived.',
    permission: 'person.identity:update',
    shape: 'single',
    body: IdentityUpdate,
    answer: Identity,
    subject: person,
    errors: [peopleErrors.PrimaryIdentity],
    example: { body: { value: '987-65-4321' } },
    emits: [told.identityUpdated],
    command: (ctx, tx, { params, body }, row) => commands.updateIdentity(ctx, tx, row, params.identityId, body),
  }),
  endpoint({
    name: 'identities.delete',
    method: 'DELETE',
    path: '/people/{personId}/identities/{identityId}',
    summary: 'Archive an identity',
    description: 'It is no longer listed, and stays for the record. The primary identity cannot be deleted.',
    permission: 'person.identity:delete',
    shape: 'message',
    query: { caseId: Type.Optional(aCase) },
    answer: Identity,
    subject: person,
    errors: [peopleErrors.PrimaryIdentity],
    emits: [told.identityDeleted],
    command: (ctx, tx, { params }, row) => commands.deleteIdentity(ctx, tx, row, params.identityId),
  }),
];

const validate = Type.Optional(
  Described(Bool, { description: 'False takes an address as it is, without checking state and ZIP.', example: true }),
);
const optionsOf = (query: { validate?: boolean }) => ({ validate: query.validate ?? true });

const contactRoutes = [
  endpoint({
    name: 'contacts.list',
    method: 'GET',
    path: '/people/{personId}/contacts',
    summary: 'List contacts',
    permission: 'contact:list',
    borrowers: {},
    shape: 'list',
    query: {
      ...contactList.query,
      includeArchived: flag('Archived ones as well.'),
      includeLegal: flag('Includes those of an attorney or another legal representative.'),
      collidesWithEmail: Type.Optional(Text({ min: 1, max: 320, description: 'Only the one with this email.' })),
      collidesWithPhone: Type.Optional(Text({ min: 1, max: 60, description: 'Only the one with this phone.' })),
    },
    list: contactList,
    answer: Contact,
    subject: person,
    read: ({ reader, vault }, { query }, row) => queries.listContacts(reader, vault, row, query),
  }),
  endpoint({
    name: 'contacts.create',
    method: 'POST',
    path: '/people/{personId}/contacts',
    summary: 'Add a contact',
    description: 'An email, a phone or an address. Phones are kept in E.164; one value stands once with a borrower.',
    permission: 'contact:create',
    shape: 'single',
    status: 201,
    query: { validate },
    body: ContactCreate,
    answer: Contact,
    subject: person,
    errors: [peopleErrors.ContactCollision, errors.DuplicateExternalId],
    example: { body: example.contactCreate },
    emits: [told.contactCreated],
    command: (ctx, tx, { query, body }, row) => commands.createContact(ctx, tx, row, body, optionsOf(query)),
  }),
  endpoint({
    name: 'contacts.read',
    method: 'GET',
    path: '/people/{personId}/contacts/{contactId}',
    summary: 'Read a contact',
    permission: 'contact:read',
    borrowers: {},
    shape: 'single',
    answer: Contact,
    subject: person,
    read: ({ reader, vault }, { params }, row) => queries.readContact(reader, vault, row, params.contactId),
  }),
  endpoint({
    name: 'contacts.update',
    method: 'PUT',
    path: '/people/{personId}/contacts/{contactId}',
    summary: 'Change a contact',
    description: 'What is not sent stays.',
    permission: 'contact:update',
    shape: 'single',
    query: { validate },
    body: ContactUpdate,
    answer: Contact,
    subject: person,
    errors: [peopleErrors.ContactCollision, errors.DuplicateExternalId],
    example: { body: { valid: false } },
    emits: [told.contactUpdated],
    command: (ctx, tx, { params, query, body }, row) =>
      commands.updateContact(ctx, tx, row, params.contactId, body, optionsOf(query)),
  }),
  endpoint({
    name: 'contacts.delete',
    method: 'DELETE',
    path: '/people/{personId}/contacts/{contactId}',
    summary: 'Delete a contact',
    description: 'For good. To keep the history, set its status to archived or clone it.',
    permission: 'contact:delete',
    shape: 'message',
    answer: Contact,
    subject: person,
    emits: [told.contactDeleted],
    command: (ctx, tx, { params }, row) => commands.deleteContact(ctx, tx, row, params.contactId),
  }),
  endpoint({
    name: 'contacts.clone',
    method: 'POST',
    path: '/people/{personId}/contacts/{contactId}/clone',
    summary: 'Replace a contact by a changed copy',
    description:
      'The copy has all properties of the contact, but for those in the body. The contact itself is archived and loses its external id.',
    permission: 'contact:create',
    shape: 'single',
    status: 201,
    query: { validate },
    body: ContactUpdate,
    answer: Contact,
    subject: person,
    errors: [peopleErrors.ContactCollision, errors.DuplicateExternalId],
    example: { body: { value: '+13175551213' } },
    emits: [told.contactUpdated, told.contactCreated],
    command: (ctx, tx, { params, query, body }, row) =>
      commands.cloneContact(ctx, tx, row, params.contactId, body, optionsOf(query)),
  }),
];

const importRoutes = importEndpoints({
  name: 'people',
  path: '/people/import',
  summary: 'Create borrowers in bulk',
  description:
    'JSON lines of any number, a person with its contacts in each. The person may stand in its line without the envelope: as POST /people takes it, with `contacts` among its fields.',
  kind: importPeople,
  linePermissions: personLinePermissions,
  line: PersonLine,
  example: example.importLines,
});

/** What finds people by the objects of later capabilities is known once all capabilities are there. */
const searchRoute = ({ searches }: Whole): Endpoint =>
  endpoint({
    name: 'people.search',
    method: 'GET',
    path: '/people/search',
    summary: 'Search borrowers',
    description:
      'All criteria must hold; without any, nobody is found. Values are stored encrypted, so only what is listed here can be searched for. `search` tells how well each borrower answers. Matches are counted to 1,000.',
    permission: 'person:list',
    shape: 'list',
    query: searchQuery,
    passesOver: { _forceIndex: 'the service chooses its indexes itself' },
    answer: Borrower,
    extra: searchExtra,
    example: { query: { lastName: 'Lovelace' } },
    read: (ctx, { query }) => searchPeople(ctx, query, searches),
  });

export const routes = (whole: Whole): Endpoint[] => [
  ...peopleRoutes,
  searchRoute(whole),
  ...onePersonRoutes,
  ...identityRoutes,
  ...contactRoutes,
  ...legalRepresentativeRoutes,
  ...consentRoutes,
  ...importRoutes,
];

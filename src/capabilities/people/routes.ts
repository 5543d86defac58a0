// Every endpoint of people, identities and contacts.
import Type from 'typebox';
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
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
import { consentImport, consentRoutes } from './resources/consent.ts';
import { contactPreferenceImport, contactPreferenceRoutes } from './resources/contact-preference.ts';
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
import type { PersonRow } from './tables.ts';

const flag = (description: string) => Type.Optional(Described(Bool, { description, example: false }));

const personEndpoint = below({ path: '/people', permission: 'person', answer: Borrower });

const peopleRoutes = [
  personEndpoint({
    name: 'people.list',
    summary: 'List borrowers',
    shape: 'list',
    query: {
      ...pageQuery(queries.personSort),
      status: Type.Optional(StringEnum(borrowerStatuses)),
      borrowerType: Type.Optional(StringEnum(borrowerTypes)),
      ids: Type.Optional(Type.Array(Id('BO', 'borrower'), { maxItems: 100, description: 'Only these.' })),
    },
    read: ({ reader, vault }, { query }) => queries.listPeople(reader, vault, query),
  }),
  personEndpoint({
    name: 'people.create',
    summary: 'Create a borrower',
    description:
      'A person with a name, or a business with its details. The identity, if sent, becomes the primary one.',
    body: BorrowerCreate,
    errors: [errors.DuplicateExternalId, errors.InvalidMetaData, peopleErrors.PrimaryIdentity],
    example: { body: example.borrowerCreate },
    emits: [told.personCreated, told.identityCreated],
    shares: { mayShare: () => true },
    command: (ctx, tx, { body }) => commands.createPerson(ctx, tx, body),
  }),
];

const onePersonRoutes = ({ unlocked }: Pick<Whole, 'unlocked'>): Endpoint[] => [
  personEndpoint({
    name: 'people.read',
    path: '/{personId}',
    summary: 'Read a borrower',
    borrowers: { reads: ['users', 'user_roles'] },
    query: {
      includeIdentity: flag(
        `Show the real values of identities; needs the permission ${readIdentityPermission}, or a verification of the borrower in this session whose type unlocks it.`,
      ),
    },
    subject: queries.personToShow,
    remembers: ({ includeIdentity }) => includeIdentity !== true,
    showsPersonal: ({ includeIdentity }) => includeIdentity === true,
    read: async ({ reader, vault, caller, now }, { query }, found) => {
      const showIdentities = query.includeIdentity === true;
      if (showIdentities && !caller.permissions.has(readIdentityPermission)) {
        const has = await unlocked(reader, caller, { personId: found.row.person_id, now: await now() });
        if (!has.has(readIdentityPermission)) mustHave(caller, readIdentityPermission);
      }
      return queries.showPerson(vault, found, { showIdentities });
    },
  }),
  personEndpoint({
    name: 'people.update',
    path: '/{personId}',
    summary: 'Change a borrower',
    description: 'What is not sent stays. Objects change by the parts that are sent; metaData is replaced.',
    body: BorrowerUpdate,
    subject: { ...person, versioned: versionedBy(versionOfHeld) },
    errors: [errors.DuplicateExternalId, errors.InvalidMetaData],
    example: { body: { commPreferences: { sendRemindersWhenCurrent: false } } },
    emits: [told.personUpdated, told.personStatusChanged],
    command: (ctx, tx, { body }, row) => commands.updatePerson(ctx, tx, row, body),
  }),
];

const identityEndpoint = below({
  path: '/people/{personId}/identities',
  permission: 'person.identity',
  subject: person,
  answer: Identity,
});

const identityRoutes = [
  personEndpoint({
    name: 'people.primaryIdentity',
    path: '/{personId}/identity',
    summary: 'Read the primary identity',
    permission: readIdentityPermission,
    answer: Identity,
    subject: person,
    showsPersonal: () => true,
    read: ({ reader, vault }, _, row) => queries.readPrimaryIdentity(reader, vault, row),
  }),
  identityEndpoint({
    name: 'identities.list',
    summary: 'List identities',
    description: `The values are shown to a key with the permission ${readIdentityPermission}; others see tokens.`,
    borrowers: {},
    shape: 'list',
    query: queries.identityList.query,
    list: queries.identityList,
    showsPersonal: (_, { permissions }) => permissions.has(readIdentityPermission),
    read: ({ reader, vault, caller }, { query }, row) => {
      const showIdentities = caller.permissions.has(readIdentityPermission);
      return queries.listIdentities(reader, vault, row, { ...query, showIdentities });
    },
  }),
  identityEndpoint({
    name: 'identities.create',
    summary: 'Add an identity',
    description: 'The answer shows a token in place of the value; read the identity to see it.',
    body: IdentityCreate,
    errors: [peopleErrors.PrimaryIdentity],
    example: { body: { identityType: 'passport', value: 'X1234567', issuingCountry: 'US' } },
    emits: [told.identityCreated],
    command: (ctx, tx, { body }, row) => commands.createIdentity(ctx, tx, row, body),
  }),
  identityEndpoint({
    name: 'identities.read',
    path: '/{identityId}',
    summary: 'Read an identity',
    permission: readIdentityPermission,
    showsPersonal: () => true,
    read: ({ reader, vault }, { params }, row) => queries.readIdentity(reader, vault, row, params.identityId),
  }),
  identityEndpoint({
    name: 'identities.update',
    path: '/{identityId}',
    summary: 'Change an identity',
    description: 'What is not sent stays. The primary identity stays primary and cannot be archived.',
    body: IdentityUpdate,
    errors: [peopleErrors.PrimaryIdentity],
    example: { body: { value: '987-65-4321' } },
    emits: [told.identityUpdated],
    command: (ctx, tx, { params, body }, row) => commands.updateIdentity(ctx, tx, row, params.identityId, body),
  }),
  identityEndpoint({
    name: 'identities.delete',
    path: '/{identityId}',
    summary: 'Archive an identity',
    description: 'It is no longer listed, and stays for the record. The primary identity cannot be deleted.',
    shape: 'message',
    query: { caseId: Type.Optional(aCase) },
    errors: [peopleErrors.PrimaryIdentity],
    emits: [told.identityDeleted],
    command: (ctx, tx, { params }, row) => commands.deleteIdentity(ctx, tx, row, params.identityId),
  }),
];

const validate = Type.Optional(
  Described(Bool, { description: 'False takes an address as it is, without checking state and ZIP.', example: true }),
);
const confirmationCode = Type.Optional(
  Text({
    min: 1,
    max: 20,
    description: 'The six digits that were sent to the value. The contact is confirmed from the start.',
  }),
);
const codeOfChange = Described(confirmationCode, {
  description: 'The six digits that were sent to the contact, or to its new value. It is confirmed with the change.',
});
interface ContactQuery {
  readonly validate?: boolean;
  readonly confirmationCode?: string;
}

/** The options of a write of a contact of this person. */
const optionsOf =
  (takesContactCode: Whole['takesContactCode']) =>
  (
    ctx: CommandContext,
    tx: Tx,
    { validate = true, confirmationCode: code }: ContactQuery,
    { person_id: personId }: PersonRow,
  ): commands.ContactWriteOptions => ({
    validate,
    ...(code !== undefined && { takeCode: (contact) => takesContactCode(ctx, tx, { personId, ...contact, code }) }),
  });

const contactEndpoint = below({
  path: '/people/{personId}/contacts',
  permission: 'contact',
  subject: person,
  answer: Contact,
});

const contactRoutes = ({ takesContactCode }: Pick<Whole, 'takesContactCode'>): Endpoint[] =>
  routesOfContacts(optionsOf(takesContactCode));

const routesOfContacts = (options: ReturnType<typeof optionsOf>): Endpoint[] => [
  contactEndpoint({
    name: 'contacts.list',
    summary: 'List contacts',
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
    read: ({ reader, vault }, { query }, row) => queries.listContacts(reader, vault, row, query),
  }),
  contactEndpoint({
    name: 'contacts.create',
    summary: 'Add a contact',
    description: 'An email, a phone or an address. Phones are kept in E.164; one value stands once with a borrower.',
    query: { validate, confirmationCode },
    body: ContactCreate,
    errors: [peopleErrors.ContactCollision, errors.DuplicateExternalId],
    example: { body: example.contactCreate },
    emits: [told.contactCreated],
    command: (ctx, tx, { query, body }, row) =>
      commands.createContact(ctx, tx, row, body, options(ctx, tx, query, row)),
  }),
  contactEndpoint({
    name: 'contacts.read',
    path: '/{contactId}',
    summary: 'Read a contact',
    borrowers: {},
    read: ({ reader, vault }, { params }, row) => queries.readContact(reader, vault, row, params.contactId),
  }),
  contactEndpoint({
    name: 'contacts.update',
    path: '/{contactId}',
    summary: 'Change a contact',
    description: 'What is not sent stays.',
    query: { validate, confirmationCode: codeOfChange },
    body: ContactUpdate,
    errors: [peopleErrors.ContactCollision, errors.DuplicateExternalId],
    example: { body: { valid: false } },
    emits: [told.contactUpdated],
    command: (ctx, tx, { params, query, body }, row) =>
      commands.updateContact(ctx, tx, row, params.contactId, body, options(ctx, tx, query, row)),
  }),
  contactEndpoint({
    name: 'contacts.delete',
    path: '/{contactId}',
    summary: 'Delete a contact',
    description: 'For good. To keep the history, set its status to archived or clone it.',
    shape: 'message',
    emits: [told.contactDeleted],
    command: (ctx, tx, { params }, row) => commands.deleteContact(ctx, tx, row, params.contactId),
  }),
  contactEndpoint({
    name: 'contacts.clone',
    path: '/{contactId}/clone',
    summary: 'Replace a contact by a changed copy',
    description:
      'The copy has all properties of the contact, but for those in the body. The contact itself is archived and loses its external id.',
    permission: 'contact:create',
    status: 201,
    query: { validate, confirmationCode },
    body: ContactUpdate,
    errors: [peopleErrors.ContactCollision, errors.DuplicateExternalId],
    example: { body: { value: '+13175551213' } },
    emits: [told.contactUpdated, told.contactCreated],
    command: (ctx, tx, { params, query, body }, row) =>
      commands.cloneContact(ctx, tx, row, params.contactId, body, options(ctx, tx, query, row)),
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
  personEndpoint({
    name: 'people.search',
    path: '/search',
    summary: 'Search borrowers',
    description:
      'All criteria must hold; without any, nobody is found. Values are stored encrypted, so only what is listed here can be searched for. `search` tells how well each borrower answers. Matches are counted to 1,000.',
    permission: 'person:list',
    shape: 'list',
    query: searchQuery,
    passesOver: { _forceIndex: 'the service chooses its indexes itself' },
    extra: searchExtra,
    example: { query: { lastName: 'Lovelace' } },
    read: (ctx, { query }) => searchPeople(ctx, query, searches),
  });

export const routes = (whole: Whole): Endpoint[] => [
  ...peopleRoutes,
  searchRoute(whole),
  ...onePersonRoutes(whole),
  ...identityRoutes,
  ...contactRoutes(whole),
  ...legalRepresentativeRoutes,
  ...consentRoutes,
  ...consentImport,
  ...contactPreferenceRoutes,
  ...contactPreferenceImport,
  ...importRoutes,
];

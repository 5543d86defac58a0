// Every endpoint of interactions.
import Type from 'typebox';
import { freePerson, person } from '#capabilities/people/index.ts';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Bool, DateTime, Described } from '#platform/input/schemas.ts';
import { recordInteraction } from './commands/record.ts';
import { updateInteraction } from './commands/update.ts';
import { interactionCreated, interactionUpdated } from './events.ts';
import * as example from './examples.ts';
import {
  asKnownAt,
  companyList,
  interactionList,
  interactionOfPath,
  listOfCompany,
  listOfPerson,
  readSensitive,
  search,
  showInteraction,
  versionsShown,
} from './interaction.ts';
import { type InteractionListener, tellReported } from './listener.ts';
import {
  Interaction,
  InteractionCreate,
  InteractionListed,
  InteractionUpdate,
  InteractionVersions,
} from './schemas.ts';

const noContents = 'Lists show no contents; reading one does.';

const ofPerson = below({ path: '/people/{personId}/interactions', permission: 'interaction', subject: person });

const one = below({
  path: '/interactions/{interactionId}',
  permission: 'interaction',
  subject: interactionOfPath,
  answer: Interaction,
});

export const interactionRoutes = (listeners: readonly InteractionListener[]): readonly Endpoint[] => [
  ofPerson({
    name: 'interactions.list',
    summary: 'List the interactions with a borrower',
    description: `${noContents} The newest recorded is first; sortBy=-startedAt gives the newest that took place. Borrowers see when, how and by which message there was contact with them, as far as it succeeded and is not sensitive.`,
    shape: 'list',
    query: { ...interactionList.query, search: Type.Optional(search) },
    list: interactionList,
    answer: InteractionListed,
    borrowers: {},
    read: (ctx, { query }, owner) => listOfPerson(ctx, query, owner),
  }),
  ofPerson({
    name: 'interactions.create',
    summary: 'Record an interaction',
    description:
      'Records that a contact took place, was tried, or is scheduled. It sends nothing. The rules of contact are not asked before: what they say of an outbound one is kept beside it. What a later report changes is sent by PUT; what was known before stays.',
    query: {
      searchable: Type.Optional(
        Described(Bool, { description: 'True: the words of its content are found by `search`.' }),
      ),
    },
    body: InteractionCreate,
    answer: Interaction,
    errors: [errors.DuplicateExternalId],
    example: { body: example.recorded },
    emits: [interactionCreated],
    mayEmit: listeners.flatMap(({ mayEmit }) => mayEmit),
    shares: { findFree: freePerson, mayShare: () => true },
    command: async (ctx, tx, { query, body }, owner) => {
      const how = { isSearchable: query.searchable === true, isPast: false };
      const recorded = { owner, row: await recordInteraction(ctx, tx, owner, body, how), before: null };
      const row = await tellReported(listeners, ctx, tx, recorded);
      return showInteraction(ctx.vault, ctx.caller, { owner, row });
    },
  }),
  endpoint({
    name: 'interactions.listOfCompany',
    path: '/interactions',
    summary: 'List the interactions of the company',
    description: noContents,
    permission: 'interaction:list',
    shape: 'list',
    query: { ...companyList.query, search: Type.Optional(search) },
    list: companyList,
    answer: InteractionListed,
    read: (ctx, { query }) => listOfCompany(ctx, query),
  }),
  one({
    name: 'interactions.read',
    summary: 'Read an interaction',
    description: `The content of a sensitive one needs ${readSensitive}.`,
    query: {
      knownAt: Type.Optional(Described(DateTime, { description: 'As it was known at this moment.' })),
    },
    showsPersonal: (_, { permissions }) => permissions.has(readSensitive),
    read: async ({ reader, vault, caller }, { query: { knownAt } }, found) =>
      showInteraction(vault, caller, knownAt === undefined ? found : await asKnownAt(reader, found, knownAt)),
  }),
  one({
    name: 'interactions.update',
    summary: 'Report more of an interaction',
    description:
      'What is not sent stays; the content is replaced as a whole. What was known before is kept as a version.',
    body: InteractionUpdate,
    errors: [errors.DuplicateExternalId, errors.NoRoom],
    example: { body: example.corrected },
    emits: [interactionUpdated],
    mayEmit: listeners.flatMap(({ mayEmit }) => mayEmit),
    command: async (ctx, tx, { body }, { owner, row: before }) => {
      const row = await updateInteraction(ctx, tx, { owner, row: before }, body);
      if (row !== before) await tellReported(listeners, ctx, tx, { owner, row, before });
      return showInteraction(ctx.vault, ctx.caller, { owner, row });
    },
  }),
  one({
    name: 'interactions.versions',
    path: '/versions',
    permission: 'interaction:read',
    summary: 'List what was known of an interaction',
    description: 'Each version with the moment from which on it was known.',
    answer: InteractionVersions,
    read: ({ reader }, _, found) => versionsShown(reader, found),
  }),
];

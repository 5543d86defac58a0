// Every endpoint of payment instruments.
import Type from 'typebox';
import { peopleErrors, person } from '#capabilities/people/index.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { Bool, Described } from '#platform/input/schemas.ts';
import { mustBeForBorrowers, mustOnlyGiveUp, numbersOfBorrowers } from './by-borrowers.ts';
import { createInstruments } from './commands/create-instrument.ts';
import { lookUp } from './commands/look-up.ts';
import { allLookedAt, lookedAt } from './commands/looked-at.ts';
import { deleteInstrument, updateInstrument } from './commands/update-instrument.ts';
import { instrumentErrors } from './errors.ts';
import * as told from './events.ts';
import * as example from './examples.ts';
import type { Given } from './given.ts';
import { instrumentList, listInstruments, readInstrument } from './instrument.ts';
import { createPermission, externalPermission, forcePermission } from './permissions.ts';
import { PaymentInstrument, PaymentInstrumentCreate, PaymentInstrumentUpdate } from './schemas.ts';

const flag = (description: string) => Type.Optional(Described(Bool, { description, example: false }));
const sync = Type.Optional(
  Described(Bool, {
    description:
      'For a card: true waits until its provider has looked at it, and answers what has come of that; 408 when that takes too long. Anything else is done before the answer.',
  }),
);

export const instrumentRoutes = ({ vendors, ...verifying }: Given): Endpoint[] => [
  endpoint({
    name: 'paymentInstruments.list',
    method: 'GET',
    path: '/people/{personId}/payment-instruments',
    summary: 'List payment instruments',
    permission: 'payment.instrument:list',
    borrowers: {},
    shape: 'list',
    query: instrumentList.query,
    list: instrumentList,
    answer: PaymentInstrument,
    subject: person,
    read: ({ reader, vault }, { query }, row) => listInstruments(reader, vault, row, query),
  }),
  endpoint({
    name: 'paymentInstruments.create',
    method: 'POST',
    path: '/people/{personId}/payment-instruments',
    summary: 'Add a payment instrument',
    description:
      'Answers a list of one. An external one is only recorded, may leave out what is not known, and is active at once unless `status` says pending; any other one begins pending. Numbers are shown by a token and their last four digits. With the permission payment.instrument:external alone, external ones.',
    permission: createPermission,
    kinds: [externalPermission],
    shape: 'single',
    status: 201,
    query: {
      force: flag(
        `Takes a routing number whose checksum is wrong, or that is not on the list of banks. Needs the permission ${forcePermission} as well.`,
      ),
      allowDuplicates: flag('Takes an external one that has the same last four digits as another external one.'),
      sync,
    },
    body: PaymentInstrumentCreate,
    answer: Type.Array(PaymentInstrument),
    subject: person,
    errors: [
      instrumentErrors.CardNumberNotAccepted,
      instrumentErrors.AccountLinkNotConfigured,
      instrumentErrors.AccountLinkFailed,
      instrumentErrors.DuplicatePaymentInstrument,
      instrumentErrors.PaymentInstrumentBlocked,
      peopleErrors.BorrowerMayNotAgree,
      errors.DuplicateExternalId,
    ],
    example: { body: example.instrumentCreate },
    emits: [told.instrumentCreated],
    borrowers: {
      writes: ['payment_instruments', 'trial_deposits'],
      reads: ['payment_providers'],
      sends: [...numbersOfBorrowers, 'sync'],
      perDay: 3,
      body: example.instrumentOfBorrower,
    },
    awaits: (ctx, answered) => allLookedAt(ctx, verifying, answered),
    authorize({ caller }, { query, body }) {
      if (!caller.permissions.has(createPermission))
        mustHave(caller, body.isExternal ? externalPermission : createPermission);
      if (query.force) mustHave(caller, forcePermission);
      mustBeForBorrowers(caller, body);
    },
    ahead: ({ database, waitFor }, { body }, { realm }) => lookUp({ database, waitFor, realm, vendors }, body),
    alongside: async (_, __, ___, ahead) => ahead,
    command: (ctx, tx, { query, body }, row, ahead) => {
      const { force = false, allowDuplicates = false } = query;
      return createInstruments(ctx, tx, row, body, { force, allowDuplicates, ahead, verifying });
    },
  }),
  endpoint({
    name: 'paymentInstruments.read',
    method: 'GET',
    path: '/people/{personId}/payment-instruments/{paymentInstrumentId}',
    summary: 'Read a payment instrument',
    permission: 'payment.instrument:read',
    borrowers: {},
    shape: 'single',
    answer: PaymentInstrument,
    subject: person,
    read: ({ reader, vault }, { params }, row) => readInstrument(reader, vault, row, params.paymentInstrumentId),
  }),
  endpoint({
    name: 'paymentInstruments.update',
    method: 'PUT',
    path: '/people/{personId}/payment-instruments/{paymentInstrumentId}',
    summary: 'Change a payment instrument',
    description: 'What is not sent stays. Numbers never change: make another instrument instead.',
    permission: 'payment.instrument:update',
    shape: 'single',
    query: { sync },
    body: PaymentInstrumentUpdate,
    answer: PaymentInstrument,
    subject: person,
    errors: [errors.DuplicateExternalId],
    borrowers: {
      writes: ['payment_instruments'],
      sends: ['status', 'nickname', 'sync'],
      perDay: 20,
      body: { nickname: 'Household account' },
    },
    authorize({ caller }, { body }) {
      mustOnlyGiveUp(caller, body);
    },
    example: { body: example.instrumentUpdate },
    emits: [told.instrumentUpdated, told.instrumentDeactivated],
    awaits: (ctx, answered) => lookedAt(ctx, verifying, answered),
    command: (ctx, tx, { params, body }, row) => updateInstrument(ctx, tx, row, params.paymentInstrumentId, body),
  }),
  endpoint({
    name: 'paymentInstruments.delete',
    method: 'DELETE',
    path: '/people/{personId}/payment-instruments/{paymentInstrumentId}',
    summary: 'Delete a payment instrument',
    description:
      'It is no longer listed and gives up its external id. It stays for the record of what was paid with it.',
    permission: 'payment.instrument:delete',
    shape: 'message',
    answer: PaymentInstrument,
    subject: person,
    emits: [told.instrumentDeactivated, told.instrumentDeleted],
    borrowers: { writes: ['payment_instruments'], sends: [], perDay: 20 },
    command: (ctx, tx, { params }, row) => deleteInstrument(ctx, tx, row, params.paymentInstrumentId),
  }),
];

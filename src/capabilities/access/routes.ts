// Endpoints of the caller, the company and its API keys.
import type { Caller } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { currentCompany } from './companies.ts';
import { accessErrors } from './errors.ts';
import { keyCreated, keyRevoked, keyUpdated } from './events.ts';
import { createKey, keyList, listKeys, readKey, revokeKey, updateKey } from './keys.ts';
import { callingKey, keyOfPath, mayCreateKey, mayDeleteKey, mayUpdateKey, type Rights } from './rights.ts';
import { ApiKey, Company, KeyCreate, KeyUpdate, NewApiKey } from './schemas.ts';

const key = {
  id: 'AK-7KQ2-M9XA',
  object: 'apiKey',
  companyId: 'CP-2W8D-K4TN',
  mode: 'test',
  name: 'Nightly import',
  hint: 'x7Qd',
  permissions: ['person:read', 'person:list'],
  apiVersion: null,
  expiresAt: null,
  lastUsedAt: null,
  createdAt: '2026-03-02T14:05:09.120344+00:00',
  updatedAt: null,
};

const ownRights = (tx: Tx, _: unknown, caller: Caller): Promise<Rights> => callingKey(tx, caller.actor.id);

/** `permissions` returns all permissions: those that the endpoints of every capability need. */
export const accessRoutes = (permissions: () => ReadonlySet<string>): Endpoint[] => [
  endpoint({
    name: 'companies.current',
    method: 'GET',
    path: '/companies/current',
    summary: 'Read whose key it is',
    permission: 'company:read',
    shape: 'single',
    answer: Company,
    example: {
      answer: {
        id: 'CP-2W8D-K4TN',
        object: 'company',
        name: 'Acme Lending',
        timezone: 'America/New_York',
        mode: 'test',
        createdAt: '2026-03-02T14:05:09.120344+00:00',
      },
    },
    read: ({ reader }) => currentCompany(reader),
  }),
  endpoint({
    name: 'keys.list',
    method: 'GET',
    path: '/keys',
    summary: 'List API keys',
    description: 'The keys of the company in the mode of the calling key. The keys themselves are never shown again.',
    permission: 'key:list',
    shape: 'list',
    query: keyList.query,
    list: keyList,
    answer: ApiKey,
    example: { answer: key },
    read: ({ reader }, { query }) => listKeys(reader, query),
  }),
  endpoint({
    name: 'keys.create',
    method: 'POST',
    path: '/keys',
    summary: 'Create an API key',
    description:
      'The new key belongs to the company and mode of the calling key, cannot do more than it and cannot outlive it. 1,000 may be in force at once.',
    permission: 'key:create',
    shape: 'single',
    status: 201,
    body: KeyCreate,
    answer: NewApiKey,
    example: {
      body: { name: 'Nightly import', permissions: ['person:read', 'person:list'] },
      answer: { ...key, key: 'tenor_test_9fJ2kQm4Lx7RbT1vYz8WcN3hGd6SpA5uEoKi0MqX' },
    },
    errors: [accessErrors.TooManyKeys],
    emits: [keyCreated],
    showsSecret: true,
    alongside: ownRights,
    authorize: ({ machineNow }, { body }, _, own) =>
      mayCreateKey({ own, now: machineNow(), known: permissions() }, body),
    command: (ctx, tx, { body }) => createKey(ctx, tx, body, permissions()),
  }),
  endpoint({
    name: 'keys.read',
    method: 'GET',
    path: '/keys/{keyId}',
    summary: 'Read an API key',
    permission: 'key:read',
    shape: 'single',
    answer: ApiKey,
    errors: [errors.NotFound],
    example: { answer: key },
    read: ({ reader }, { params }) => readKey(reader, params.keyId),
  }),
  endpoint({
    name: 'keys.update',
    method: 'PUT',
    path: '/keys/{keyId}',
    summary: 'Change an API key',
    description:
      'What is not sent stays. The key itself cannot change: create another and delete this one. The calling key must have every permission that the changed one has before and after; it cannot give a longer life than its own, and what has expired stays expired.',
    permission: 'key:update',
    shape: 'single',
    body: KeyUpdate,
    answer: ApiKey,
    subject: keyOfPath,
    errors: [accessErrors.KeyExpired],
    example: { body: { name: 'Hourly import' }, answer: { ...key, name: 'Hourly import' } },
    emits: [keyUpdated],
    alongside: ownRights,
    authorize: ({ machineNow }, { body }, key, own) =>
      mayUpdateKey({ own, now: machineNow(), known: permissions() }, key, body),
    command: (ctx, tx, { params, body }, key) => updateKey(ctx, tx, params.keyId, key, body, permissions()),
  }),
  endpoint({
    name: 'keys.delete',
    method: 'DELETE',
    path: '/keys/{keyId}',
    summary: 'Revoke an API key',
    description:
      'It is refused within a second, everywhere. The calling key must have every permission that the revoked one has.',
    permission: 'key:delete',
    shape: 'message',
    answer: ApiKey,
    subject: keyOfPath,
    example: { answer: null },
    emits: [keyRevoked],
    alongside: ownRights,
    authorize: ({ machineNow }, _, key, own) => mayDeleteKey({ own, now: machineNow(), known: permissions() }, key),
    command: (ctx, tx, { params }) => revokeKey(ctx, tx, params.keyId),
  }),
];

// Endpoints of the caller, the company and its API keys.
import type { Whole } from '#platform/capability.ts';
import type { Caller } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { callersRights, type Rights } from './callers-rights.ts';
import { currentCompany } from './companies.ts';
import { accessErrors } from './errors.ts';
import { keyCreated, keyRevoked, keyUpdated } from './events.ts';
import { createKey, keyList, listKeys, readKey, revokeKey, updateKey } from './keys.ts';
import { keyOfPath, mayCreateKey, mayDeleteKey, mayRotateKey, mayTakeOverKey, mayUpdateKey } from './rights.ts';
import { rotateKey } from './rotate-key.ts';
import { ApiKey, Company, KeyCreate, KeyRotate, KeyUpdate, NewApiKey } from './schemas.ts';
import { takeOverKey } from './take-over.ts';

/** A key outlives the session that made it, so only a person who has really signed in makes one. Errors: Forbidden. */
function mustOutliveKeys({ session }: Caller): void {
  if (session === null || session.kind === 'user') return;
  throw new Refusal(errors.Forbidden, 'API keys are managed by a key, or by a person who has signed in.');
}

/** What the calling key or user may do now, and all permissions that there are. */
function judging(whole: Whole) {
  return {
    known: () => whole.permissions,
    async own(tx: Tx, _: unknown, caller: Caller): Promise<Rights> {
      mustOutliveKeys(caller);
      return callersRights(tx, caller, whole);
    },
  };
}
type Judging = ReturnType<typeof judging>;

const reads = [
  endpoint({
    name: 'companies.current',
    method: 'GET',
    path: '/companies/current',
    summary: 'Read whose key it is',
    permission: 'company:read',
    shape: 'single',
    answer: Company,
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
    read: ({ reader }, { query }) => listKeys(reader, query),
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
    read: ({ reader }, { params }) => readKey(reader, params.keyId),
  }),
];

const makes = ({ known, own }: Judging) => [
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
    },
    errors: [accessErrors.TooManyKeys],
    emits: [keyCreated],
    showsSecret: true,
    alongside: own,
    authorize: ({ machineNow }, { body }, _, own) => mayCreateKey({ own, now: machineNow(), known: known() }, body),
    command: (ctx, tx, { body }, _, own) => createKey(ctx, tx, body, { own, known: known() }),
  }),
  endpoint({
    name: 'keys.rotate',
    method: 'POST',
    path: '/keys/{keyId}/rotate',
    summary: 'Give an API key a successor',
    description:
      'The successor has the same rights and the same end. The key works for a while beside it, so that nothing stands still while you exchange them. An Idempotency-Key that was used with one of them counts for both, and so do the limits of requests. The calling key must have every permission that the rotated one has.',
    permission: 'key:rotate',
    shape: 'single',
    status: 201,
    body: KeyRotate,
    answer: NewApiKey,
    subject: keyOfPath,
    errors: [accessErrors.KeyExpired, accessErrors.KeyReplaced, accessErrors.TooManyKeys],
    example: {
      body: { overlapSeconds: 3600 },
    },
    emits: [keyCreated, keyUpdated],
    showsSecret: true,
    alongside: own,
    authorize: ({ machineNow }, _, key, own) => mayRotateKey({ own, now: machineNow(), known: known() }, key),
    command: (ctx, tx, { params, body }, _, own) => rotateKey(ctx, tx, params.keyId, body, own),
  }),
];

const changes = ({ known, own }: Judging) => [
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
    example: { body: { name: 'Hourly import' } },
    emits: [keyUpdated],
    alongside: own,
    authorize: ({ machineNow }, { body }, key, own) =>
      mayUpdateKey({ own, now: machineNow(), known: known() }, key, body),
    command: (ctx, tx, { params, body }, key) => updateKey(ctx, tx, params.keyId, key, body, known()),
  }),
  endpoint({
    name: 'keys.takeOver',
    method: 'POST',
    path: '/keys/{keyId}/take-over',
    summary: 'Take an API key over',
    description:
      'A key is refused while the user who stands for it is not active, and can do no more than they may. Whoever takes it over stands for it then; a key takes it over for whoever stands for that key. Nobody does who stood for it, nor a key of theirs; nothing happens to a key that stands for the company. The calling key must have every permission that the other one has.',
    permission: 'key:takeover',
    shape: 'single',
    status: 200,
    answer: ApiKey,
    subject: keyOfPath,
    errors: [accessErrors.AnotherMustDecide],
    emits: [keyUpdated],
    alongside: own,
    authorize: ({ machineNow }, _, key, own) => mayTakeOverKey({ own, now: machineNow(), known: known() }, key),
    command: (ctx, tx, { params }, key, own) => takeOverKey(ctx, tx, params.keyId, { key, own }),
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
    emits: [keyRevoked],
    alongside: own,
    authorize: ({ machineNow }, _, key, own) => mayDeleteKey({ own, now: machineNow(), known: known() }, key),
    command: (ctx, tx, { params }) => revokeKey(ctx, tx, params.keyId),
  }),
];

export function accessRoutes(whole: Whole): Endpoint[] {
  const judged = judging(whole);
  return [...reads, ...makes(judged), ...changes(judged)];
}

// From an endpoint to a request handler: what the declaration says is compiled once, at start.
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { MachineClock } from '#platform/clock.ts';
import type { Caller } from '#platform/command/context.ts';
import { idempotentRequest, type Reply } from '#platform/command/idempotency.ts';
import type { RunCommand } from '#platform/command/run-command.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { compileInput } from '#platform/input/compile-input.ts';
import { parseForm } from '#platform/input/form.ts';
import { ignoredFieldsHeader } from '#platform/input/headers.ts';
import { parseJson } from '#platform/input/json.ts';
import { parseQuery } from '#platform/input/query.ts';
import { Bool, Described } from '#platform/input/schemas.ts';
import { checkText } from '#platform/input/walk.ts';
import type { Operations } from '#platform/operations/operations.ts';
import { businessNow } from '#platform/test-clock/business-clock.ts';
import { operationReply, presenter, stillRunningReply } from './answer.ts';
import type { Endpoint, ErasedInput, ReadContext } from './endpoint.ts';
import { pathParams } from './endpoint.ts';
import type { Version, VersionStep } from './versions.ts';

export interface ServeServices {
  readonly database: RealmDatabase;
  readonly clock: MachineClock;
  readonly vault: Vault;
  readonly runCommand: RunCommand;
  readonly operations: Operations;
  orderEvents(mode: Mode): Promise<void>;
  readonly versionSteps: readonly VersionStep[];
  /** Asked for at each request: with port 0 it is known only once the server listens. */
  publicUrl(): string;
  readonly syncTimeoutMs: number;
}

/** What is known of a request before its body is read. */
export interface Call {
  readonly requestId: string;
  readonly caller: Caller;
  readonly version: Version;
}

/** A body as it came: the bytes are needed for the idempotency hash, the kind for parsing. */
export interface RawBody {
  readonly kind: 'json' | 'form';
  readonly bytes: Buffer;
}

/** What `sync` means, once for all asynchronous endpoints. */
export const syncQuery = {
  sync: Type.Optional(Described(Bool, { description: 'Wait until the work is done; 408 when that takes too long.' })),
};

export type Serve = (request: FastifyRequest, reply: FastifyReply, call: Call) => Promise<Reply>;

export function serve(endpoint: Endpoint, services: ServeServices): Serve {
  const read = inputReader(endpoint);
  const present = presenter(endpoint, services.versionSteps);
  const { subject } = endpoint;
  return async (request, reply, call) => {
    const { input, ignored } = read(request);
    const ignoredHeader = ignoredFieldsHeader(ignored);
    if (ignoredHeader !== undefined) reply.header('ignored-fields', ignoredHeader);
    const shown = (answer: unknown): Reply =>
      present(answer, call.version, () => ({
        // A proxy may send the whole address: what it says of the host is no more believed than the Host header.
        url: services.publicUrl() + request.url.replace(/^https?:\/\/[^/]*/i, '').split('?', 1)[0],
        query: input.query,
      }));
    const reference = subject && (input.params[subject.param] as string);
    const reader = () => services.database.reader(call.caller.realm);
    if (endpoint.read) {
      const ctx = readContext(services, call, reader());
      const found = subject && (await subject.find(ctx.reader, reference as string, false));
      return shown(await endpoint.read(ctx, input, found?.subject));
    }
    const answer = await services.runCommand({
      caller: call.caller,
      requestId: call.requestId,
      idempotency: idempotencyOf(request),
      movesClock: endpoint.movesClock,
      emits: endpoint.emits,
      findSubject: subject && ((tx) => subject.find(tx, reference as string, true)),
      run: (ctx, tx, found) => endpoint.command!(ctx, tx, input, found),
      present: shown,
    });
    return input.query.sync === true ? waited(services, answer, reader) : answer;
  };
}

function readContext(services: ServeServices, call: Call, reader: ReturnType<RealmDatabase['reader']>): ReadContext {
  const { clock, vault } = services;
  return {
    caller: call.caller,
    requestId: call.requestId,
    reader,
    vault,
    now: () => businessNow(reader, clock),
    orderEvents: () => services.orderEvents(call.caller.realm.mode),
  };
}

async function waited(
  { operations, syncTimeoutMs }: ServeServices,
  started: Reply,
  reader: () => ReturnType<RealmDatabase['reader']>,
): Promise<Reply> {
  const id = started.headers['operation-id'];
  if (id === undefined) return started;
  const operation = await operations.wait(reader(), id, syncTimeoutMs);
  if (operation === undefined) return started;
  return operation.state === 'queued' || operation.state === 'running'
    ? stillRunningReply(id)
    : operationReply(operation);
}

function inputReader(endpoint: Endpoint): (request: FastifyRequest) => { input: ErasedInput; ignored: string[] } {
  const names = pathParams(endpoint.path);
  const sync = endpoint.shape === 'operation' ? syncQuery : {};
  const query = compileInput(Type.Object({ ...endpoint.query, ...sync }));
  const body = endpoint.body && compileInput(endpoint.body);
  return (request) => {
    const params = request.params as Record<string, string>;
    for (const name of names) checkText(params[name] as string, name);
    const asked = query.decode(parseQuery((request.query as { raw: string }).raw), 'query');
    const sent = body && decodeBody(body, request.body as RawBody | undefined);
    return {
      input: { params, query: asked.value as ErasedInput['query'], body: sent?.value },
      ignored: sent === undefined ? asked.ignored : [...asked.ignored, ...sent.ignored],
    };
  };
}

function decodeBody(input: ReturnType<typeof compileInput>, raw: RawBody | undefined) {
  const parsed = raw && (raw.kind === 'json' ? parseJson(raw.bytes) : parseForm(raw.bytes));
  return input.decode(parsed ?? {}, raw?.kind ?? 'json');
}

function idempotencyOf(request: FastifyRequest) {
  const key = request.headers['idempotency-key'];
  // Node joins a header that is sent twice, so it is one text or none.
  if (request.method !== 'POST' || typeof key !== 'string') return undefined;
  return idempotentRequest(key, request.method, request.url, (request.body as RawBody | undefined)?.bytes);
}

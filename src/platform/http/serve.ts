// Makes a request handler from an endpoint: the declaration is compiled once, at start.
import { Readable } from 'node:stream';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RememberedAnswers } from '#platform/answers/remembered.ts';
import type { AuditNotes } from '#platform/audit/notes.ts';
import type { Audited } from '#platform/audit/of-command.ts';
import type { Blobs } from '#platform/blobs/blobs.ts';
import { businessNow } from '#platform/business-clock.ts';
import type { MachineClock } from '#platform/clock.ts';
import { type Caller, type CommandSettings, keptAs } from '#platform/command/context.ts';
import { idempotentRequest, type Reply } from '#platform/command/idempotency.ts';
import { mustStillHave } from '#platform/command/rights.ts';
import type { CommandRequest, RunCommand } from '#platform/command/run-command.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { dropsParts } from '#platform/input/dropped-parts.ts';
import { inSlices } from '#platform/loop/slices.ts';
import { idParametersOf, withOurIds } from '#platform/query-ids.ts';
import { discardUpload, receiveLines } from '#platform/uploads/receive-lines.ts';
import { hasEnded, type Operations } from '#platform/work/operations/operations.ts';
import { operationReply, presenter, stillRunningReply, type Viewer } from './answer.ts';
import { type Answer, answerAgain } from './answer-again.ts';
import { commandOfBorrower, ofBorrower } from './borrowers.ts';
import { sentFields } from './changed-fields.ts';
import { type Endpoint, type ErasedInput, type OpenContext, previewField, type ReadContext } from './endpoint.ts';
import { versionInCommand } from './if-match.ts';
import { alsoIgnoring } from './ignored-fields.ts';
import { permissionsOf } from './may-call.ts';
import { type NamesOfUsers, namerOf } from './name-users.ts';
import { objectsNamed } from './named-objects.ts';
import { noteOf } from './note-of.ts';
import type { CountGuess } from './rate-limit.ts';
import { formOfLines, inputReader, queryOf, type RawBody } from './read-input.ts';
import { settled } from './settled.ts';
import type { Version, VersionStep } from './versions.ts';

export interface ServeServices {
  readonly database: RealmDatabase;
  readonly clock: MachineClock;
  readonly vault: Vault;
  readonly runCommand: RunCommand;
  readonly settings: CommandSettings;
  position(): number;
  readonly audit: AuditNotes;
  readonly operations: Operations;
  readonly blobs: Blobs;
  orderEvents(mode: Mode, subjectId?: string): Promise<void>;
  readonly versionSteps: readonly VersionStep[];
  /** Called for each request, because with port 0 it is known only once the server listens. */
  publicUrl(): string;
  readonly syncTimeoutMs: number;
  readonly countGuess: CountGuess;
  readonly namesOfUsers: NamesOfUsers;
  readonly answers: RememberedAnswers;
  /** The release of this program: figures of another one may differ. */
  readonly release: string;
}

/** What is known about a request before its body is read. */
export interface Call {
  readonly requestId: string;
  readonly caller: Caller;
  readonly version: Version;
  /**
   * The key's present permissions, for work that continues after the request was admitted; undefined once the key has
   * ended.
   */
  rightsNow(): Promise<ReadonlySet<string> | undefined>;
  /** Says that the request only waits from here on, so that others get its place. False when too many wait already. */
  mayWait(): boolean;
  /** While a server is asked that is not ours, the request keeps nobody else waiting (`OpenContext.waitFor`). */
  readonly waitFor: OpenContext['waitFor'];
}

export type Handle<Given = FastifyReply> = (request: FastifyRequest, reply: FastifyReply, call: Call) => Promise<Given>;

export function serve(endpoint: Endpoint, services: ServeServices): Handle<Answer> {
  const read = inputReader(endpoint, services.versionSteps);
  const present = presenter(endpoint, services.versionSteps);
  const named = namerOf(endpoint, services.vault, services.namesOfUsers);
  const { subject } = endpoint;
  const withObjects = objectsNamed(endpoint);
  const readable = idReader(endpoint);
  const again = answerAgain(endpoint, services.answers, services.release);
  const shared = sharing(endpoint);
  const drops = endpoint.body !== undefined && dropsParts(endpoint.body);
  return async (request, reply, call) => {
    const input = read(request, reply, call);
    const asked = () => ({ url: services.publicUrl() + pathOnly(request.url), query: input.query });
    const shown = (answer: unknown): Promise<Reply> => inSlices(present(answer, viewerOf(call), asked));
    const reference = subject && (input.params[subject.param] as string);
    if (endpoint.read) {
      const ctx = inOneInstant(readContext(services, call, endpoint));
      const anew = async () => {
        const [found, asked] = await Promise.all([
          subject?.find(ctx.reader, reference as string, false, input.params),
          readable(ctx, input),
        ]);
        const answer = await endpoint.read!(ctx, asked, found?.subject);
        const reply = await shown(await named(ctx.reader, call.caller, answer));
        noteRead(endpoint, services.audit, request, call, input, found?.id);
        return { reply, subject: found?.subject };
      };
      // What a borrower is shown of an object is their own part of it.
      if (again === undefined || call.caller.reach !== 'company') return (await anew()).reply;
      const ifNoneMatch = request.headers['if-none-match'];
      return again({ ctx, version: call.version, input, ifNoneMatch }, anew);
    }
    if (endpoint.begin) return imported(endpoint, services, { request, call, input, shown });
    const borrowers = commandOfBorrower(call.caller, endpoint, input);
    const { database, vault, clock, settings, position, publicUrl } = services;
    const tools = { database, vault, clock, settings, position, publicUrl, waitFor: call.waitFor };
    const ahead = await endpoint.ahead?.(tools, input, call.caller);
    const version = versionInCommand(endpoint, request.headers['if-match'], isPreview(endpoint, input));
    const answer = await services.runCommand({
      caller: call.caller,
      requestId: call.requestId,
      audited: auditedBy(endpoint, request, input),
      idempotency: idempotencyOf(request, call, drops ? withoutDropped(input, reply) : bytesOf(request)),
      ofBorrower: borrowers,
      clock: endpoint.clock,
      emits: [...endpoint.emits, ...endpoint.mayEmit],
      dryRun: isPreview(endpoint, input),
      findSubject: subject && ((tx, locks) => subject.find(tx, reference as string, locks, input.params)),
      lockedLate: subject?.lockedLate,
      shared: shared(input),
      mayRemoveSubject: endpoint.method === 'DELETE' && endpoint.shape === 'message',
      alongside: endpoint.alongside && ((tx) => endpoint.alongside!(tx, input, call.caller, ahead)),
      authorize: endpoint.authorize && ((ctx, found, alongside) => endpoint.authorize!(ctx, input, found, alongside)),
      run: async (ctx, tx, found, alongside) => {
        await version.see(found, tx);
        const asked = await withObjects(ctx, tx, input);
        const answer = await endpoint.command!(asked.ctx, tx, asked.input, found, alongside);
        return named(tx, call.caller, answer);
      },
      present: async (answer, ignored) => alsoIgnoring(version.named(await shown(answer)), reply, ignored),
      showsSecret: endpoint.showsSecret,
    });
    if (input.query.sync !== true) return answer;
    if (endpoint.awaits === undefined || isPreview(endpoint, input)) return waited(services, answer, call);
    return settled(endpoint, {
      answer,
      ctx: () => readContext(services, call, endpoint),
      mayWait: call.mayWait,
      waitMs: services.syncTimeoutMs,
      shown: async (one) => shown(await named(database.reader(call.caller.realm), call.caller, one)),
    });
  };
}

/** What a path names first is the owner of all that it names. */
function sharing({
  name,
  subject,
  shares,
}: Endpoint): (input: ErasedInput) => CommandRequest<unknown, unknown>['shared'] {
  if (shares === undefined) return () => undefined;
  const { findFree } = shares;
  if ((subject === undefined) !== (findFree === undefined)) {
    throw new Error(`${name} shares commits and does not say how its subject is found without waiting.`);
  }
  return (input) => {
    const { params } = input;
    const mayShare = (found: unknown, alongside: unknown): boolean => shares.mayShare(input, found, alongside);
    if (subject === undefined || findFree === undefined) return { about: undefined, mayShare };
    const reference = params[subject.param] as string;
    return { about: Object.values(params)[0], findFree: (tx) => findFree(tx, reference, params), mayShare };
  };
}

/** A proxy may send a whole address; its host is believed no more than the Host header. */
const pathOnly = (url: string): string | undefined => url.replace(/^https?:\/\/[^/]*/i, '').split('?', 1)[0];

function isPreview(endpoint: Endpoint, { body }: ErasedInput): boolean {
  const field = previewField(endpoint);
  return field !== undefined && (body as Readonly<Record<string, unknown>> | undefined)?.[field] === true;
}

const bytesOf = ({ body }: FastifyRequest): Buffer | undefined => (body as RawBody | undefined)?.bytes;

/** Personal values that were shown to a person who works for the company. */
export function noteRead(
  endpoint: Endpoint,
  audit: AuditNotes,
  request: FastifyRequest,
  { caller }: Call,
  { query }: ErasedInput,
  personId?: string,
): void {
  const { session, realm } = caller;
  if (session === null || session.userType === 'borrower' || endpoint.showsPersonal?.(query, caller) !== true) return;
  audit.note(realm, noteOf(endpoint, request, caller, { outcome: 'read' }, personId));
}

/** What the audit tells of a command. */
export function auditedBy(endpoint: Endpoint, { ip, params }: FastifyRequest, { body }: ErasedInput): Audited {
  return {
    action: endpoint.name,
    address: ip,
    named: Object.values(params as Record<string, string>).at(-1),
    fieldsFor: endpoint.status === 201 ? undefined : (before) => sentFields(body, before, previewField(endpoint)),
  };
}

export const viewerOf = ({ version, caller }: Call): Viewer => ({ version, forBorrower: caller.reach !== 'company' });

/** Gives a read our ids for the callers' own ids in its query. */
export function idReader(endpoint: Endpoint) {
  const parameters = idParametersOf(queryOf(endpoint));
  if (parameters.size === 0) return async (_: Pick<ReadContext, 'reader'>, input: ErasedInput) => input;
  return async ({ reader }: Pick<ReadContext, 'reader'>, input: ErasedInput): Promise<ErasedInput> => ({
    ...input,
    query: await withOurIds(reader, parameters, input.query),
  });
}

interface Sent {
  readonly request: FastifyRequest;
  readonly call: Call;
  readonly input: ErasedInput;
  readonly shown: (answer: unknown) => Promise<Reply>;
}

/** The lines are received first, whatever their number; then a command like any other starts the work on them. */
async function imported(endpoint: Endpoint, services: ServeServices, sent: Sent): Promise<Reply> {
  const { request, call, input, shown } = sent;
  const { realm } = call.caller;
  // An invalid key is refused before anything is received.
  idempotencyOf(request, call, undefined);
  const mayGoOn = async () => mustGoOn(call, permissionsOf(endpoint));
  const upload = await receiveLines(services, realm, linesOf(request.body), mayGoOn, endpoint.linesTogether);
  let answer: Reply | undefined;
  try {
    answer = await services.runCommand({
      caller: call.caller,
      requestId: call.requestId,
      audited: auditedBy(endpoint, request, input),
      idempotency: idempotencyOf(request, call, upload.hash),
      run: (ctx, tx) => endpoint.begin!(ctx, tx, upload, input),
      present: shown,
    });
    return input.query.sync === true ? await waited(services, answer, call) : answer;
  } finally {
    const isUsed = answer !== undefined && answer.headers['idempotent-replayed'] === undefined;
    if (!isUsed) await discardUpload(services, realm, upload.id).catch(() => {});
  }
}

/** Errors: KeyEnded, Forbidden. */
export async function mustGoOn({ caller, rightsNow }: Call, permissions: readonly string[]): Promise<void> {
  mustStillHave(caller.actor, await rightsNow(), permissions);
}

function linesOf(body: unknown): Readable {
  if (body === undefined) return Readable.from([]);
  if (body instanceof Readable) return body;
  const data = { path: 'Content-Type', expected: formOfLines };
  throw new Refusal(errors.UnsupportedMediaType, 'The body is to be JSON lines.', { data });
}

export function readContext(services: ServeServices, call: Call, endpoint: Endpoint): ReadContext {
  const { clock, vault, database } = services;
  const reader = database.reader(call.caller.realm, ofBorrower(call.caller, endpoint));
  return {
    caller: call.caller,
    requestId: call.requestId,
    reader,
    vault,
    now: () => businessNow(reader, clock),
    machineMicros: () => clock.micros(),
    countGuess: () => services.countGuess(call.caller),
    waitFor: call.waitFor,
    open: (blob, range) => services.blobs.open(call.caller.realm, blob, range),
    orderEvents: (subjectId) => services.orderEvents(call.caller.realm.mode, subjectId),
  };
}

/** All of one answer is of one instant. */
function inOneInstant(ctx: ReadContext): ReadContext {
  let now: Promise<Instant> | undefined;
  return {
    ...ctx,
    now() {
      now ??= ctx.now();
      return now;
    },
  };
}

async function waited(
  { operations, database, syncTimeoutMs }: ServeServices,
  started: Reply,
  { caller, mayWait }: Call,
): Promise<Reply> {
  const id = started.headers['operation-id'];
  if (id === undefined || !mayWait()) return started;
  const operation = await operations.wait(database.reader(caller.realm), id, syncTimeoutMs);
  if (operation === undefined) return started;
  return hasEnded(operation) ? operationReply(operation) : stillRunningReply(id);
}

/**
 * A body for the hash of the request: a code of three digits would be guessed from the hash of what was sent. Unknown
 * fields count by their names.
 */
const withoutDropped = ({ body }: ErasedInput, reply: FastifyReply): Buffer =>
  Buffer.from(JSON.stringify([body, reply.getHeader('ignored-fields')]));

export function idempotencyOf(request: FastifyRequest, { caller }: Call, body: Buffer | undefined) {
  const key = request.headers['idempotency-key'];
  // Node joins a header that is sent twice, so there is one text or none.
  if (typeof key !== 'string') return undefined;
  return idempotentRequest(keptAs(caller), key, request.method, request.url, body);
}

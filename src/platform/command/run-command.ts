// The one write path. It first settles realm, instant, subject and idempotency; then it checks whether the caller may
// do this, and only then whether it was done before. Then the command reads what it needs. Its writes, its events, the
// outbox, the kept answer and the commit are sent together in the last flight.

import { type Instant, instantOfMicros } from '@tenor/engine/values/instant.ts';
import { type Audited, entryOfCommand } from '#platform/audit/of-command.ts';
import { writeAudit } from '#platform/audit/write-audit.ts';
import { type ClockUse, commandNow } from '#platform/business-clock.ts';
import { type MachineClock, machineNow } from '#platform/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { OfBorrower } from '#platform/db/reach.ts';
import type { RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { eventRecorder, type KnownSubject } from '#platform/events/record-events.ts';
import type { Resolvers } from '#platform/references.ts';
import { againAfterRaces } from './after-races.ts';
import type { Asking, Caller, CommandContext, CommandSettings } from './context.ts';
import {
  earlierReply,
  findReply,
  type IdempotentRequest,
  keepReply,
  type Reply,
  runningRequests,
  type Secret,
} from './idempotency.ts';
import type { Member } from './member.ts';
import { type FollowingWork, writeOutbox } from './outbox.ts';
import { GoesAlone, goesAlone, type ShareCommit, type Sharing, sharedCommits } from './shared-commits.ts';
import { type CountedAs, countWrite } from './writes-of-borrowers.ts';

interface CommandServices {
  readonly database: RealmDatabase;
  readonly clock: MachineClock;
  readonly vault: Vault;
  readonly settings: CommandSettings;
  readonly resolvers?: Resolvers;
  position(): number;
  readonly sharing?: Partial<Sharing>;
}

export interface Found<S> {
  readonly id: string;
  readonly subject: S;
  /** The position of its last event that has no place yet, if there is one: events of this command come after it. */
  readonly lastUnordered?: number | null;
  /** If it is a person: each event of a person tells it. */
  readonly personExternalId?: string | null;
}

export const knownSubject = ({ id, lastUnordered, personExternalId }: Found<unknown>): KnownSubject => ({
  subjectId: id,
  position: lastUnordered ?? 0,
  personExternalId,
});

interface SharedCommand<S> {
  /** Whose rows it writes, as the request names them; undefined: those of somebody who is not there yet. */
  readonly about: string | undefined;
  /** Finds the subject and locks it; undefined: somebody else holds it. */
  readonly findFree?: ((tx: Tx) => Promise<Found<S> | undefined>) | undefined;
  /** Asked when all is found. */
  readonly mayShare: (subject: S, alongside: unknown) => boolean;
}

/** Finds the object that the command is about, and locks it. Its id is the subject of the command's rows. */
type FindSubject<S> = (tx: Tx, locks: boolean) => Promise<Found<S>>;

export interface CommandRequest<S, Answer> {
  readonly caller: Caller;
  readonly requestId: string;
  /** Without it the audit does not tell of the command. */
  readonly audited?: Audited | undefined;
  readonly idempotency?: IdempotentRequest | undefined;
  /** Only for a borrower's command: what it reads and writes is held to the borrower, and it counts. */
  readonly ofBorrower?: { readonly reaches: OfBorrower; readonly counted: CountedAs } | undefined;
  /** Does everything and rolls it back: the answer shows what would have happened. */
  readonly dryRun?: boolean;
  /** How it uses the test clock; `dated` if not given. */
  readonly clock?: ClockUse;
  readonly findSubject?: FindSubject<S> | undefined;
  /** Further reads of the first flight. */
  readonly alongside?: ((tx: Tx) => Promise<unknown>) | undefined;
  /** What it did may have removed its subject: then a repeat gets the earlier answer without the subject. */
  readonly mayRemoveSubject?: boolean;
  /** The subject is locked only after so many lost races that waiting is better. */
  readonly lockedLate?: boolean | undefined;
  /** It may be in one commit with commands of others (shared-commits.ts). Absent: it is a commit of its own. */
  readonly shared?: SharedCommand<S> | undefined;
  /** The events it may emit. */
  readonly emits?: readonly EventKind[];
  readonly run: (ctx: CommandContext, tx: Tx, subject: S, alongside: unknown) => Promise<Answer>;
  /** Throws if the caller may not do this. */
  readonly authorize?: ((ctx: Asking, subject: S, alongside: unknown) => void) | undefined;
  /** True: the answer shows a secret, so it is kept nowhere. */
  readonly showsSecret?: boolean;
  /**
   * Turns the answer into what is sent, inside the transaction, so that the kept reply is the sent one. Ignored are the
   * fields that had no effect.
   */
  readonly present: (answer: Answer, ignored: readonly string[]) => Reply | Promise<Reply>;
}

/** A command that has lost so many races for a versioned subject waits for its lock. */
const racesMax = 2;

export type RunCommand = <S, Answer>(request: CommandRequest<S, Answer>) => Promise<Reply>;

export function commandRunner(services: CommandServices): RunCommand {
  const once = runningRequests();
  const share = sharedCommits(services.database, services.sharing);
  const attempt = <S, Answer>(request: CommandRequest<S, Answer>, number: number): Promise<Reply> =>
    request.shared !== undefined && number === 1 && isForSharing(services, request)
      ? attemptTogether(services, request, request.shared, share)
      : attemptAlone(services, request, number);
  return async (request) => {
    const { idempotency, caller } = request;
    const isRepeatable = idempotency !== undefined;
    const run = () => againAfterRaces((number) => attempt(request, number), { isRepeatable });
    return isRepeatable ? once(`${caller.realm.mode} ${caller.realm.companyId}`, idempotency, run) : run();
  };
}

/** What a commit of several would need a wall of its own for, or must not keep, is a commit of its own. */
const isForSharing = <S, Answer>(
  { database }: CommandServices,
  { ofBorrower, dryRun, showsSecret }: CommandRequest<S, Answer>,
): boolean => database.grouping.personsMax > 1 && ofBorrower === undefined && !dryRun && !showsSecret;

async function attemptTogether<S, Answer>(
  services: CommandServices,
  request: CommandRequest<S, Answer>,
  { about, findFree, mayShare }: SharedCommand<S>,
  share: ShareCommit,
): Promise<Reply> {
  const run: typeof request.run = async (ctx, tx, subject, alongside) => {
    if (!mayShare(subject, alongside)) throw new GoesAlone('The command may be large.');
    return request.run(ctx, tx, subject, alongside);
  };
  const work = async (member: Member): Promise<Reply> => {
    const find = findFree && (async (tx: Tx) => member.mustBeFree(await findFree(tx)));
    const outcome = await doneIn(services, { ...request, run }, member, find);
    if (outcome instanceof Refusal) throw new GoesAlone('A refusal that keeps its writes is a commit of its own.');
    return outcome;
  };
  const reply = await share({ realm: request.caller.realm, about, work });
  return reply === goesAlone ? attemptAlone(services, request, 1) : reply;
}

async function attemptAlone<S, Answer>(
  services: CommandServices,
  request: CommandRequest<S, Answer>,
  attempt: number,
): Promise<Reply> {
  const locks = request.lockedLate !== true || attempt > racesMax;
  const find = request.findSubject && ((tx: Tx) => request.findSubject!(tx, locks));
  const outcome = await services.database.transact<Reply | Refusal>(
    request.caller.realm,
    (tx) => doneIn(services, request, tx, find),
    { dryRun: request.dryRun ?? false },
  );
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

type Find<S> = ((tx: Tx) => Promise<Found<S>>) | undefined;

async function doneIn<S, Answer>(
  services: CommandServices,
  request: CommandRequest<S, Answer>,
  tx: Tx,
  find: Find<S>,
): Promise<Reply | Refusal> {
  const { caller, ofBorrower } = request;
  const held = ofBorrower === undefined ? tx : services.database.heldTo(tx, ofBorrower.reaches);
  const { found, missing, kept, alongside, now } = await firstFlight(services, request, { tx, held }, find);
  const { ctx, flush, told } = toolsOf(services, request, tx, now, found);
  if (missing === undefined) request.authorize?.(ctx, found?.subject as S, alongside);
  const { idempotency } = request;
  const sealer = services.vault.companySealer(caller.realm.companyId);
  const nowMicros = services.clock.micros();
  const earlier = idempotency && kept && earlierReply(tx, kept, idempotency, sealer, nowMicros);
  if (earlier) return earlier;
  if (missing !== undefined) throw missing;
  if (ofBorrower !== undefined) await countWrite(tx, ofBorrower.counted, now, caller.timezone);
  const answer = await request.run(ctx, held, found?.subject as S, alongside).catch(asKept);
  if (answer instanceof Refusal) {
    flush();
    return answer;
  }
  const reply = await request.present(answer, told.ignored);
  flush();
  const { before = found?.subject, sha256 } = told;
  audit(services, request, tx, { found, before, answer, sha256, nowMicros });
  const secret = request.showsSecret ? secretIn(answer) : undefined;
  if (idempotency) keepReply(tx, { request: idempotency, reply, subjectId: found?.id, secret }, sealer, nowMicros);
  return reply;
}

function secretIn(answer: unknown): Secret {
  const { id } = answer as { readonly id?: unknown };
  return { id: typeof id === 'string' ? id : null };
}

/** A refusal whose writes stay is committed first; other errors are thrown. */
function asKept(error: unknown): Refusal {
  if (error instanceof Refusal && error.keepsWrites) return error;
  throw error;
}

/** An earlier answer is read after the subject is locked: a first request that still runs may have the lock. */
async function firstFlight<S, Answer>(
  services: CommandServices,
  { idempotency, mayRemoveSubject, ...request }: CommandRequest<S, Answer>,
  { tx, held }: { readonly tx: Tx; readonly held: Tx },
  find: Find<S>,
) {
  const isRepeatable = idempotency !== undefined && mayRemoveSubject === true;
  const asked = find?.(held);
  const finding = isRepeatable ? asked?.catch(asMissing) : asked;
  const [now, found, alongside, kept] = await Promise.all([
    commandNow(tx, services.clock, request.clock ?? 'dated'),
    finding,
    request.alongside?.(held),
    idempotency && Promise.resolve(finding).then(() => findReply(tx, idempotency)),
  ]);
  if (found instanceof Refusal) return { now, missing: found, alongside, kept };
  return { now, found, alongside, kept };
}

/** The refusal of a subject that does not exist; other errors are thrown. */
function asMissing(error: unknown): Refusal {
  if (error instanceof Refusal && error.kind.status === 404) return error;
  throw error;
}

/** What the command says of itself besides its answer. */
interface Told {
  readonly before?: object;
  readonly sha256?: string;
  readonly ignored: readonly string[];
}

/** The context of a command, and a function that sends the events and the work that the command recorded. */
function toolsOf<S, Answer>(
  services: CommandServices,
  { caller, requestId, audited, emits = [] }: CommandRequest<S, Answer>,
  tx: Tx,
  now: Instant,
  found: Found<S> | undefined,
): { ctx: CommandContext; flush: () => void; told: Told } {
  const { clock, settings, vault, position, resolvers = {} } = services;
  const { realm, actor } = caller;
  const subjectId = found?.id ?? realm.companyId;
  const work: FollowingWork[] = [];
  const ignored: string[] = [];
  const told: Told = { ignored };
  const events = eventRecorder(
    { realm, now, position, requestId, actor, declared: emits },
    found && knownSubject(found),
  );
  const ctx = {
    realm,
    caller,
    now,
    machineNow: () => machineNow(clock),
    machineMicros: () => clock.micros(),
    settings,
    requestId,
    address: audited?.address ?? null,
    vault,
    resolvers,
    position,
    was: (before: object) => void Object.assign(told, { before }),
    proves: (sha256: string) => void Object.assign(told, { sha256 }),
    ignore: (path: string) => void ignored.push(path),
    emit: events.emit,
    enqueue: (job: string, payload: Record<string, unknown>) =>
      void work.push({ subjectId, position: position(), job, payload }),
  };
  const flush = (): void => {
    events.flush(tx);
    writeOutbox(tx, work);
  };
  return { ctx, flush, told };
}

interface Outcome<S> {
  readonly found: Found<S> | undefined;
  readonly before: unknown;
  readonly answer: unknown;
  readonly sha256: string | undefined;
  readonly nowMicros: number;
}

/** Tells the audit, in the same commit. */
function audit<S, Answer>(
  { position }: CommandServices,
  { audited, caller, requestId }: CommandRequest<S, Answer>,
  tx: Tx,
  { found, before, answer, sha256, nowMicros }: Outcome<S>,
): void {
  if (audited === undefined) return;
  const subjectId = found?.id ?? caller.realm.companyId;
  const at = instantOfMicros(BigInt(nowMicros));
  const done = { at, subjectId, before, answer, sha256 };
  writeAudit(tx, { subjectId, position: position(), entry: entryOfCommand(audited, { caller, requestId }, done) });
}

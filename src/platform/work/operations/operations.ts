// Asynchronous work that outlives its request: a row with what is to be done and the progress. A worker has a lease of
// it; when the worker dies the lease ends and another worker continues. The last step of the work and the state
// "succeeded" are one commit, so its effect happens once.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Selectable } from 'kysely';
import type { Actor } from '#platform/actor.ts';
import type { Chore } from '#platform/chore.ts';
import { machineNow, stopwatch } from '#platform/clock.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';
import { type ErrorBody, errorBody, errors, Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { isUnreachable } from '#platform/sqlstate.ts';
import { start } from '#platform/states.ts';
import type { JobData, JobKind } from '#platform/work/jobs.ts';
import { keepRenewed, LeaseLost } from '../lease.ts';
import { fewAtOnce } from './few-at-once.ts';
import { type Claimed, claim, held, operationLease, runningOperation } from './held-operation.ts';
import type { Job } from './job.ts';
import type { OperationKind, OperationsOptions } from './operation-kind.ts';
import { type OperationState, operationStates } from './states.ts';

export interface OperationView {
  readonly id: string;
  readonly object: 'operation';
  readonly kind: string;
  readonly state: OperationState;
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly result: Record<string, unknown> | null;
  readonly error: Record<string, unknown> | null;
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
}

const job = 'operations.run';

/**
 * A fault may pass; one that comes back every time ends the operation. An operation that gets further each time
 * continues.
 */
const attemptsMax = 5;

/** Whoever asks for an operation: a caller by a command, or the service by itself. */
export interface Asking extends Pick<CommandContext, 'machineNow' | 'position' | 'enqueue'> {
  readonly caller: { readonly actor: Actor };
}

/** What starts an operation together with the thing for which it works, whoever is responsible. */
export type Starting = Omit<Asking, 'caller'> & Pick<CommandContext, 'now' | 'emit'>;

export function startOperation<Input extends object>(
  ctx: Asking,
  tx: Tx,
  kind: Job<Input>,
  input: Input,
): OperationView {
  const id = newId('OP');
  const createdAt = ctx.machineNow();
  const begun = operationStates.move(start, 'ask').to;
  tx.write(
    tx.db.insertInto('operations').values({
      id,
      position: ctx.position(),
      kind: kind.kind,
      state: begun,
      input: JSON.stringify({ ...input, actor: ctx.caller.actor }),
      // Work takes real time: none of its stamps is of a clock that stands still or jumps.
      created_at: createdAt,
    }),
  );
  ctx.enqueue(job, { operationId: id, kind: kind.kind });
  return {
    id,
    object: 'operation',
    kind: kind.kind,
    state: begun,
    progress: { done: 0, total: null },
    result: null,
    error: null,
    createdAt,
    startedAt: null,
    finishedAt: null,
  };
}

export const readOperation = async (reader: Reader, id: string): Promise<OperationView | undefined> =>
  (await readOperations(reader, [id])).get(id);

/** By their ids; those that there are. */
export async function readOperations(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OperationView>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows(reader.db.selectFrom('operations').selectAll().where('id', 'in', ids));
  return new Map(rows.map((row) => [row.id, shownOperation(row)] as const));
}

const shownOperation = (row: Selectable<Tables['operations']>): OperationView => ({
  id: row.id,
  object: 'operation',
  kind: row.kind,
  state: row.state,
  progress: { done: row.progress_done, total: row.progress_total },
  result: row.result,
  error: row.error,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

export const hasEnded = ({ state }: Pick<OperationView, 'state'>): boolean => operationStates.isFinal(state);

/**
 * Ends an operation from outside, even while a worker works on it: what that worker has not committed by now is not
 * kept. Returns false if it had ended already. The kind decides when it may be canceled.
 */
export async function cancelOperation(tx: Tx, id: string, finishedAt: Instant): Promise<boolean> {
  const changed = await tx.affected(
    tx.db
      .updateTable('operations')
      .set({ state: operationStates.to('cancel'), finished_at: finishedAt })
      .where('id', '=', id)
      .where('state', 'in', operationStates.from('cancel')),
  );
  return changed > 0;
}

export interface Operations {
  readonly job: JobKind;
  /** Does the work of a job in this process, even where there is one for long work. */
  doHere(job: JobData): Promise<void>;
  readonly chore: Chore;
  /** What is at work ends its transaction and is given back, so that another process goes on at once. */
  stop(): void;
  /** Waits until the operation has ended or the time is over, then returns its state. */
  wait(reader: Reader, id: string, atMostMs: number): Promise<OperationView | undefined>;
}

/**
 * The limit for one company and mode. An import uses three connections, so two imports leave most of a process to
 * others; more at once would not be faster. A process that does long work only when no other one does it does one.
 */
const atWorkMax = 2;

export function operations(options: OperationsOptions): Operations {
  const handOver = options.crew?.handOver;
  const inTurn = fewAtOnce(() => (handOver === undefined ? atWorkMax : 1));
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise<true>((resolve) => signal.addEventListener('abort', () => resolve(true)));
  // Each kind has its own line: one kind may wait for another, as imports do while the test clock is moved.
  const doHere: Operations['doHere'] = ({ mode, companyId, payload: { operationId, kind } }) => {
    const id = String(operationId);
    return inTurn(`${mode} ${companyId} ${kind}`, id, () => run(options, { mode, companyId }, id, signal));
  };
  return {
    job: {
      name: job,
      async run(data) {
        const isGiven = handOver !== undefined && (await Promise.race([handOver(data), stopped]));
        if (!isGiven) await doHere(data);
      },
    },
    doHere,
    stop: () => stopping.abort(),
    chore: { name: 'operations.resume', everyMs: 2_000, run: (mode) => resumeAbandoned(options, mode) },
    async wait(reader, id, atMostMs) {
      const waitedMs = stopwatch();
      // Short waits at first: most operations that a client waits for end at once.
      for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.5, 250)) {
        const operation = await readOperation(reader, id);
        const leftMs = atMostMs - waitedMs();
        if (operation === undefined || hasEnded(operation) || leftMs <= 0) return operation;
        await sleep(Math.min(pauseMs, leftMs));
      }
    },
  };
}

/** Puts an operation whose worker died back in the queue, through the outbox like every job. */
async function resumeAbandoned({ database, clock, position }: OperationsOptions, mode: Mode): Promise<void> {
  const now = clock.micros();
  const { micros } = operationLease;
  const { db, rows } = database.unscoped(mode);
  const open = db
    .selectFrom('operations')
    .select(['id', 'company_id', 'kind'])
    .where('state', 'in', operationStates.from('take'))
    .where('position', '<', now - micros)
    .orderBy('lease_until')
    .limit(100);
  const abandoned = await rows(operationLease.free(open, now, micros));
  for (const { id, company_id: companyId, kind } of abandoned) {
    await database.transact({ mode, companyId }, async (tx) => {
      // The lease is extended first, so that the next look does not queue the operation a second time.
      const moving = tx.db
        .updateTable('operations')
        .set({ lease_until: now })
        .where('id', '=', id)
        .where('state', 'in', operationStates.from('take'));
      if ((await tx.affected(operationLease.free(moving, now, micros))) === 0) return;
      writeOutbox(tx, [{ subjectId: companyId, position: position(), job, payload: { operationId: id, kind } }]);
    });
  }
}

async function run(options: OperationsOptions, realm: Realm, id: string, stopping: AbortSignal): Promise<void> {
  if (stopping.aborted) return;
  const { database, clock, log } = options;
  const claimed = await database.transact(realm, (tx) => claim(tx, id, clock));
  if (claimed === undefined) return;
  const kind = options.kinds.find((known) => known.kind === claimed.kind);
  const endRenewal = keepRenewed(
    () =>
      database.transact(realm, async (tx) =>
        tx.write(held(tx, id, claimed.attempts).set(operationLease.taken(clock.micros()))),
      ),
    (error) => log.warn({ err: error, operation: id }, 'could not renew the lease of an operation'),
  );
  try {
    if (kind === undefined) throw new Error(`No worker knows operations of the kind ${claimed.kind}.`);
    // An operation that kills its worker each time never reports a failure.
    if (claimed.fruitless > attemptsMax) throw new Error('The operation was begun too often without an end.');
    const running = runningOperation(options, realm, id, claimed, kind, stopping);
    await running.rights();
    await kind.run(running);
  } catch (error) {
    if (!(error instanceof LeaseLost)) await failed(options, realm, id, claimed, kind, error);
    else if (stopping.aborted) await giveBack(options, realm, id, claimed);
  } finally {
    endRenewal();
  }
}

const giveBack = ({ database }: OperationsOptions, realm: Realm, id: string, { attempts }: Claimed): Promise<void> =>
  database.transact(realm, async (tx) => tx.write(held(tx, id, attempts).set(operationLease.given)));

async function failed(
  { database, clock, log, position }: OperationsOptions,
  realm: Realm,
  id: string,
  { input, attempts: attempt, fruitless }: Claimed,
  kind: OperationKind | undefined,
  error: unknown,
): Promise<void> {
  // The operation did not cause the database's trouble: we leave it until its lease ends, so that the trouble can pass.
  if (isUnreachable(error)) throw error;
  // What cannot be reached for a while is tried again, such as the store of contents.
  const isForGood = error instanceof Refusal && error.kind !== errors.Unavailable;
  const isFinal = isForGood || fruitless >= attemptsMax;
  // A refusal is reported to the caller: an operator cannot do anything about it.
  const isOurs = !(error instanceof Refusal) || error.kind.status >= 500;
  log[isOurs ? 'error' : 'info']({ err: error, operation: id, tries: attempt, isFinal }, 'an operation failed');
  await database
    .transact(realm, async (tx) => {
      if (!isFinal) return tx.write(held(tx, id, attempt).set(operationLease.given));
      // The order of every step: first the rows it works on, then the operation, so that no two transactions wait for
      // each other.
      const result = (await kind?.release?.(tx, { operationId: id, input, clock, position, error })) ?? null;
      const state = operationStates.to('fail');
      const end = { state, error: JSON.stringify(bodyOf(error)), finished_at: machineNow(clock) };
      const done = { ...end, result: result === null ? null : JSON.stringify(result) };
      if ((await tx.affected(held(tx, id, attempt).set(done))) === 0) throw new LeaseLost();
    })
    .catch((reason) => {
      if (!(reason instanceof LeaseLost)) throw reason;
    });
}

const bodyOf = (error: unknown): ErrorBody =>
  errorBody(error instanceof Refusal ? error : new Refusal(errors.InternalError, 'The operation failed.'));

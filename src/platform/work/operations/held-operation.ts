// An operation that a worker has leased. The worker does it step by step, and each step fails once the lease is lost or
// the actor that asked for the operation may no longer do this.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Actor } from '#platform/actor.ts';
import { blobs } from '#platform/blobs/blobs.ts';
import { blobStores } from '#platform/blobs/stores.ts';
import type { MachineClock } from '#platform/clock.ts';
import { machineNow, stopwatch } from '#platform/clock.ts';
import { mustStillHave } from '#platform/command/rights.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { isServing } from '#platform/pace.ts';
import { LeaseLost, leaseOn } from '../lease.ts';
import type { Counts, OperationKind, OperationSettings, OperationsOptions, Running } from './operation-kind.ts';
import { restFor } from './rest.ts';
import { operationStates } from './states.ts';

/** Each claim raises the number of attempts, and that number identifies the claim. */
export const operationLease = leaseOn<'operations', 'lease_until', number>({
  table: 'operations',
  id: 'id',
  until: 'lease_until',
  holder: 'attempts',
});

export const held = (tx: Tx, id: string, attempt: number) =>
  operationLease.held(tx.db, id, attempt).where('state', 'in', operationStates.from('goOn'));

/**
 * Kept in the input: the progress and the number of attempts at the time of the last progress. Built from texts,
 * because a cluster refuses functions such as jsonb_build_object here: they depend on settings.
 */
const begun = sql<string>`case when (input->'begun'->>'done')::bigint is distinct from progress_done
  then jsonb_set(input, '{begun}', ('{"done":' || progress_done::text || ',"attempts":' || attempts::text || '}')::jsonb)
  else input end`;

/** Kept in the input too: the actor that asked. */
interface Asked {
  readonly actor: Actor;
}

export interface Claimed {
  readonly kind: string;
  readonly input: Record<string, unknown>;
  /** Whose will it does. */
  readonly askedBy: Actor;
  readonly attempts: number;
  /** How often it was begun since its last progress. */
  readonly fruitless: number;
}

export async function claim(tx: Tx, id: string, clock: MachineClock): Promise<Claimed | undefined> {
  const taking = tx.db
    .updateTable('operations')
    .set({
      state: operationStates.to('take'),
      attempts: sql<number>`attempts + 1`,
      input: begun,
      ...operationLease.taken(clock.micros()),
      started_at: sql<Instant>`coalesce(started_at, ${machineNow(clock)}::timestamptz)`,
    })
    .where('id', '=', id)
    .where('state', 'in', operationStates.from('take'))
    .returning(['kind', 'input', 'attempts']);
  const row = await tx.row(operationLease.free(taking, clock.micros()));
  if (row === undefined) return undefined;
  const { begun: since, actor, ...input } = row.input as unknown as Asked & { begun: { attempts: number } };
  return { kind: row.kind, input, askedBy: actor, attempts: row.attempts, fruitless: row.attempts - since.attempts };
}

function rightsWhile(
  { rightsOf }: OperationsOptions,
  realm: Realm,
  { askedBy }: Claimed,
  { needs }: OperationKind,
): Running['rights'] {
  // What the service itself has begun is nobody's right.
  if (needs === undefined || askedBy.type === 'system') return async () => undefined;
  return async () => mustStillHave(askedBy, await rightsOf(realm, askedBy), needs);
}

/** Waited for before each transaction, when nothing is locked. A process that stops begins no other one. */
function turnsOf({ crew }: OperationsOptions, stopping: AbortSignal): () => Promise<void> {
  const rest = restFor(crew);
  return async () => {
    await rest();
    if (stopping.aborted) throw new LeaseLost();
  };
}

/** While the requests are in other processes, it rests as long as it has worked, and not for longer than this. */
const restMsMax = 50;

const lookMs = 100;

/** Asks the other processes at most ten times a second. */
function busiestLately(crew: OperationsOptions['crew']): () => Promise<number> {
  let said: Promise<number> | undefined;
  let since = stopwatch();
  return () => {
    if (said === undefined || since() > lookMs) {
      since = stopwatch();
      said = crew?.busiest() ?? Promise.resolve(0);
    }
    return said;
  };
}

const nothingOutside: OperationSettings = { webhookDevHosts: new Set() };

export function runningOperation(
  options: OperationsOptions,
  realm: Realm,
  operationId: string,
  claimed: Claimed,
  kind: OperationKind,
  stopping: AbortSignal,
): Running {
  const { database, vault, resolvers = {}, clock, log, position, settings = nothingOutside, crew } = options;
  const stored = options.blobs ?? blobs(database, clock, blobStores(database));
  const turn = turnsOf(options, stopping);
  const busiest = busiestLately(crew);
  const { input, attempts } = claimed;
  const rights = rightsWhile(options, realm, claimed, kind);
  const mark: Running['mark'] = (tx, { done, total }) =>
    tx.write(held(tx, operationId, attempts).set({ progress_done: done, progress_total: total }));
  const holding: Running['step'] = (work) =>
    database.transact(realm, async (tx) => {
      const lease = operationLease.taken(clock.micros());
      if ((await tx.affected(held(tx, operationId, attempts).set(lease))) === 0) throw new LeaseLost();
      return work(tx);
    });
  const step: Running['step'] = async (work) => {
    await turn();
    await rights();
    return holding(work);
  };
  return {
    realm,
    reader: database.reader(realm),
    database,
    vault,
    blobs: stored,
    resolvers,
    clock,
    log,
    settings,
    operationId,
    input,
    rights,
    position,
    isServing: async () => options.isServing?.() === true || isServing(await busiest()),
    async rest(workedMs) {
      await options.shifts?.restAfter(workedMs);
      if (options.isServing?.() !== true && isServing(await busiest())) await sleep(Math.min(workedMs, restMsMax));
    },
    step,
    mark,
    async piece(work) {
      await turn();
      const now = await rights();
      await database.transact(realm, async (tx) => {
        const { done, counts } = await work(tx, now);
        const counted = {
          ...operationLease.taken(clock.micros()),
          progress_done: sql<number>`progress_done + ${done}::bigint`,
          progress_total: sql<number>`greatest(progress_total, progress_done + ${done}::bigint)`,
          input: addedTo(counts),
        };
        if ((await tx.affected(held(tx, operationId, attempts).set(counted))) === 0) throw new LeaseLost();
      });
    },
    counted: (reader) => countedBy(reader, operationId),
    progress: (done, total) => step(async (tx) => mark(tx, { done, total })),
    // No rights are checked here: the work is done.
    finish: (work) =>
      holding(async (tx) => {
        const result = await work(tx);
        tx.write(
          held(tx, operationId, attempts).set({
            state: operationStates.to('succeed'),
            result: result === null ? null : JSON.stringify(result),
            finished_at: machineNow(clock),
          }),
        );
      }),
  };
}

async function countedBy(reader: Reader, operationId: string): ReturnType<Running['counted']> {
  const row = await reader.row(
    reader.db.selectFrom('operations').select(['input', 'progress_done']).where('id', '=', operationId),
  );
  const { begun: _, ...counts } = row?.input ?? {};
  return { done: row?.progress_done ?? 0, counts: counts as Counts };
}

/** The input with these counts added. A number's text is its JSON. */
const addedTo = (counts: Counts) =>
  Object.entries(counts).reduce(
    (input, [name, n]) =>
      sql<string>`jsonb_set(${input}, ${[name]}::text[], (coalesce((input->>${name}::text)::bigint, 0) + ${n}::bigint)::text::jsonb)`,
    sql<string>`input`,
  );

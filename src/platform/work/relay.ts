// Gives events their places and moves the outbox to the job queue. One process leads: it has a session lock, which the
// database releases when the process dies; then another process takes over. A move may repeat after a crash: the outbox
// id is the job's id.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Chore, Duty } from '#platform/chore.ts';
import { type MachineClock, stopwatch } from '#platform/clock.ts';
import { besideLostNodes } from '#platform/db/cluster/beside-lost-nodes.ts';
import type { Database } from '#platform/db/database.ts';
import { type Mode, modes } from '#platform/db/realm.ts';
import { orderEvents } from '#platform/events/order-events.ts';
import type { Log } from '#platform/log.ts';
import type { Signals, Topic } from '#platform/signals/signals.ts';
import { makeWaker, type Waker } from '#platform/waker.ts';
import type { Jobs } from '#platform/work/jobs.ts';

export interface Relay {
  stop(): Promise<void>;
}

interface RelayOptions {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly chores: readonly Chore[];
  readonly duties?: readonly Duty[];
  readonly signals: Signals;
  readonly clock: MachineClock;
  readonly log: Log;
}

const leaderLock = 7_463_004;
const batch = 500;
/** Signals wake the relay; rows without a signal are found by looking, which asks every node of a cluster. */
const lookEveryMs = 2_000;
/** What is due by time, and duties that had to wait, are looked at so often. */
const tickMs = 500;
const leadAgainMs = 1_000;
/** What arrives within this time gets its places and its deliveries in one round, because each round has a cost. */
const gatherMs = 20;
/** A steady flow is gathered for longer: a round for a few events costs more than the events. */
const flowMs = 15;
const flowGatherMs = 80;
/** After a long round as much is gathered as came during it: so at most half of the time goes into rounds. */
const restMsMax = 1_000;

export function startRelay(options: RelayOptions): Relay {
  const waker = makeWaker();
  const stopping = new AbortController();
  const hints: Hints = { waker, told: new Set(), enqueued: new Set() };
  const hear = (topic: Topic, heard: Set<Mode>) =>
    options.signals.on(topic, (mode) => {
      heard.add(mode);
      waker.wake();
    });
  const deafen = [hear('committed', hints.told), hear('enqueued', hints.enqueued)];
  const ended = lead(options, hints, stopping.signal);
  return {
    async stop() {
      for (const one of deafen) one();
      stopping.abort();
      waker.wake();
      await ended;
    },
  };
}

interface Hints {
  readonly waker: Waker;
  /** The modes in which events were committed. */
  readonly told: Set<Mode>;
  /** The modes in which rows of the outbox were committed. */
  readonly enqueued: Set<Mode>;
}

async function lead(options: RelayOptions, hints: Hints, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const leader = new pg.Client({
      ...options.database.server,
      application_name: 'tenor relay',
      // A server that does not answer must not keep the relay from stopping.
      connectionTimeoutMillis: 5_000,
    });
    leader.on('error', () => {});
    try {
      await leader.connect();
      if (await toLead(leader, stopping)) await relayWhileLeading(options, leader, hints, stopping);
    } catch (error) {
      if (!stopping.aborted) options.log.warn({ err: error }, 'the relay lost the database and tries again');
    } finally {
      await leader.end().catch(() => {});
    }
    if (!stopping.aborted) await sleep(leadAgainMs, undefined, { signal: stopping }).catch(() => {});
  }
}

/** Waits until no other process leads. False when told to stop. Fails when the session is lost. */
async function toLead(leader: pg.Client, stopping: AbortSignal): Promise<boolean> {
  while (!stopping.aborted) {
    const { rows } = await leader.query('select pg_try_advisory_lock($1) as leads', [leaderLock]);
    if (rows[0].leads) return true;
    await sleep(leadAgainMs, undefined, { signal: stopping }).catch(() => {});
  }
  return false;
}

async function relayWhileLeading(
  options: RelayOptions,
  leader: pg.Client,
  hints: Hints,
  stopping: AbortSignal,
): Promise<void> {
  const { waker, told, enqueued } = hints;
  let leads = true;
  leader.on('end', () => {
    leads = false;
    waker.wake();
  });
  options.log.info('leads the background work');
  const chores = choresBeside(options);
  const [looks, ticks] = [every(lookEveryMs), every(tickMs)];
  try {
    while (leads && !stopping.aborted) {
      const hadNews = told.size > 0;
      if (looks()) for (const mode of modes) hint(hints, mode);
      const [inOrder, toMove] = [[...told], [...enqueued]];
      told.clear();
      enqueued.clear();
      const isTick = ticks();
      const round = stopwatch();
      for (const mode of inOrder) await order(options, mode);
      for (const mode of isTick ? modes : inOrder) await doDuties(options, mode);
      for (const mode of toMove) await move(options, mode);
      if (isTick) chores.begin();
      const tookMs = round();
      const sinceRound = stopwatch();
      await waker.wait(tickMs);
      const restMs = hadNews && sinceRound() < flowMs ? flowGatherMs : gatherMs;
      await sleep(Math.max(restMs, Math.min(tookMs - sinceRound(), restMsMax)));
    }
  } finally {
    await chores.ended();
  }
}

/** True at the first call, and once as much time has passed since the last true. */
function every(ms: number): () => boolean {
  let since: (() => number) | undefined;
  return () => {
    if (since !== undefined && since() < ms) return false;
    since = stopwatch();
    return true;
  };
}

function hint({ told, enqueued }: Hints, mode: Mode): void {
  told.add(mode);
  enqueued.add(mode);
}

async function order({ database, signals }: RelayOptions, mode: Mode): Promise<void> {
  if ((await orderEvents(database, mode)) > 0) signals.say('ordered', mode);
}

async function doDuties(options: RelayOptions, mode: Mode): Promise<void> {
  for (const duty of options.duties ?? []) await attempt(options, duty, mode);
}

async function attempt({ log }: RelayOptions, duty: Duty, mode: Mode): Promise<void> {
  await duty.run(mode).catch((error) => log.error({ err: error, duty: duty.name }, 'the relay could not do its duty'));
}

function move(options: RelayOptions, mode: Mode): Promise<number> {
  return besideLostNodes(options.database, mode, 'outbox', async (subjectId) => {
    let total = 0;
    for (let moved = batch; moved === batch; total += moved) moved = await moveBatch(options, mode, subjectId);
    return total;
  });
}

/** Moves the jobs of one subject, or of all. */
async function moveBatch({ database, jobs }: RelayOptions, mode: Mode, subjectId?: string): Promise<number> {
  const { db, rows } = database.unscoped(mode);
  const earliest = db
    .selectFrom('outbox')
    .selectAll()
    .orderBy('position')
    .orderBy('subject_id')
    .orderBy('id')
    .limit(batch);
  const waiting = await rows(subjectId === undefined ? earliest : earliest.where('subject_id', '=', subjectId));
  for (const [job, group] of Map.groupBy(waiting, (row) => row.job)) {
    const data = group.map(({ id, company_id: companyId, payload }) => ({ id, data: { mode, companyId, payload } }));
    await jobs.insert(job, data);
  }
  if (waiting.length > 0) {
    // We delete the rows that were read, never "all up to": a row of a slow transaction may still appear before the
    // last one.
    const subjects = waiting.map((row) => row.subject_id);
    const ids = waiting.map((row) => row.id);
    const moved = sql<boolean>`(subject_id, id) in (select * from unnest(${subjects}::text[], ${ids}::uuid[]))`;
    const gone = db.deleteFrom('outbox').where(moved);
    await rows(subjectId === undefined ? gone : gone.where('subject_id', '=', subjectId));
  }
  return waiting.length;
}

/** Events and jobs do not wait for the chores: where much is due, those take seconds. */
function choresBeside(options: RelayOptions): { begin(): void; ended(): Promise<void> } {
  const due = choresDue(options);
  let underWay: Promise<void> | undefined;
  return {
    begin() {
      underWay ??= due().finally(() => {
        underWay = undefined;
      });
    },
    ended: async () => underWay,
  };
}

function choresDue({ chores, clock, log }: RelayOptions): () => Promise<void> {
  const next = new Map(chores.map((chore) => [chore, 0]));
  return async () => {
    for (const [chore, dueMicros] of next) {
      const now = clock.micros();
      if (now < dueMicros) continue;
      next.set(chore, now + chore.everyMs * 1000);
      for (const mode of modes) {
        await chore.run(mode).catch((error) => log.error({ err: error, chore: chore.name }, 'a chore failed'));
      }
    }
  };
}

// Reads what is stored: from the database directly, from the receiver, and by the command line.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import { unbalanced } from '../posted.ts';
import { type ProcessOptions, type Running, tenor } from '../process.ts';
import type { Receiver } from '../receiver.ts';
import { storedEvents } from '../stored-events.ts';
import { makeCaller } from './caller.ts';
import type { Delivered, State, Stored, Told } from './check.ts';
import type { Journal, Mode } from './journal.ts';

const modes = ['live', 'test'] as const;

/** The lock of the relay: src/platform/outbox/relay.ts. */
const leaderLock = 7_463_004;

type Ask = (sql: string) => Promise<Record<string, never>[]>;

/** Connects as the owner of the database, beside the service. */
async function withDatabase<T>({ dataDirectory, cluster }: Place, work: (ask: Ask) => Promise<T>): Promise<T> {
  const embedded = cluster === undefined ? await joinEmbedded({ dataDirectory }) : undefined;
  const client = new pg.Client(embedded?.server ?? cluster?.url);
  client.on('error', () => {});
  try {
    await client.connect();
    // One connection answers one question at a time.
    let before: Promise<unknown> = Promise.resolve();
    return await work((sql) => {
      const asked = before.then(() => client.query(sql));
      before = asked.catch(() => {});
      return asked.then(({ rows }) => rows);
    });
  } finally {
    await client.end().catch(() => {});
    await embedded?.leave();
  }
}

const count = async (ask: Ask, sql: string): Promise<number> => {
  const rows = await Promise.all(
    modes.map((mode) => ask(`select count(*)::int as n from ${sql.replaceAll('$s', mode)}`)),
  );
  return rows.reduce((sum, [row]) => sum + ((row as unknown as { n: number } | undefined)?.n ?? 0), 0);
};

const unfinished = {
  operations: "$s.operations where state in ('queued', 'running')",
  outbox: '$s.outbox',
  unordered: '$s.waiting_commits',
  deliveries: "$s.webhook_deliveries where state = 'open'",
  leases: "$s.loan_standing where (lease->>'until')::bigint > extract(epoch from now()) * 1000000",
};

/** What is over a moment later; each of both modes. */
const moments = {
  // Both modes share one queue, one list of sessions and one of locks.
  jobsWaiting: "jobs.job where state in ('created', 'retry') and name = 'operations.run'",
  clocksHeld: '$s.test_clocks where operation_id is not null',
  sessionsStuck: `pg_stat_activity where state like 'idle in transaction%' and state_change < now() - interval '3 s'
    and datname = current_database()`,
  leaders: `pg_locks join pg_database on pg_locks.database = pg_database.oid
    where locktype = 'advisory' and objid = ${leaderLock} and granted and datname = current_database()`,
};

async function readMoments(ask: Ask): Promise<Readonly<Record<keyof typeof moments, number>>> {
  const { jobsWaiting, clocksHeld, sessionsStuck, leaders } = moments;
  return {
    jobsWaiting: (await count(ask, jobsWaiting)) / 2,
    clocksHeld: await count(ask, clocksHeld),
    sessionsStuck: (await count(ask, sessionsStuck)) / 2,
    leaders: (await count(ask, leaders)) / 2,
  };
}

/**
 * Waits until no work is left and one process leads, but not for ever: then the checker reports what is left. The limit
 * is for what never comes: a loaded machine may take its time.
 */
export async function settle(place: Place): Promise<number> {
  const { receiver } = place;
  const waitMsMax = 180_000;
  return withDatabase(place, async (ask) => {
    const began = performance.now();
    for (let calm = 0; calm < 3 && performance.now() - began < waitMsMax; ) {
      const before = receiver.posts.length;
      await sleep(100);
      const left = await Promise.all(Object.values(unfinished).map((sql) => count(ask, sql)));
      const { leaders, ...others } = await readMoments(ask);
      const isQuiet = [...left, ...Object.values(others)].every((n) => n === 0) && leaders === 1;
      calm = isQuiet && receiver.posts.length === before ? calm + 1 : 0;
    }
    return performance.now() - began;
  });
}

const storedIn = (mode: Mode): Readonly<Record<Exclude<Stored['kind'], 'contact'>, string>> => ({
  person: `select person_id as id, meta_data::jsonb->>'mark' as mark, '' as content from ${mode}.people
    where meta_data is not null`,
  loan: `select id, meta_data::jsonb->>'mark' as mark, status as content from ${mode}.loans where meta_data is not null`,
  payment: `select id, meta_data::jsonb->>'mark' as mark, amount || ' ' || status as content from ${mode}.transactions
    where meta_data is not null`,
  indexRate: `select id, effective_date::text as mark, rate::text as content from ${mode}.index_rates
    where deleted_at is null and effective_date > '2020-01-01'`,
});

async function readStored(ask: Ask, journal: Journal, url: string): Promise<Stored[]> {
  const stored: Stored[] = [];
  for (const mode of modes) {
    for (const [kind, sql] of Object.entries(storedIn(mode))) {
      const rows = (await ask(sql)) as unknown as Pick<Stored, 'id' | 'mark' | 'content'>[];
      stored.push(...rows.map((row) => ({ ...row, mode, kind: kind as Stored['kind'] })));
    }
    // The values are sealed, so they are read through the service.
    const caller = makeCaller(() => url, mode, journal);
    for (const { personId } of journal.counters.filter((one) => one.mode === mode)) {
      const { body } = await caller.persist('GET', `/people/${personId}/contacts?limit=100`);
      for (const { id, value, label } of body.data) {
        stored.push({ mode, kind: 'contact', id, mark: String(value).split('@')[0] as string, content: label });
      }
    }
  }
  return stored;
}

async function readEvents(ask: Ask): Promise<Told[]> {
  const events: Told[] = [];
  for (const mode of modes) {
    const stored = await storedEvents(async (sql) => ({ rows: await ask(sql) }), 'true', [], mode);
    for (const { id, sequence, event_type: type, details, ...event } of stored) {
      if (event.deleted_at !== null && sequence === null) continue;
      const ids = [event.subject_id, event.loan_id, event.transaction_id, details.contactId, details.indexRateId];
      const about = ids.filter((one) => typeof one === 'string');
      events.push({ mode, id, sequence, subjectId: event.subject_id, type, about } as Told);
    }
  }
  return events;
}

async function readCounters(ask: Ask): Promise<Map<string, number>> {
  const counters = new Map<string, number>();
  for (const mode of modes) {
    const rows = (await ask(
      `select person_id, split_part(external_id, '-', 2)::int as n from ${mode}.people where external_id like 'n-%'`,
    )) as unknown as { person_id: string; n: number }[];
    for (const { person_id, n } of rows) counters.set(person_id, n);
  }
  return counters;
}

function deliveredTo({ posts }: Receiver): Delivered[] {
  const accepted = posts.filter(({ answered }) => answered === 200);
  return [...Map.groupBy(accepted, ({ id }) => id).values()].map((same) => {
    const event = JSON.parse((same[0] as { body: string }).body);
    return { id: event.id, subjectId: event.personId ?? '', bodies: same.map(({ body }) => body) };
  });
}

/** A cluster that runs already, whose nodes are killed and started by commands of the shell. */
export interface GivenCluster {
  readonly url: string;
  readonly restart: { readonly node: string; readonly coordinator: string };
  drop(): Promise<void>;
}

export interface Place extends ProcessOptions {
  readonly receiver: Receiver;
  /** Absent: the embedded database of the data directory. */
  readonly cluster?: GivenCluster | undefined;
}

export async function readState(place: Place, service: Running, journal: Journal): Promise<State> {
  const read = await withDatabase(place, async (ask) => ({
    stored: await readStored(ask, journal, service.url),
    counters: await readCounters(ask),
    operations: (
      await Promise.all(modes.map((mode) => ask(`select '${mode}' as mode, id, state, result from ${mode}.operations`)))
    ).flat() as unknown as State['operations'],
    events: await readEvents(ask),
    lastPlace: Object.fromEntries(
      await Promise.all(
        modes.map(async (mode) => {
          const [row] = await ask(`select last_sequence::int as n from ${mode}.event_places where name = 'events'`);
          return [mode, (row as unknown as { n: number }).n];
        }),
      ),
    ) as State['lastPlace'],
    deliveriesOpen: await count(ask, unfinished.deliveries),
    outbox: await count(ask, unfinished.outbox),
    ...(await readMoments(ask)),
    loansLeased: await count(ask, unfinished.leases),
    unbalanced: (await Promise.all(modes.map((mode) => ask(unbalanced(mode)))))
      .flat()
      .map(({ loan_id }) => String(loan_id)),
  }));
  const verified = tenor(place, 'verify');
  const ready = await fetch(`${service.url}/health/ready`);
  return {
    ...read,
    delivered: deliveredTo(place.receiver),
    verify: verified.code === 0 ? null : verified.output,
    isReady: ready.status === 200,
  };
}

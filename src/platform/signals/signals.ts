// Signals: hints from one part of the service to another to look now, in this process at once and in others through the
// database. Nothing depends on a hint that is lost, because every waiter also looks by itself from time to time.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { poolConfig, type Server } from '#platform/db/connection.ts';
import type { Database } from '#platform/db/database.ts';
import { type Mode, modes } from '#platform/db/realm.ts';
import type { News, RealmDatabase } from '#platform/db/realm-database.ts';
import type { Log } from '#platform/log.ts';

/** Events were committed; work for the outbox was; events got their places; deliveries are due; a person was erased. */
const topics = ['committed', 'enqueued', 'ordered', 'deliveries', 'erased'] as const;
export type Topic = (typeof topics)[number];

export type Listener = (mode: Mode) => void;

export interface Signals {
  say(topic: Topic, mode: Mode): void;
  /** Returns the function that stops listening. */
  on(topic: Topic, listener: Listener): () => void;
  /** From now on signals of other processes are heard here, and those sent here are heard there. */
  connect(): void;
  stop(): Promise<void>;
}

/** The database, except that each commit with events or with rows of the outbox is followed by the hint that says so. */
export const hinting = <D extends Pick<RealmDatabase, 'transact'>>(database: D, signals: Pick<Signals, 'say'>): D => ({
  ...database,
  async transact(realm, work, options) {
    let news: News | undefined;
    const noting: typeof work = (tx) => {
      news = tx.news;
      return work(tx);
    };
    const answer = await database.transact(realm, noting, options);
    if (options?.dryRun === true) return answer;
    if (news?.events) signals.say('committed', realm.mode);
    if (news?.work) signals.say('enqueued', realm.mode);
    return answer;
  },
});

/** From a process that does not listen itself, such as the command line. */
export function announce({ atServer }: Pick<Database, 'atServer'>, topic: Topic, mode: Mode): Promise<unknown> {
  const { db, rows } = atServer.unscoped(mode);
  return rows(db.selectNoFrom(sql`pg_notify(${signalChannel}, ${`${topic} ${mode}`})`.as('said')));
}

type KeyNews = (client: pg.Client) => Promise<void>;

export const signalChannel = 'tenor_signals';
/** Says that the encryption keys change. */
export const keyWord = 'keys';
const againMs = 1_000;
/** Signals sent within this time go out together. */
const gatherMs = 5;
/** After some went out, the next ones wait this long: under load, further signals would only wake other processes again. */
const restMs = 50;

/** Sent under a name: it goes out after every few commits, and planning it took longer than doing it. */
const sayWords = 'select pg_notify($1, word) from unnest($2::text[]) word';

/** `news`: what a process does when the session begins, and when it hears that the encryption keys change. */
export function makeSignals(server: Server, log: Log, news: KeyNews = async () => {}): Signals {
  const listeners = new Map<Topic, Set<Listener>>(topics.map((topic) => [topic, new Set()]));
  const tell = (topic: Topic, mode: Mode): void => {
    for (const listener of listeners.get(topic) ?? []) listener(mode);
  };
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let listening: Promise<void> | undefined;
  const use = (connected: pg.Client | undefined): void => {
    client = connected;
  };
  const unsent = new Set<string>();
  let isWaiting = false;
  const flushAfter = (ms: number): void => {
    isWaiting = true;
    setTimeout(() => void flush(), ms).unref();
  };
  const flush = async (): Promise<void> => {
    const words = [...unsent];
    unsent.clear();
    isWaiting = words.length > 0;
    if (!isWaiting) return;
    await Promise.resolve(client?.query({ name: 'say', text: sayWords, values: [signalChannel, words] })).catch(
      () => {},
    );
    flushAfter(restMs);
  };
  return {
    on(topic, listener) {
      listeners.get(topic)?.add(listener);
      return () => void listeners.get(topic)?.delete(listener);
    },
    say(topic, mode) {
      tell(topic, mode);
      if (client === undefined) return;
      unsent.add(`${topic} ${mode}`);
      if (!isWaiting) flushAfter(gatherMs);
    },
    connect() {
      listening ??= listen({ server, log, stopping: stopping.signal, tell, use, news });
    },
    async stop() {
      stopping.abort();
      await client?.end().catch(() => {});
      await listening;
    },
  };
}

interface Listening {
  readonly server: Server;
  readonly log: Log;
  readonly stopping: AbortSignal;
  readonly tell: (topic: Topic, mode: Mode) => void;
  readonly use: (client: pg.Client | undefined) => void;
  readonly news: KeyNews;
}

async function listen({ server, log, stopping, tell, use, news }: Listening): Promise<void> {
  while (!stopping.aborted) {
    const client = new pg.Client({
      ...poolConfig({ server, searchPath: 'tenor', lockWaitMs: againMs, connectionsMax: 1 }),
      application_name: 'tenor signals',
      pipeline: false,
    });
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', () => {});
    client.on('notification', ({ payload = '', processId }) => {
      // A signal sent by this process was heard here already.
      if (processId === (client as pg.Client & { processID?: number }).processID) return;
      if (payload === keyWord) void news(client);
      const [topic, mode] = payload.split(' ') as [Topic, Mode];
      if (topics.includes(topic) && modes.includes(mode)) tell(topic, mode);
    });
    try {
      await client.connect();
      // A signal need not be durable, so its commit does not wait for the disk.
      await client.query('set synchronous_commit = off');
      await client.query(`listen ${signalChannel}`);
      await news(client);
      use(client);
      // A signal may have been sent while nobody listened.
      for (const topic of topics) for (const mode of modes) tell(topic, mode);
      if (!stopping.aborted) await ended;
    } catch (error) {
      if (!stopping.aborted) log.warn({ err: error }, 'no signals from other processes for now; each looks by itself');
    } finally {
      use(undefined);
      await client.end().catch(() => {});
    }
    if (!stopping.aborted) await sleep(againMs, undefined, { signal: stopping }).catch(() => {});
  }
}

// The presence of a process. Each process that uses the server keeps one connection with a shared advisory lock, and
// the last one that leaves can take the lock exclusively. The server does the counting, so a killed process has left as
// soon as its socket is closed.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { OwnerLogin } from './owner-login.ts';
import { port } from './socket-directory.ts';
import { codeOf, unavailable } from './unavailable.ts';

/** The word "tenor" in bytes. No other lock of this kind is taken in the database `postgres`. */
const presenceKey = '499968536434';

/** Long enough for a loaded machine. A server that takes longer has been paused or hangs. */
const answerMsMax = 5_000;

/**
 * `absent`: no server listens. `busy`: the server says that it is starting or recovering. `stopping`: its pid file says
 * so. `silent`: it accepted the connection and then said nothing.
 */
export type Absence = 'absent' | 'busy' | 'stopping' | 'silent';

export class Presence {
  readonly socketDirectory: string;
  readonly #client: pg.Client;
  readonly #listeners: ((reason: Error) => void)[] = [];
  #lost: Error | null = null;
  #isLeaving = false;

  constructor(client: pg.Client, socketDirectory: string) {
    this.#client = client;
    this.socketDirectory = socketDirectory;
    client.on('error', (error) => this.#lose(error));
    client.on('end', () => this.#lose(new Error('The connection to the embedded PostgreSQL ended.')));
  }

  get isLost(): boolean {
    return this.#lost !== null;
  }

  /** The listener is called once, even when the loss happened before. Leaving is not a loss. */
  onLost(listener: (reason: Error) => void): void {
    if (this.#lost === null) this.#listeners.push(listener);
    else queueMicrotask(listener.bind(undefined, this.#lost));
  }

  /** Gives up the shared lock. True when no other process has it; from then on none can take it. */
  async leave(): Promise<boolean> {
    this.#isLeaving = true;
    try {
      await this.#client.query(`select pg_advisory_unlock_shared(${presenceKey})`);
      const answer = await this.#client.query<{ last: boolean }>(`select pg_try_advisory_lock(${presenceKey}) as last`);
      return answer.rows[0]?.last === true;
    } catch {
      return false; // The server died in the meantime, so there is nothing to stop.
    }
  }

  async close(): Promise<void> {
    this.#isLeaving = true;
    // A connection to a paused or hanging server may never close in order.
    await Promise.race([this.#client.end().catch(() => {}), pause(answerMsMax, undefined, { ref: false })]);
  }

  #lose(reason: Error): void {
    if (this.#lost !== null || this.#isLeaving) return;
    this.#lost = reason;
    for (const listener of this.#listeners) listener(reason);
  }
}

/**
 * Connects as the owner login and takes the shared lock, or returns why not. `identity` is the cluster's own number.
 */
export async function enter(socketDirectory: string, login: OwnerLogin, identity: string): Promise<Presence | Absence> {
  const client = new pg.Client({
    host: socketDirectory,
    port,
    ...login,
    database: 'postgres',
    application_name: 'tenor presence',
    connectionTimeoutMillis: answerMsMax,
    query_timeout: 2 * answerMsMax,
    // A process has the exclusive lock only between "I am the last" and the server's end. If this takes longer, that
    // process hangs.
    options: `-c lock_timeout=${answerMsMax}`,
    // Set here so that the operator's PGSSLMODE has no effect.
    ssl: false,
  });
  const presence = new Presence(client, socketDirectory);
  try {
    await client.connect();
    const answer = await client.query<{ identity: string }>(
      `select system_identifier::text as identity, pg_advisory_lock_shared(${presenceKey}) from pg_control_system()`,
    );
    if (answer.rows[0]?.identity === identity) return presence;
  } catch (error) {
    void presence.close();
    return absenceOf(error, socketDirectory);
  }
  await presence.close();
  throw unavailable(
    `The server that answers in ${socketDirectory} serves another database than the one in DATA_DIR.`,
    'Stop it (its data directory was moved while it ran)',
  );
}

const absences: Record<string, Absence> = {
  ENOENT: 'absent',
  ECONNREFUSED: 'absent',
  ECONNRESET: 'absent',
  EPIPE: 'absent',
  '57P01': 'absent', // admin_shutdown: the last process left just now
  '57P02': 'absent', // crash_shutdown
  '57P03': 'busy', // cannot_connect_now
  '55P03': 'silent', // lock_not_available
};

function absenceOf(error: unknown, socketDirectory: string): Absence {
  const code = codeOf(error);
  const absence = absences[code];
  if (absence !== undefined) return absence;
  // These two errors come from pg itself and have no code.
  if (error instanceof Error && /timeout/i.test(error.message)) return 'silent';
  if (error instanceof Error && /Connection terminated|Client has encountered/.test(error.message)) return 'absent';
  if (code === 'EACCES' || code === 'EPERM') {
    throw unavailable(
      `This user may not open the socket in ${socketDirectory}.`,
      'Start Tenor as the user that owns it',
      error,
    );
  }
  if (code === '53300') {
    throw unavailable(
      'All connections of the embedded PostgreSQL are in use.',
      'Try again when fewer programs use it',
      error,
    );
  }
  if (code === '28000' || code === '42501') {
    throw unavailable(
      'The database in DATA_DIR was not made by Tenor: its login is missing.',
      'Choose another DATA_DIR',
      error,
    );
  }
  if (code === '28P01') {
    throw unavailable(
      'The password in db/tenor_owner.password is not that of the database in DATA_DIR.',
      'Stop what uses the database, remove that file and start again: then a new one is drawn',
      error,
    );
  }
  throw error;
}

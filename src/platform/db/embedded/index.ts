// The embedded PostgreSQL: made at its first use, shared by all processes that use one data directory, stopped by the
// last one that leaves. There is no supervisor. Two locks decide everything, and each ends with its process: the server
// itself has the file lock, which shows that a server runs; each process has the advisory lock in the server, which
// shows who uses it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from '../connection.ts';
import { findBinaries } from './binaries.ts';
import { type Home, openHome, type PidFile, readIdentity, readPidFile } from './home.ts';
import { ownerLogin } from './owner-login.ts';
import { type Absence, enter, Presence } from './presence.ts';
import { signalOrphans } from './processes.ts';
import { quitServer, type Say, startServer, stoppingMsMax, stopServer } from './server-process.ts';
import { port, servedThrough, shortPathTo } from './socket-directory.ts';
import { unavailable } from './unavailable.ts';

export { EmbeddedUnavailable } from './unavailable.ts';

export interface EmbeddedServer {
  readonly socketDirectory: string;
  /** With this `pg` connects as the owner of the database. */
  readonly server: Server;
  /** The last process that leaves stops the server and waits for its end. Close your connections before. Idempotent. */
  leave(): Promise<void>;
  /**
   * Called once when the server is lost: it, or one of its processes, was killed, and it does not come back by itself.
   * Either join again, which starts and recovers it, or end.
   */
  onLost(listener: (reason: Error) => void): void;
}

/** Throws EmbeddedUnavailable, with a message for the operator, when no server can run here. */
export async function joinEmbedded(options: { dataDirectory: string; say?: Say }): Promise<EmbeddedServer> {
  const say = options.say ?? (() => {});
  const native = await findBinaries();
  const home = await openHome(options.dataDirectory);
  if (!existsSync(home.db)) say(`Making a new PostgreSQL database in ${home.path}.`);
  const presence = await joinOrStart(home, native, say);
  const { socketDirectory } = presence;
  let left: Promise<void> | undefined;
  return {
    socketDirectory,
    server: { host: socketDirectory, port, database: 'tenor', ...(await ownerLogin(home.db)), ssl: false },
    leave: () => {
      left ??= leave(home, presence, say);
      return left;
    },
    onLost: (listener) => presence.onLost(listener),
  };
}

const roundMsMin = 20;
const roundMsMax = 250;
/** After this many starts that were killed at once, waiting for success is pointless. */
const startsMax = 20;
/** How long a session of a killed server may take to notice a signal. */
const orphanMsMax = 3_000;

/** What is known about the process that has the lock. */
type Holder = Absence | 'making';

/** How long to wait while this does not change. */
const patienceMs: Readonly<Record<Holder, number>> = {
  making: 120_000, // usually a second, much longer on a bad disk
  busy: 600_000, // recovery after a crash takes its time
  stopping: stoppingMsMax + 20_000,
  silent: 2 * roundMsMin, // each try has waited for seconds already
  absent: 8_000,
};

interface Wait {
  readonly holder: Holder;
  readonly ms: number;
}

/** Round after round: joins a server that answers, else becomes the server, else waits for the process that does. */
async function joinOrStart(home: Home, native: string, say: Say): Promise<Presence> {
  let wait: Wait | undefined;
  for (let starts = 0; starts < startsMax; ) {
    const entered = await tryToEnter(home);
    if (entered instanceof Presence) return entered;
    const outcome = await startServer(home, native, say);
    if (outcome !== 'locked') starts += 1;
    wait = outcome === 'locked' ? await waitForHolder(home, entered, wait, say) : undefined;
  }
  throw unavailable(
    `The server was killed ${startsMax} times while starting.`,
    `Find out by whom (the log is ${home.log})`,
  );
}

async function waitForHolder(home: Home, absence: Absence, before: Wait | undefined, say: Say): Promise<Wait> {
  const holder = absence === 'absent' && existsSync(join(home.path, 'db.new')) ? 'making' : absence;
  const waitedMs = before?.holder === holder ? before.ms : 0;
  if (waitedMs >= patienceMs[holder]) {
    throw unavailable(
      `${home.path} is in use by a PostgreSQL that cannot be reached from here: it hangs, or it runs in another container or under another path.`,
      'Stop the service that uses it, choose another DATA_DIR',
    );
  }
  if (holder === 'stopping' && waitedMs >= stoppingMsMax) quitServer(home);
  const orphans = signalOrphans(home.clusterName, waitedMs < orphanMsMax ? 'SIGTERM' : 'SIGKILL');
  if (orphans > 0 && waitedMs === 0) say('Ending the sessions that a killed PostgreSQL left behind.');
  const roundMs = Math.min(roundMsMin + waitedMs / 2, roundMsMax);
  await pause(roundMs);
  return { holder, ms: waitedMs + roundMs };
}

async function tryToEnter(home: Home): Promise<Presence | Absence> {
  const identity = await readIdentity(home);
  const file = await readPidFile(home);
  if (identity === null || file === null) return 'absent';
  const absence = absenceSaidBy(file);
  if (absence !== null) return absence;
  const socketDirectory = shortPathTo(home.socketDirectory);
  if (socketDirectory === null) return 'absent';
  return enter(socketDirectory, await ownerLogin(home.db), identity);
}

/** In these states the server would answer "not now" and write that to its log each time. */
function absenceSaidBy({ pid, status, socketDirectory }: PidFile): Absence | null {
  // A negative number marks a server that works alone, on the cluster's recovery or on its passwords.
  if (pid < 0 || status === 'starting') return 'busy';
  if (status === 'stopping') return 'stopping';
  return socketDirectory === servedThrough ? null : 'absent';
}

/** A lost connection does not always mean a lost server: an operator may have ended this session only. */
async function leave(home: Home, presence: Presence, say: Say): Promise<void> {
  const current = presence.isLost ? await tryToEnter(home) : presence;
  if (!(current instanceof Presence)) return;
  if ((await current.leave()) && !(await stopServer(home))) {
    say('PostgreSQL runs in another container; it stays up until that one stops, or until the next start finds it.');
  }
  await current.close();
}

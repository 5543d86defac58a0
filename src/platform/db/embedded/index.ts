// The embedded PostgreSQL: made on first use, shared by every process that uses one data directory, stopped by the last
// one that leaves. There is no supervisor. Two locks decide everything, and both end with the processes that hold them:
// the file lock, held by the server itself, says that there is a server; the advisory lock in it says who uses it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from '../connection.ts';
import { findBinaries } from './binaries.ts';
import { type Home, openHome, type PidFile, readIdentity, readPidFile } from './home.ts';
import { ownerLogin } from './owner-login.ts';
import { type Absence, enter, Presence } from './presence.ts';
import { findPostmaster, signalOrphans } from './processes.ts';
import { quitServer, type Say, startServer, stoppingMsMax, stopServer } from './server-process.ts';
import { port, servedThrough, shortPathTo } from './socket-directory.ts';
import { unavailable } from './unavailable.ts';

export { EmbeddedUnavailable } from './unavailable.ts';

export interface EmbeddedServer {
  readonly socketDirectory: string;
  /** With this `pg` connects as the owner of the database. */
  readonly server: Server;
  /** Whoever leaves last stops the server and waits until it is gone. Close your connections before. Idempotent. */
  leave(): Promise<void>;
  /**
   * Called once when the server is lost: it, or one of its processes, was killed, and it does not come back by itself.
   * Join again, which recovers it, or end.
   */
  onLost(listener: (reason: Error) => void): void;
}

/** Throws EmbeddedUnavailable, whose message is for the operator, when no server can be had here. */
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
/** Starting and being killed at once, again and again, is no race that somebody will win. */
const startsMax = 20;
/** How long a session of a killed server may take to notice that it was told to end. */
const orphanMsMax = 3_000;

/** What can be seen of the one who holds the lock. */
type Holder = Absence | 'making';

/** How long to wait while it looks the same. */
const patienceMs: Readonly<Record<Holder, number>> = {
  making: 120_000, // a second, on a bad disk many
  busy: 600_000, // recovering after a crash takes as long as it takes
  stopping: stoppingMsMax + 20_000,
  trusting: stoppingMsMax + 20_000,
  silent: 2 * roundMsMin, // each try has waited for seconds already
  absent: 8_000,
};

interface Wait {
  readonly holder: Holder;
  readonly ms: number;
}

/** Round after round: enter where a server answers, else become the server, else wait for the one who does. */
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
  if (holder === 'trusting' && waitedMs === 0) await endTrusting(home, say);
  if (holder === 'stopping' && waitedMs >= stoppingMsMax) quitServer(home);
  const orphans = signalOrphans(home.clusterName, waitedMs < orphanMsMax ? 'SIGTERM' : 'SIGKILL');
  if (orphans > 0 && waitedMs === 0) say('Ending the sessions that a killed PostgreSQL left behind.');
  const roundMs = Math.min(roundMsMin + waitedMs / 2, roundMsMax);
  await pause(roundMs);
  return { holder, ms: waitedMs + roundMs };
}

/** A server of the last release asks for no password. It is ended; its users connect again to the new one. */
async function endTrusting(home: Home, say: Say): Promise<void> {
  if ((await readPidFile(home))?.pid !== findPostmaster(home.clusterName)) return;
  say('Ending the PostgreSQL that an earlier Tenor left, which asks nobody for a password; it is started anew.');
  await stopServer(home);
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

/** In these states it would answer "not now", and write that into its log each time. */
function absenceSaidBy({ pid, status, socketDirectory }: PidFile): Absence | null {
  // PostgreSQL marks one that works alone, on the cluster's recovery or its passwords, by a negative number.
  if (pid < 0 || status === 'starting') return 'busy';
  if (status === 'stopping') return 'stopping';
  if (socketDirectory === '') return 'absent';
  return socketDirectory === servedThrough ? null : 'trusting';
}

/** A lost connection need not mean a lost server: an operator may have ended just that session. */
async function leave(home: Home, presence: Presence, say: Say): Promise<void> {
  const current = presence.isLost ? await tryToEnter(home) : presence;
  if (!(current instanceof Presence)) return;
  if ((await current.leave()) && !(await stopServer(home))) {
    say('PostgreSQL runs in another container; it stays up until that one stops, or until the next start finds it.');
  }
  await current.close();
}

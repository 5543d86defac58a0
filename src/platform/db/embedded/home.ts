// The data directory: where everything of the embedded server lies, and whose it is. Other files of ours may lie beside
// (the encryption key), so nothing here touches what this folder did not make.
import { constants } from 'node:fs';
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Account, accountOf, isRoot, postgresMajor } from './account.ts';
import { makeDataDirectory } from './data-directory.ts';
import { socketDirectoryIn } from './socket-directory.ts';
import { finishSwap } from './swap.ts';
import { codeOf, onPath } from './unavailable.ts';

export interface Home {
  /** Without links, so that two ways to write one directory are one. */
  readonly path: string;
  readonly db: string;
  readonly lock: string;
  readonly log: string;
  readonly libraries: string;
  readonly socketDirectory: string;
  /** The server runs as the owner of the cluster, whoever starts it: PostgreSQL accepts nothing else. */
  readonly account: Account;
  /** The server's `cluster_name`, which every process of it shows in its title. See processes.ts. */
  readonly clusterName: string;
}

/** Makes the data directory if there is none. Throws EmbeddedUnavailable when this user cannot serve it. */
export async function openHome(dataDirectory: string, major: number = postgresMajor): Promise<Home> {
  const wanted = resolve(dataDirectory);
  return onPath(wanted, async () => {
    await makeDataDirectory(wanted);
    const path = await realpath(wanted);
    const db = join(path, 'db');
    await finishSwap(path);
    const account = await accountOf(path, major);
    const { dev, ino } = await stat(path);
    const home = {
      path,
      db,
      lock: join(path, 'lock'),
      log: join(path, 'server.log'),
      libraries: join(path, 'lib'),
      socketDirectory: socketDirectoryIn(path),
      account,
      clusterName: `tenor-${dev.toString(36)}-${ino.toString(36)}`,
    };
    for (const file of [home.lock, home.log]) await onPath(file, () => ensureFile(file, account));
    return home;
  });
}

/** As root it is given to the server's account, so that the same directory can later be served by that user alone. */
async function ensureFile(path: string, account: Account): Promise<void> {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;
  const file = await open(path, flags, 0o600).catch((error: unknown) => {
    if (codeOf(error) === 'EEXIST') return null;
    throw error;
  });
  if (file === null) return;
  if (isRoot()) await file.chown(account.uid, account.gid);
  await file.close();
}

export interface PidFile {
  readonly pid: number;
  readonly socketDirectory: string;
  readonly status: string;
}

/** What the server says about itself. It may be stale: only the lock tells whether a server is there. */
export async function readPidFile(home: Home): Promise<PidFile | null> {
  const text = await readFile(join(home.db, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , , socketDirectory, , , status] = text.split('\n');
  if (pid === undefined || socketDirectory === undefined) return null;
  return { pid: Number(pid), socketDirectory, status: status?.trim() ?? '' };
}

/**
 * The number that PostgreSQL gave the cluster when it was made: the first eight bytes of its control file. Null while
 * there is no cluster.
 */
export async function readIdentity(home: Home): Promise<string | null> {
  const control = await readFile(join(home.db, 'global', 'pg_control')).catch(() => null);
  return control === null || control.length < 8 ? null : control.readBigUInt64LE(0).toString();
}

// The data directory: the place of everything of the embedded server, and its owner. The encryption key and other files
// may be in it too, so nothing here touches a file that this folder did not make.
import { constants } from 'node:fs';
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Account, accountOf, isRoot, postgresMajor } from './account.ts';
import { makeDataDirectory } from './data-directory.ts';
import { socketDirectoryIn } from './socket-directory.ts';
import { finishSwap } from './swap.ts';
import { codeOf, onPath } from './unavailable.ts';

export interface Home {
  /** With links resolved, so that one directory has one path. */
  readonly path: string;
  readonly db: string;
  readonly lock: string;
  readonly log: string;
  readonly libraries: string;
  readonly socketDirectory: string;
  /** The server runs as the owner of the cluster, whichever user starts it: PostgreSQL accepts no other. */
  readonly account: Account;
  /** The server's `cluster_name`, which every one of its processes shows in its title. See processes.ts. */
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

/** When root makes the file, it goes to the server's account, so that this user alone can serve the directory later. */
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

/** The server's own file about itself. It may be out of date: only the lock shows whether a server runs. */
export async function readPidFile(home: Home): Promise<PidFile | null> {
  const text = await readFile(join(home.db, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , , socketDirectory, , , status] = text.split('\n');
  if (pid === undefined || socketDirectory === undefined) return null;
  return { pid: Number(pid), socketDirectory, status: status?.trim() ?? '' };
}

/**
 * The number that PostgreSQL gave the cluster: the first eight bytes of its control file. Null when there is no
 * cluster.
 */
export async function readIdentity(home: Home): Promise<string | null> {
  const control = await readFile(join(home.db, 'global', 'pg_control')).catch(() => null);
  return control === null || control.length < 8 ? null : control.readBigUInt64LE(0).toString();
}

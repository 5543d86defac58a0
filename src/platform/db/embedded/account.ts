// The account that the server runs as: the owner of the cluster, because PostgreSQL accepts no other, and never root.
import { readdir, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { codeOf, unavailable } from './unavailable.ts';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** `nobody`, an account that other programs use too. Nearly every system has a name for it, which initdb needs. */
const nobody: Account = { uid: 65534, gid: 65534 };

/**
 * The account for the cluster when root runs the service: a number that no other program uses. Debian reserves it,
 * systemd never assigns it, and a container of 65,536 users has it.
 */
export const ownAccount: Account = { uid: 65529, gid: 65529 };

/** The major version of the embedded package. It cannot open a cluster of another major version. */
export const postgresMajor = 18;

export const isRoot = (): boolean => process.geteuid?.() === 0;

/** The account for the existing or new cluster in `path`. Throws EmbeddedUnavailable when this user cannot serve it. */
export async function accountOf(path: string, major: number = postgresMajor): Promise<Account> {
  const db = join(path, 'db');
  const made = await stat(db).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (made === null) return accountForNewCluster(await stat(path));
  const uid = process.geteuid?.();
  if (made.uid === 0) {
    throw unavailable(
      `${db} belongs to root, and PostgreSQL refuses to run as root.`,
      `Give it away (chown -R ${ownAccount.uid}:${ownAccount.gid} ${db})`,
    );
  }
  if (!isRoot() && made.uid !== uid) {
    throw unavailable(
      `${db} belongs to the user id ${made.uid}, and this is ${uid}.`,
      'Start Tenor as that user or as root',
    );
  }
  await requireVersion(db, major);
  return { uid: made.uid, gid: made.gid };
}

/**
 * For root it is our own account, unless the directory was given to another user. Other users serve as themselves:
 * initdb looks its user up by name, which a container started with a bare number does not have. An existing cluster
 * needs no name.
 */
function accountForNewCluster({ uid, gid }: Account): Account {
  if (isRoot()) return uid === 0 ? ownAccount : { uid, gid };
  try {
    const { uid, gid } = userInfo();
    return { uid, gid };
  } catch (error) {
    throw unavailable(
      `The user id ${process.geteuid?.()} has no name on this machine, and PostgreSQL makes no database without one.`,
      'Run Tenor as a user with a name',
      error,
    );
  }
}

/** The account that runs initdb for root: initdb needs an account with a name. */
export const initdbAccountFor = (account: Account): Account => (account.uid === ownAccount.uid ? nobody : account);

/** The major version of the cluster in `db`; null when there is none. */
export async function majorOf(db: string): Promise<number | null> {
  const text = await readFile(join(db, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  return text.trim() === '' ? null : Number(text);
}

async function requireVersion(db: string, wanted: number): Promise<void> {
  const major = await majorOf(db);
  if (major === wanted) return;
  if (major !== null) {
    throw unavailable(
      `${db} was made by PostgreSQL ${major}, and this Tenor brings PostgreSQL ${postgresMajor}.`,
      major < postgresMajor ? 'Bring it over with "tenor database upgrade"' : 'Start the Tenor that was used last',
    );
  }
  // An empty directory is replaced. Any other content may be somebody's data and is never deleted.
  if ((await readdir(db)).length > 0) {
    throw unavailable(`${db} holds files but no PostgreSQL database.`, 'Move them away, choose another DATA_DIR');
  }
}

// Whom the server runs as: the owner of the cluster, because PostgreSQL accepts nobody else, and never root.
import { readdir, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { codeOf, unavailable } from './unavailable.ts';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** `nobody`, which other programs of a machine run as too. It has a name nearly everywhere, which initdb asks for. */
const nobody: Account = { uid: 65534, gid: 65534 };

/**
 * For the cluster of a root's service: a number that nobody else runs as. Debian reserves it and systemd gives it to
 * nothing; a container of 65,536 users has it.
 */
export const ownAccount: Account = { uid: 65529, gid: 65529 };

/** What the embedded package brings; a cluster of another major version cannot be opened. */
export const postgresMajor = 18;

export const isRoot = (): boolean => process.geteuid?.() === 0;

/** The account for the cluster in `path`, made or to be made. Throws EmbeddedUnavailable when this user cannot serve it. */
export async function accountOf(path: string, major: number = postgresMajor): Promise<Account> {
  const db = join(path, 'db');
  const made = await stat(db).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  const place = await stat(path);
  if (made === null) return accountForNewCluster(place);
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
  return isOfFirstRelease(made, place) ? ownAccount : { uid: made.uid, gid: made.gid };
}

/** The first release let root's server run as `nobody`: open.sh gives the cluster to an account of our own. */
const isOfFirstRelease = (made: Account, place: Account): boolean =>
  isRoot() && made.uid === nobody.uid && place.uid !== nobody.uid;

/**
 * Root's is our own account, unless the directory was given to somebody. Others serve as themselves: initdb looks its
 * user up by name, and a container started with a bare number has none. An existing cluster needs none.
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

/** Who runs initdb for root: an account without a name cannot. */
export const makerFor = (account: Account): Account => (account.uid === ownAccount.uid ? nobody : account);

/** Of the cluster in `db`; null where there is none. */
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
  // An empty directory is replaced; whatever else is there may be somebody's data, so it is never deleted.
  if ((await readdir(db)).length > 0) {
    throw unavailable(`${db} holds files but no PostgreSQL database.`, 'Move them away, choose another DATA_DIR');
  }
}

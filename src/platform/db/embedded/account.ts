// Whom the server runs as: the owner of the cluster, because PostgreSQL accepts nobody else, and never root.
import { readdir, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { codeOf, unavailable } from './unavailable.ts';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** For a cluster that root makes. It is `nobody` nearly everywhere. */
const unprivileged: Account = { uid: 65534, gid: 65534 };

/** What the embedded package brings; a cluster of another major version cannot be opened. */
export const postgresMajor = 18;

export const isRoot = (): boolean => process.geteuid?.() === 0;

/** The account for the cluster in `db`, made or to be made. Throws EmbeddedUnavailable when this user cannot serve it. */
export async function accountOf(db: string, major: number = postgresMajor): Promise<Account> {
  const made = await stat(db).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (made === null) return accountForNewCluster();
  const uid = process.geteuid?.();
  if (made.uid === 0) {
    throw unavailable(
      `${db} belongs to root, and PostgreSQL refuses to run as root.`,
      `Give it away (chown -R 65534:65534 ${db})`,
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

/** initdb looks its user up by name; a container started with a bare number has none. An existing cluster needs none. */
function accountForNewCluster(): Account {
  if (isRoot()) return unprivileged;
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

/**
 * The command that lets root start a program as the account. Root's files and directories may be closed to everybody
 * (/root is), and both the programs and the data may lie there: the one capability kept, `dac_override`, passes them.
 * Without `no_setuid_fixup`, access(2) would drop it again, and PostgreSQL would call its own programs invalid.
 */
export function commandAs(account: Account, setpriv: string): string[] {
  return [
    setpriv,
    ...['--reuid', `${account.uid}`, '--regid', `${account.gid}`, '--clear-groups'],
    ...['--securebits', '+no_setuid_fixup', '--bounding-set=-all,+dac_override'],
    ...['--inh-caps=-all,+dac_override', '--ambient-caps=+dac_override'],
  ];
}

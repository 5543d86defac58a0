// Checks that other users cannot read the data directory: it contains the database, its socket and its password.
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ownAccount } from '#platform/db/embedded/account.ts';
import { type Check, type Finding, fine, orFine, warning, wrong } from '#platform/doctor/check.ts';
import type { InspectedMachine } from './machine.ts';

const othersMay = 0o077;
const othersMayWrite = 0o022;

/** The files of the encryption keys have a check of their own. */
const ours = ['db', 'db/tenor_owner.password', 'socket', 'lock', 'server.log'];

export const dataDirectory: Check<InspectedMachine> = {
  name: 'data directory',
  async look({ settings: { config } }) {
    const path = config.dataDirectory;
    if (config.databaseUrl !== null) return [fine('There is none: the database is that of DATABASE_URL.')];
    const found = await ifThere(path);
    if (found === undefined) return [fine(`There is no ${path} yet.`)];
    return orFine([...openness(path, found), ...(await openIn(path))], `${path} is closed to others.`);
  },
};

const ifThere = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);

/** Root's server needs to pass through the directory, by a group that only it belongs to. */
const closedFor = ({ gid }: Stats): number => (gid === ownAccount.gid ? 0o710 : 0o700);

function openness(path: string, found: Stats): Finding[] {
  const closed = closedFor(found);
  const remedy = `"chmod ${closed.toString(8)} ${path}".`;
  if ((found.mode & othersMayWrite) !== 0) {
    return [wrong(`Others than its owner may write to ${path}: the next start is refused.`, remedy)];
  }
  if ((found.mode & othersMay & ~closed) === 0) return [];
  return [warning(`Others than its owner may look into ${path}.`, remedy)];
}

async function openIn(path: string): Promise<Finding[]> {
  const open: string[] = [];
  for (const name of ours) {
    const found = await ifThere(join(path, name));
    if (found !== undefined && (found.mode & othersMay) !== 0) open.push(join(path, name));
  }
  if (open.length === 0) return [];
  const files = open.join(' ');
  return [wrong(`Others than their owner may use what only the database should: ${files}.`, `"chmod go= ${files}".`)];
}

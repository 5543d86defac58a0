// The login that owns the database. Its password was drawn when the cluster was made (seal.sh) and is in a file of the
// cluster, so that only those who can read the data itself can use it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, onPath, unavailable } from './unavailable.ts';

export interface OwnerLogin {
  readonly user: 'tenor_owner';
  readonly password: string;
}

/** `db`: the directory of the cluster. */
export async function ownerLogin(db: string): Promise<OwnerLogin> {
  const file = join(db, 'tenor_owner.password');
  const password = await onPath(file, () => readFile(file, 'utf8')).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw missing(file);
    throw error;
  });
  return { user: 'tenor_owner', password: password.trim() };
}

const missing = (file: string) =>
  unavailable(
    `The password of the database, ${file}, is missing.`,
    'Stop what uses the database and start again: then a new one is drawn',
  );

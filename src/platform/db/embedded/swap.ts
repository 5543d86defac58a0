// Puts a new cluster in the place of an old one. Between the two names there is a moment without a cluster, in which a
// start would make an empty one: so a mark on the disk says first that the new one is whole, and whoever finds the mark
// and no cluster takes the last step.
import { existsSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, unavailable } from './unavailable.ts';

/** Everything of an upgrade that is not done; it may be removed at any time but between the two names. */
export const workshop = (path: string): string => join(path, 'upgrade');
/** The data directory of the new cluster, as long as it is being made. */
export const newHome = (path: string): string => join(workshop(path), 'new');
const newCluster = (path: string): string => join(newHome(path), 'db');
const mark = (path: string): string => join(workshop(path), 'is-whole');

/** The old one goes to `aside`. Nobody may be serving either. */
export async function swapClusters(path: string, aside: string): Promise<void> {
  await writeFile(mark(path), '', { flush: true });
  await syncDirectory(newHome(path));
  await syncDirectory(workshop(path));
  await rename(join(path, 'db'), aside);
  await syncDirectory(path);
  await finishSwap(path);
}

/** True when there was a last step to take. */
export async function finishSwap(path: string): Promise<boolean> {
  const db = join(path, 'db');
  // With a cluster in its place the mark means nothing: the old one may have been written to since.
  if (existsSync(db) || !existsSync(mark(path))) return false;
  await rename(newCluster(path), db).catch((error: unknown) => {
    // Somebody else took the step.
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTEMPTY') throw error;
  });
  if (!existsSync(db)) {
    throw unavailable(`${path} lacks its database: an upgrade was interrupted, and its parts were moved since.`);
  }
  await syncDirectory(path);
  await clearWorkshop(path);
  return true;
}

export const clearWorkshop = (path: string): Promise<void> => rm(workshop(path), { recursive: true, force: true });

/** What an upgrade before this one left; the socket of the old server lies beside it. */
export async function clearBench(path: string): Promise<void> {
  await rm(mark(path), { force: true });
  await rm(newHome(path), { recursive: true, force: true });
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

// Replaces an old cluster by a new one. Between the two renames there is a moment without a cluster, in which a start
// would make an empty one. So a file, the mark, first says that the new cluster is complete, and a process that finds
// the mark and no cluster does the last rename.
import { existsSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, unavailable } from './unavailable.ts';

/** The place of an unfinished upgrade. It may be removed at any time except between the two renames. */
export const workshop = (path: string): string => join(path, 'upgrade');
/** The data directory of the new cluster while it is being made. */
export const newHome = (path: string): string => join(workshop(path), 'new');
const newCluster = (path: string): string => join(newHome(path), 'db');
const mark = (path: string): string => join(workshop(path), 'is-whole');

/** Moves the old cluster to `aside`. Neither of the two may have a running server. */
export async function swapClusters(path: string, aside: string): Promise<void> {
  await writeFile(mark(path), '', { flush: true });
  await syncDirectory(newHome(path));
  await syncDirectory(workshop(path));
  await rename(join(path, 'db'), aside);
  await syncDirectory(path);
  await finishSwap(path);
}

/** True when the last rename was still to be done. */
export async function finishSwap(path: string): Promise<boolean> {
  const db = join(path, 'db');
  // When the cluster exists the mark means nothing: the old cluster may have been written to since.
  if (existsSync(db) || !existsSync(mark(path))) return false;
  await rename(newCluster(path), db).catch((error: unknown) => {
    // Another process did the rename.
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

/** Removes an earlier upgrade's mark and new cluster. The rest stays: the socket of the old server is beside them. */
export async function clearNewCluster(path: string): Promise<void> {
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

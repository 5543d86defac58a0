// Moves a data directory from an older PostgreSQL to the one of this Tenor: the old server hands its data to a new one
// beside it, and then the new cluster takes the old one's place. After a kill at any instant one of the two is complete
// and in its place, and a repeat continues.
import { existsSync } from 'node:fs';
import { lchown, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from '../connection.ts';
import { type Account, isRoot, majorOf, postgresMajor } from './account.ts';
import { findBinaries } from './binaries.ts';
import { makeDataDirectory } from './data-directory.ts';
import { type Home, openHome } from './home.ts';
import { joinEmbedded } from './index.ts';
import { findOldBinaries, type OldServer, startOldServer } from './old-server.ts';
import { port, socketDirectoryIn } from './socket-directory.ts';
import { clearNewCluster, clearWorkshop, finishSwap, newHome, swapClusters, workshop } from './swap.ts';
import { onPath, unavailable } from './unavailable.ts';

interface UpgradeOptions {
  readonly dataDirectory: string;
  readonly oldBinaries: string | undefined;
  /** The day in the name of the old cluster's directory, such as 2026-11-22. */
  readonly today: string;
  say(sentence: string): void;
  /** Copies everything from one server to the other and checks it; `workshop` is a directory for temporary files. */
  move(from: Server, to: Server, workshop: string): Promise<void>;
}

interface Upgraded {
  readonly from: number;
  readonly to: number;
  /** The directory to which the old cluster was moved. */
  readonly aside: string;
}

/**
 * `none`: the cluster has the present major version already. `finished`: only the last step of an interrupted upgrade
 * was missing.
 */
export async function upgradeEmbedded(options: UpgradeOptions): Promise<Upgraded | 'none' | 'finished'> {
  await findBinaries();
  const path = await onPath(options.dataDirectory, () => realpath(options.dataDirectory));
  if (await finishSwap(path)) return 'finished';
  const major = await majorOf(join(path, 'db'));
  if (major === postgresMajor) {
    // One that was killed after its last rename has left its workshop.
    await clearWorkshop(path);
    return 'none';
  }
  if (major === null) throw unavailable(`There is no database in ${path}.`, 'Set DATA_DIR to where it is');
  // openHome refuses a version that is newer than ours.
  const home = await openHome(path, Math.min(major, postgresMajor));
  const native = findOldBinaries(options.oldBinaries, major);
  const old = await takeOver(home, native, major);
  try {
    await endLeftOver(path);
    await clearNewCluster(path);
    options.say(`Reading the data out of PostgreSQL ${major}, into PostgreSQL ${postgresMajor} beside it.`);
    const embedded = await joinEmbedded({ dataDirectory: newHome(path) });
    try {
      await options.move(old.server, embedded.server, workshop(path));
    } finally {
      await embedded.leave();
    }
    await giveTo(home.account, join(newHome(path), 'db'));
    await old.stop();
    const aside = freeName(join(path, `db.postgresql-${major}.${options.today}`));
    await swapClusters(path, aside);
    return { from: major, to: postgresMajor, aside };
  } finally {
    await old.release();
    if (existsSync(join(path, 'db'))) await clearWorkshop(path);
  }
}

/** How long the remains of a killed upgrade may take to end. */
const leftOverMsMax = 20_000;
const roundMs = 100;

async function takeOver(home: Home, native: string, major: number): Promise<OldServer> {
  // Its socket is where no service looks for one, so that none joins this server.
  const hidden = { ...home, socketDirectory: socketDirectoryIn(workshop(home.path)) };
  await makeDataDirectory(workshop(home.path));
  for (let waitedMs = 0; waitedMs < leftOverMsMax; waitedMs += roundMs) {
    const old = await startOldServer(hidden, native, major);
    if (old !== 'busy') return old;
    // Only the server of an upgrade listens there: one that was killed a moment ago.
    if (!existsSync(join(hidden.socketDirectory, `.s.PGSQL.${port}`))) break;
    await pause(roundMs);
  }
  throw unavailable(`${home.path} is in use.`, 'Stop the service and what else uses it');
}

/** The new server of a killed upgrade outlives it. Joining and then leaving as the last process stops it. */
async function endLeftOver(path: string): Promise<void> {
  if (!existsSync(newHome(path))) return;
  const found = await joinEmbedded({ dataDirectory: newHome(path) }).catch(() => undefined);
  await found?.leave();
}

/** A cluster made by root gets the old one's owner, because that user must be able to serve it. */
async function giveTo({ uid, gid }: Account, db: string): Promise<void> {
  if (!isRoot() || (await stat(db)).uid === uid) return;
  for (const name of ['.', ...(await readdir(db, { recursive: true }))]) await lchown(join(db, name), uid, gid);
}

function freeName(wanted: string): string {
  if (!existsSync(wanted)) return wanted;
  for (let i = 2; ; i++) if (!existsSync(`${wanted}.${i}`)) return `${wanted}.${i}`;
}

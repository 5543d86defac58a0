// Brings a data directory of an older PostgreSQL over to the one that this Tenor brings: the old server gives its data
// to a new one beside it, and the new cluster takes the old one's place. Killed at any instant, one of the two is whole
// and in its place, and a repeat goes on.
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
import { clearBench, clearWorkshop, finishSwap, newHome, swapClusters, workshop } from './swap.ts';
import { onPath, unavailable } from './unavailable.ts';

interface UpgradeOptions {
  readonly dataDirectory: string;
  readonly oldBinaries: string | undefined;
  /** The day that the old cluster is named after, such as 2026-11-22. */
  readonly today: string;
  say(sentence: string): void;
  /** Everything from one server into the other, checked; `workshop` is a directory for files on the way. */
  move(from: Server, to: Server, workshop: string): Promise<void>;
}

interface Upgraded {
  readonly from: number;
  readonly to: number;
  /** Where the old cluster lies now. */
  readonly aside: string;
}

/** `none`: it is of the present major already. `finished`: an interrupted upgrade only lacked its last step. */
export async function upgradeEmbedded(options: UpgradeOptions): Promise<Upgraded | 'none' | 'finished'> {
  await findBinaries();
  const path = await onPath(options.dataDirectory, () => realpath(options.dataDirectory));
  if (await finishSwap(path)) return 'finished';
  const major = await majorOf(join(path, 'db'));
  if (major === postgresMajor) return 'none';
  if (major === null) throw unavailable(`There is no database in ${path}.`, 'Set DATA_DIR to where it is');
  // Refuses by itself what is newer than we are.
  const home = await openHome(path, Math.min(major, postgresMajor));
  const native = findOldBinaries(options.oldBinaries, major);
  const old = await takeOver(home, native, major);
  try {
    await endLeftOver(path);
    await clearBench(path);
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

/** How long what a killed upgrade left behind may take to end. */
const leftOverMsMax = 20_000;
const roundMs = 100;

async function takeOver(home: Home, native: string, major: number): Promise<OldServer> {
  // In its place nobody looks for a server, so that no service adopts this one.
  const hidden = { ...home, socketDirectory: socketDirectoryIn(workshop(home.path)) };
  await makeDataDirectory(workshop(home.path));
  for (let waitedMs = 0; waitedMs < leftOverMsMax; waitedMs += roundMs) {
    const old = await startOldServer(hidden, native, major);
    if (old !== 'busy') return old;
    // Only a server of an upgrade listens there: one that was killed a moment ago.
    if (!existsSync(join(hidden.socketDirectory, `.s.PGSQL.${port}`))) break;
    await pause(roundMs);
  }
  throw unavailable(`${home.path} is in use.`, 'Stop the service and what else uses it');
}

/** The new server of an upgrade that was killed outlives it: whoever joins and leaves last stops it. */
async function endLeftOver(path: string): Promise<void> {
  if (!existsSync(newHome(path))) return;
  const found = await joinEmbedded({ dataDirectory: newHome(path) }).catch(() => undefined);
  await found?.leave();
}

/** Made by root it belongs to nobody in particular; the old one's owner must be able to serve the new one. */
async function giveTo({ uid, gid }: Account, db: string): Promise<void> {
  if (!isRoot() || (await stat(db)).uid === uid) return;
  for (const name of ['.', ...(await readdir(db, { recursive: true }))]) await lchown(join(db, name), uid, gid);
}

function freeName(wanted: string): string {
  if (!existsSync(wanted)) return wanted;
  for (let i = 2; ; i++) if (!existsSync(`${wanted}.${i}`)) return `${wanted}.${i}`;
}

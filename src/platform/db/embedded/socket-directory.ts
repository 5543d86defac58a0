// The directory of the server's socket. It is the wall around a server that trusts whoever reaches it, so it is closed to
// all but its owner, and nothing is believed that comes from a directory of another.
import { createHash } from 'node:crypto';
import { lchown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Account } from './account.ts';
import { codeOf, onPath, unavailable } from './unavailable.ts';

export const port = 5432;

/** The kernel's limit for a socket's path: 108 bytes with the closing zero. */
const socketPathBytesMax = 107;

/** In the data directory where the path fits, else a name in the temporary directory that follows from the real path. */
export function ownSocketDirectory(home: string): string {
  const within = join(home, 'socket');
  if (Buffer.byteLength(socketPath(within)) <= socketPathBytesMax) return within;
  return join(tmpdir(), `tenor-${createHash('sha256').update(home).digest('hex').slice(0, 24)}`);
}

const socketPath = (directory: string): string => join(directory, `.s.PGSQL.${port}`);

/**
 * Where the running server may listen: in our own directory, or, because another process may have another TMPDIR, where
 * its pid file says, if that carries the name of our real path (a copied data directory has a pid file that names the
 * original's socket).
 */
export function possibleSocketDirectories(own: string, recorded: string | undefined): readonly string[] {
  const isOurs = recorded !== undefined && recorded !== own && basename(recorded) === basename(own);
  return isOurs && basename(own) !== 'socket' ? [own, recorded] : [own];
}

/** Whether somebody we trust keeps a socket there. The temporary directory is shared: anyone could have made it. */
export async function isTrusted(directory: string, account: Account): Promise<boolean> {
  const found = await lstat(directory).catch(() => null);
  return found?.isDirectory() === true && found.uid === account.uid && (found.mode & 0o077) === 0;
}

export async function makeSocketDirectory(directory: string, account: Account): Promise<void> {
  await onPath(directory, async () => {
    await mkdir(directory, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    const found = await lstat(directory);
    // Root may have been killed between making it and giving it away.
    if (found.isDirectory() && found.uid === process.geteuid?.()) await lchown(directory, account.uid, account.gid);
  });
  if (await isTrusted(directory, account)) return;
  throw unavailable(
    `${directory} must be a directory that only the user id ${account.uid} can open (mode 0700), and it is not.`,
    'Remove it, choose a shorter DATA_DIR',
  );
}

// Where the server's socket is. It lies in the data directory, however long that path is: the server and whoever
// connects reach its directory as one that they have opened, so that nothing of ours lies in a common directory.
import { fstatSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const port = 5432;

export const socketDirectoryIn = (dataDirectory: string): string => join(dataDirectory, 'socket');

/** The directory that open.sh has opened, as the server sees it; its pid file says the same. */
export const servedThrough = '/proc/self/fd/9';

/** The kernel's limit for a socket's path: 108 bytes with the closing zero. */
const socketPathBytesMax = 107;

const opened = new Map<string, number>();

/** A path to the directory that is short enough for a socket in it; null while there is no such directory. */
export function shortPathTo(directory: string): string | null {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (Buffer.byteLength(join(directory, `.s.PGSQL.${port}`)) <= socketPathBytesMax) return directory;
  let file = opened.get(directory);
  if (file === undefined || fstatSync(file).ino !== found.ino) {
    file = openSync(directory, 'r');
    // It stays open for as long as this process: connections are made through it at any time.
    opened.set(directory, file);
  }
  return `/proc/${process.pid}/fd/${file}`;
}

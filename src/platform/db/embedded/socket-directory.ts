// The place of the server's socket. It is in the data directory, however long that path is: the server and its clients
// reach the directory through an open file descriptor. So no file of ours is in a directory shared with others.
import { fstatSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const port = 5432;

export const socketDirectoryIn = (dataDirectory: string): string => join(dataDirectory, 'socket');

/** The directory that open.sh has opened, as the server sees it; the pid file has the same path. */
export const servedThrough = '/proc/self/fd/9';

/** The kernel's limit for a socket's path: 108 bytes with the closing zero. */
const socketPathBytesMax = 107;

const opened = new Map<string, number>();

/** A path to the directory that is short enough for a socket in it; null when there is no such directory. */
export function shortPathTo(directory: string): string | null {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (Buffer.byteLength(join(directory, `.s.PGSQL.${port}`)) <= socketPathBytesMax) return directory;
  let file = opened.get(directory);
  if (file === undefined || fstatSync(file).ino !== found.ino) {
    file = openSync(directory, 'r');
    // The file stays open as long as this process runs, because connections may be made at any time.
    opened.set(directory, file);
  }
  return `/proc/${process.pid}/fd/${file}`;
}

// A file that is there whole or not at all: written under another name, brought to the disk, and only then named.
import { link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { opaqueToken } from '../ids.ts';

export class FileTaken extends Error {}

interface WriteOptions {
  /** Whether a file of that name may be replaced. */
  readonly replaces: boolean;
}

/** Readable by its owner alone. Errors: FileTaken, and those of the file system. `write` ends the stream it is given. */
export async function writeWhole<T>(
  path: string,
  { replaces }: WriteOptions,
  write: (sink: Writable) => Promise<T>,
): Promise<T> {
  const draft = join(dirname(path), `.${basename(path)}.${opaqueToken()}.part`);
  const file = await open(draft, 'wx', 0o600);
  try {
    // Flushed: what has a name survives a loss of power.
    const written = await write(file.createWriteStream({ flush: true, highWaterMark: 1024 * 1024 }));
    await putInPlace(draft, path, replaces);
    return written;
  } finally {
    await file.close().catch(() => {});
    await rm(draft, { force: true });
  }
}

async function putInPlace(draft: string, path: string, replaces: boolean): Promise<void> {
  if (replaces) await rename(draft, path);
  else {
    await link(draft, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw new FileTaken();
      // A file system without links: then the last look at the name is a moment old.
      if (error.code !== 'EPERM' && error.code !== 'ENOTSUP' && error.code !== 'EOPNOTSUPP') throw error;
      await rename(draft, path);
    });
  }
  await syncDirectory(dirname(path));
}

/** Brings names to the disk; some file systems know no such thing. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync().catch(() => {});
  await directory.close();
}

// Writes a file that exists either whole or not at all: it is written under another name, flushed to disk, and then
// renamed.
import { link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { opaqueToken } from '../ids.ts';

export class FileTaken extends Error {}

interface WriteOptions {
  /** True: an existing file of that name may be replaced. */
  readonly replaces: boolean;
}

/**
 * The file can be read only by its owner. `write` must end the stream that it gets. Errors: FileTaken, and those of the
 * file system.
 */
export async function writeWhole<T>(
  path: string,
  { replaces }: WriteOptions,
  write: (sink: Writable) => Promise<T>,
): Promise<T> {
  const draft = join(dirname(path), `.${basename(path)}.${opaqueToken()}.part`);
  const file = await open(draft, 'wx', 0o600);
  try {
    // Flushed, so that a file with its final name survives a loss of power.
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
      // The file system has no links, so another process could take the name after the last check.
      if (error.code !== 'EPERM' && error.code !== 'ENOTSUP' && error.code !== 'EOPNOTSUPP') throw error;
      await rename(draft, path);
    });
  }
  await syncDirectory(dirname(path));
}

/** Flushes the names to disk; some file systems do not support that. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync().catch(() => {});
  await directory.close();
}

// A folder of this machine, or one that all machines share: a file for each content.
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Mode } from '#platform/db/realm.ts';
import { errors, Refusal } from '#platform/errors.ts';
import {
  type BlobAddress,
  type BlobPlace,
  isBlobId,
  type LyingBlob,
  type OutsideStore,
  sealedChunkLength,
} from './blob-store.ts';

const fileMode = 0o600;
const folderMode = 0o700;

/** All parts of the path are ids of ours. The first signs of the id keep the folders small. */
const pathOf = (folder: string, { realm, id }: Pick<BlobAddress, 'realm' | 'id'>): string =>
  join(folder, realm.mode, realm.companyId, startOf(id), id);

const startOf = (id: string): string => id.slice(0, 2);

export const storeInDirectory = (folder: string): OutsideStore => ({
  name: 'directory',
  async write(blob, chunks) {
    const path = pathOf(folder, blob);
    const file = await newFile(path).catch(notWritten);
    try {
      for await (const bytes of chunks) await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await flushNames(dirname(path));
  },
  read: (blob, { first, last }) =>
    createReadStream(pathOf(folder, blob), {
      start: first * sealedChunkLength,
      end: (last + 1) * sealedChunkLength - 1,
      highWaterMark: sealedChunkLength,
    }),
  remove: (blob) => rm(pathOf(folder, blob), { force: true }),
  list: (mode, after) => listFiles(folder, mode, after),
  lengthOf: (blob) => lengthOfFile(pathOf(folder, blob)),
});

async function newFile(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: folderMode });
  return open(path, 'wx', fileMode);
}

/** What the file system says is for the log. */
function notWritten(error: NodeJS.ErrnoException): never {
  throw new Refusal(errors.Unavailable, 'The store of contents cannot be written to.', { cause: error });
}

const listedAtOnce = 1_000;

async function listFiles(folder: string, mode: Mode, after: BlobPlace): Promise<LyingBlob[]> {
  const found: LyingBlob[] = [];
  for (const companyId of await namesIn(join(folder, mode), after.companyId)) {
    const behind = companyId === after.companyId ? after.id : '';
    for (const start of await namesIn(join(folder, mode, companyId), startOf(behind))) {
      for (const id of await namesIn(join(folder, mode, companyId, start), behind)) {
        if (id === behind || !isBlobId(id)) continue;
        const bytes = await lengthOfFile(join(folder, mode, companyId, start, id));
        if (bytes !== null) found.push({ companyId, id, bytes });
      }
      if (found.length >= listedAtOnce) return found;
    }
  }
  return found;
}

/** In their order, from this one on. */
const namesIn = async (path: string, from: string): Promise<string[]> =>
  ((await readdir(path).catch(nothingThere)) ?? []).filter((name) => name >= from).sort();

const lengthOfFile = async (path: string): Promise<number | null> =>
  (await stat(path).catch(nothingThere))?.size ?? null;

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

/** Some file systems cannot do this. */
async function flushNames(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  await opened.sync().catch(() => {});
  await opened.close();
}

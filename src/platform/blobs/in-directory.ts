// A folder of this machine, or one that all machines share: a file for each content.
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BlobAddress, type BlobStore, sealedChunkLength } from './blob-store.ts';

const fileMode = 0o600;
const folderMode = 0o700;

/** All parts of the path are ids of ours. The first signs of the id keep the folders small. */
const pathOf = (folder: string, { realm, id }: BlobAddress): string =>
  join(folder, realm.mode, realm.companyId, id.slice(0, 2), id);

export const storeInDirectory = (folder: string): BlobStore => ({
  name: 'directory',
  async write(blob, chunks) {
    const path = pathOf(folder, blob);
    await mkdir(dirname(path), { recursive: true, mode: folderMode });
    const file = await open(path, 'wx', fileMode);
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
});

/** Some file systems cannot do this. */
async function flushNames(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  await opened.sync().catch(() => {});
  await opened.close();
}

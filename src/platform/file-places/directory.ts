// A folder of this machine, which somebody else empties.
import { createReadStream, createWriteStream } from 'node:fs';
import { link, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type FilePlace, mustBeFew, mustBeShort, PlaceFailed } from './file-place.ts';

/** The caller alone may write to the file; a group that is to read it is a matter of the folder. */
const fileMode = 0o640;

/** It is not there, or not any more. */
function noneOf(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

export function directory(folder: string): FilePlace {
  const path = (name: string): string => join(folder, name);
  const failed = (error: NodeJS.ErrnoException): never => {
    throw new PlaceFailed(`The folder does not take it (${error.code ?? error.name}).`, { cause: error });
  };
  return {
    sizeOf: async (name) => (await stat(path(name)).catch(noneOf).catch(failed))?.size,
    // Flushed to the disk: a file that has its name survives a crash of the machine.
    write: (name, content) =>
      pipeline(content, createWriteStream(path(name), { flags: 'wx', mode: fileMode, flush: true })).catch(failed),
    async rename(from, to) {
      // A rename would take the place of what is there.
      await link(path(from), path(to)).catch(failed);
      await unlink(path(from)).catch(failed);
    },
    remove: (name) => unlink(path(name)),
    async list() {
      const names = await readdir(folder, { withFileTypes: true }).catch(failed);
      mustBeFew(names);
      const files = names.filter((one) => one.isFile()).map(({ name }) => name);
      const seen = files.map(async (name) => {
        const found = await stat(path(name)).catch(noneOf);
        return found === undefined ? [] : [{ name, bytes: found.size, changedAt: Math.floor(found.mtimeMs) }];
      });
      return (await Promise.all(seen).catch(failed)).flat();
    },
    async read(file) {
      mustBeShort(file);
      return buffer(createReadStream(path(file.name), { start: 0, end: file.bytes })).catch(failed);
    },
    close: async () => {},
  };
}

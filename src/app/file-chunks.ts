// A file that somebody has named on the command line.
import { createReadStream } from 'node:fs';

const mishaps: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read by this account',
};

/** Why it cannot be read, as a sentence. */
export function cannotRead(file: string, error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return `${file} cannot be read: ${mishaps[code] ?? code}.`;
}

/** Its bytes from its beginning, each time that it is called. */
export const chunksOfFile = (file: string): AsyncIterable<Uint8Array> => createReadStream(file);

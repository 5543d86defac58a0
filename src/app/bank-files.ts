// What the commands about files of banks share. A file is read twice: once to its end, since a file that is refused is
// refused whole, and once to show what is in it, so that none is too large.
import { FileRefused } from '@tenor/ach/text/file-refused.ts';
import type { Chunks } from '@tenor/ach/text/lines.ts';
import { CommandFailed } from './command.ts';
import { cannotRead, chunksOfFile } from './file-chunks.ts';
import { WrongUse } from './wrong-use.ts';

export function onlyFile(words: readonly string[], what: string): string {
  const [file] = words;
  if (file === undefined) throw new WrongUse(`One FILE is to be named: ${what}.`);
  return file;
}

/** Shows the items of a file that is good to its end. Errors: CommandFailed. */
export async function showFile<Item>(
  file: string,
  read: (chunks: Chunks) => AsyncIterable<Item>,
  show: (item: Item) => void,
): Promise<void> {
  try {
    for await (const _ of read(chunksOfFile(file)));
    for await (const item of read(chunksOfFile(file))) show(item);
  } catch (error) {
    throw failed(file, error);
  }
}

export function failed(file: string, error: unknown): unknown {
  if (error instanceof FileRefused) return new CommandFailed(`${file}: ${error.message}. Nothing of it counts.`);
  const isOfFile = error instanceof Error && 'syscall' in error && 'code' in error && error.code !== 'EPIPE';
  return isOfFile ? new CommandFailed(cannotRead(file, error)) : error;
}

/** The last four characters of an account number. */
export const masked = (account: string): string => `…${account.slice(-4)}`;

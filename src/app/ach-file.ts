// An ACH file of the command line: found, read in pieces and looked at.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type CheckedFile, checkFile } from '@tenor/ach/write/check-file.ts';
import { counted } from '#platform/doctor/check.ts';
import { CommandFailed } from './command.ts';
import { cannotRead } from './file-chunks.ts';
import { WrongUse } from './wrong-use.ts';

export function fileOf(words: readonly string[], what: string): string {
  const [file] = words;
  if (file === undefined) throw new WrongUse(`One FILE is to be named: ${what}; - is standard input.`);
  return file;
}

export const cannotBeRead = (file: string) => (error: Error) => {
  throw new CommandFailed(cannotRead(file, error));
};

/** What stands in it, and its SHA-256. */
export async function lookedAt(file: string): Promise<CheckedFile & { readonly sha256: string }> {
  const bytes: AsyncIterable<Buffer> = file === '-' ? process.stdin : createReadStream(file);
  const [check, hash] = [checkFile(), createHash('sha256')];
  try {
    for await (const piece of bytes) {
      hash.update(piece);
      check.take(piece.toString('latin1'));
    }
  } catch (error) {
    cannotBeRead(file)(error as Error);
  }
  return { ...check.end(), sha256: hash.digest('hex') };
}

/** Errors: CommandFailed. */
export function mustHaveNone({ findings }: CheckedFile, file: string): void {
  if (findings.count > 0) throw new CommandFailed(`${counted(findings.count, 'fault')} found in ${file}.`);
}

// A JSON file that somebody has named on the command line, read by the shape that it must have.
import { readFile } from 'node:fs/promises';
import { InputError, type Reader } from '@tenor/engine/calc/input.ts';
import { CommandFailed } from './command.ts';
import { cannotRead } from './file-chunks.ts';
import { printable } from './printable.ts';

/** Errors: CommandFailed. */
export async function readJsonFile<T>(file: string, reader: Reader<T>): Promise<T> {
  const content = await readFile(file, 'utf8').catch((error) => {
    throw new CommandFailed(cannotRead(file, error));
  });
  try {
    return reader.read(jsonOf(content), '');
  } catch (error) {
    if (error instanceof InputError) throw new CommandFailed(`${file}: ${error.message}`);
    if (error instanceof SyntaxError) throw new CommandFailed(`${file} is not JSON: ${printable(error.message)}.`);
    throw error;
  }
}

/** Some editors begin a file with a mark of its encoding. */
export const jsonOf = (content: string): unknown => JSON.parse(content.replace(/^\uFEFF/, ''));

// A JSON file that somebody has named on the command line, read by the shape that it must have.
import { readFile } from 'node:fs/promises';
import { InputError, type Reader } from '@tenor/engine/calc/input.ts';
import { CommandFailed } from './command.ts';
import { cannotRead } from './file-chunks.ts';

/** Errors: CommandFailed. */
export async function readJsonFile<T>(file: string, reader: Reader<T>): Promise<T> {
  const content = await readFile(file, 'utf8').catch((error) => {
    throw new CommandFailed(cannotRead(file, error));
  });
  try {
    return reader.read(JSON.parse(content), '');
  } catch (error) {
    if (error instanceof InputError) throw new CommandFailed(`${file}: ${error.message}`);
    if (error instanceof SyntaxError) throw new CommandFailed(`${file} is not JSON: ${error.message}.`);
    throw error;
  }
}

// Opens and decodes the lines of a chunk before a transaction begins.

import { setImmediate as breathe } from 'node:timers/promises';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { parseJson } from '#platform/input/json.ts';
import type { Running } from '#platform/work/operations/operation-kind.ts';
import { openChunk } from '../uploads/receive-lines.ts';
import type { ImportKind } from './import-kind.ts';
import '../uploads/tables.ts';

export interface Chunk {
  readonly number: number;
  readonly first_line: number;
  readonly lines: number;
  readonly sealed: Buffer;
}

/** A line, or the reason why it could not be decoded. */
export interface ReadLine<T> {
  readonly number: number;
  readonly body: T | undefined;
  readonly refusal: Refusal | undefined;
  readonly ignored: readonly string[];
}

/** The first chunk after that number which is not done. */
export const nextChunk = (reader: Reader, uploadId: string, after: number): Promise<Chunk | undefined> =>
  reader.row(
    reader.db
      .selectFrom('import_chunks')
      .select(['number', 'first_line', 'lines', 'sealed'])
      .where('upload_id', '=', uploadId)
      .where('number', '>', after)
      .where('sealed', 'is not', null)
      .orderBy('number')
      .limit(1) as never,
  );

/** Reading this many lines takes some milliseconds. */
const linesAtOnce = 32;

/** Empty lines are skipped, but counted. */
export async function readChunk<T>(
  { vault, realm }: Running,
  kind: ImportKind<T>,
  uploadId: string,
  { number, first_line, sealed }: Chunk,
): Promise<ReadLine<T>[]> {
  const lines: ReadLine<T>[] = [];
  const texts = openChunk(vault.companySealer(realm.companyId), uploadId, number, sealed);
  for (const [i, text] of texts.entries()) {
    // Lets requests run in between.
    if (i % linesAtOnce === linesAtOnce - 1) await breathe();
    if (!isEmpty(text)) lines.push(readLine(kind, first_line + i, text));
  }
  return lines;
}

function readLine<T>(kind: ImportKind<T>, number: number, text: Buffer): ReadLine<T> {
  try {
    const { value, ignored } = kind.decode(parseJson(text));
    return { number, body: value, refusal: undefined, ignored };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { number, body: undefined, refusal: error, ignored: [] };
  }
}

/** For most lines the first byte is enough. */
const isEmpty = (text: Buffer): boolean => text[0] !== 0x7b && text.toString('latin1').trim() === '';

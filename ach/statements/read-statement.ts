import { refuse } from '../text/file-refused.ts';
import type { Chunks } from '../text/lines.ts';
import { readBai2 } from './bai2.ts';
import { readCamt053 } from './camt053.ts';
import { type CsvMapping, readCsv } from './csv.ts';
import type { StatementItem } from './statement.ts';

/** A statement in any of its forms: CSV has a mapping, the others tell by how they begin. Throws FileRefused. */
export async function* readStatement(chunks: Chunks, mapping: CsvMapping | null): AsyncGenerator<StatementItem> {
  if (mapping !== null) {
    yield* readCsv(chunks, mapping);
    return;
  }
  const held = await firstOf(chunks);
  const begin = held.first.replace(/^\uFEFF/, '').trimStart();
  if (begin.startsWith('<')) yield* readCamt053(held.all());
  else if (begin.startsWith('01,')) yield* readBai2(held.all());
  else refuse(1, 1, 'this is neither BAI2, which begins with 01, nor camt.053, which is XML. CSV needs a mapping');
}

/** The beginning of a file, and all of it. */
async function firstOf(chunks: Chunks) {
  const rest = (async function* () {
    yield* chunks;
  })();
  const begun: Uint8Array[] = [];
  let first = '';
  while (first.trim() === '') {
    const { done, value } = await rest.next();
    if (done === true) break;
    begun.push(value);
    first += Buffer.from(value).toString('utf8');
    if (begun.length > 8) break;
  }
  return {
    first,
    async *all() {
      yield* begun;
      yield* rest;
    },
  };
}

// CSV that comes in parts of any length, and CSV that we write: what was written is read again.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { csvLine } from '../exporters/csv.ts';
import { type CsvLine, csvLines, NotCsv } from './read-csv.ts';

async function* inPieces(text: string, length: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function read(text: string, length = text.length || 1): Promise<CsvLine[]> {
  const lines: CsvLine[] = [];
  for await (const some of csvLines(inPieces(text, length))) lines.push(...some);
  return lines;
}

describe('CSV', () => {
  test('is read the same in pieces of any length', async () => {
    const text = '\uFEFFid,"a ""note""",\r\n"1,\r\n2",é,""\n\r\n3,,x';
    const lines = [
      ['id', 'a "note"', null],
      ['1,\r\n2', 'é', ''],
      ['3', null, 'x'],
    ];
    for (const length of [1, 2, 3, 7, 1_000]) assert.deepEqual(await read(text, length), lines, String(length));
    assert.deepEqual(await read(''), []);
  });

  test('that is none is refused by its line', async () => {
    await assert.rejects(read('a\r\n"b'), new NotCsv('Line 2 ends inside of quotes.'));
    await assert.rejects(read('"a"b'), new NotCsv('Line 1 goes on after a quoted field.'));
  });

  test('holds what was written, harmless where somebody wrote it freely', async () => {
    const hostile = ['=1+1', '+1', '-1', '@x', '\tx', '＝1', 'a,b', 'a"b', 'a\r\nb', ' a ', '', 'plain'];
    const [line] = await read(csvLine(hostile.map((text) => ({ text, isText: true }))));
    assert.deepEqual(line, [...hostile.slice(0, 6).map((text) => `'${text}`), ...hostile.slice(6)]);
    const [typed] = await read(csvLine(['-1.50', null].map((text) => ({ text, isText: false }))));
    assert.deepEqual(typed, ['-1.50', null]);
  });
});

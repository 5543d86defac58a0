// CSV that comes in parts of any length.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CsvLine, csvLines, NotCsv } from './csv.ts';

async function* inPieces(text: string, length: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function read(text: string, length = text.length || 1, keepsEmpty = false): Promise<CsvLine[]> {
  return (await Array.fromAsync(csvLines(inPieces(text, length), { keepsEmpty }))).flat();
}

describe('CSV', () => {
  test('is read the same in pieces of any length', async () => {
    const text = '\uFEFFid,"a ""note""",\r\n"1,\r\n2",é,""\n\r\n3,,x\r4,"",';
    const lines = [
      ['id', 'a "note"', null],
      ['1,\r\n2', 'é', ''],
      ['3', null, 'x'],
      ['4', '', null],
    ];
    for (const length of [1, 2, 3, 7, 1_000]) assert.deepEqual(await read(text, length), lines, String(length));
    assert.deepEqual(await read(''), []);
  });

  test('has lines that are nothing, or a field that is null', async () => {
    const text = 'id\r\n\r\n""\r\n\r\n';
    assert.deepEqual(await read(text), [['id'], ['']]);
    for (const length of [1, 3, 100]) assert.deepEqual(await read(text, length, true), [['id'], [null], [''], [null]]);
  });

  test('has fields with quotes in the middle, which are no quotes around it', async () => {
    assert.deepEqual(await read('5" pipe,a\r\n'), [['5" pipe', 'a']]);
  });

  test('that is none is refused by its line', async () => {
    for (const length of [1, 100]) {
      await assert.rejects(read('a\r\n"b', length), new NotCsv('Line 2 ends inside of quotes.'));
      await assert.rejects(read('"a"b', length), new NotCsv('Line 1 goes on after a quoted field.'));
    }
    const long = 'x'.repeat(1_000_001);
    await assert.rejects(read(`a\r\n${long}`), new NotCsv('Line 2 has more than 1000000 characters.'));
  });
});

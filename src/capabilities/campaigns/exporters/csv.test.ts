// CSV that is written for people holds what it was made of, and a spreadsheet runs nothing of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLines } from '#platform/csv.ts';
import { csvLine } from './csv.ts';

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

test('a file holds what was written, harmless where somebody wrote it freely', async () => {
  const read = async (text: string) => (await Array.fromAsync(csvLines(bytesOf(text)))).flat()[0];
  const hostile = ['=1+1', '+1', '-1', '@x', '\tx', '＝1', 'a,b', 'a"b', 'a\r\nb', ' a ', '', 'plain'];
  assert.deepEqual(await read(csvLine(hostile.map((text) => ({ text, isText: true })))), [
    ...hostile.slice(0, 6).map((text) => `'${text}`),
    ...hostile.slice(6),
  ]);
  const typed = ['-1.50', null];
  assert.deepEqual(await read(csvLine(typed.map((text) => ({ text, isText: false })))), typed);
});

// Answers as CSV, of what COPY sends: cut anywhere, and read back as it was.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AnswerText, rowsOfAnswer, rowsOfPage } from './answer-text.ts';
import type { AnswerColumn } from './words.ts';

const columns: readonly AnswerColumn[] = [
  { name: '=a', type: 'text' },
  { name: 'n', type: 'number' },
  { name: 'b', type: 'boolean' },
  { name: 'i', type: 'instant' },
  { name: 'o', type: 'other' },
];

type Cell = string | null;

const copied: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};
const cellOf = (cell: Cell): string =>
  cell === null ? '\\N' : cell.replaceAll(/[\\\b\f\n\r\t\v]/g, (one) => copied[one] as string);
const copyOf = (rows: readonly Cell[][]): Buffer =>
  Buffer.from(rows.map((row) => `${row.map(cellOf).join('\t')}\n`).join(''));

function textOf(bytes: Buffer, length: number): { readonly text: AnswerText; readonly made: Buffer } {
  const text = new AnswerText(columns);
  const made: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += length) {
    const lines = text.take(bytes.subarray(at, at + length));
    if (lines !== undefined) made.push(lines);
  }
  return { text, made: Buffer.concat([...made, text.rest()]) };
}

async function* partsOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const readBack = async (bytes: Buffer) => (await Array.fromAsync(rowsOfAnswer(columns, partsOf(bytes)))).flat();

const hostile: readonly Cell[] = [
  ...['=1+1', '+1', '-1', '@x', '\tx', '＝1', "'=1", "''", "'", 'a,b', 'a"b', 'a\r\nb', ' a ', '', null, '\\N', '\\'],
  ...['a\\tb', '\u00a0a', 'aé', 'éa', 'ü', '𝄞', 't', '\b\f\v', 'plain', '2026-03-01 08:00:00+00'],
];
const rows = hostile.map((text, i): Cell[] => [text, `-${i}.50`, null, null, text]);

describe('an answer as CSV', () => {
  test('is read back as it was, however it came', async () => {
    const whole = copyOf(rows);
    for (const length of [1, 2, 7, 64, 100_000]) {
      const { text, made } = textOf(whole, length);
      assert.equal(text.rows, rows.length);
      assert.deepEqual((await readBack(made.subarray(text.pageStarts[0]))).slice(0), rows, String(length));
    }
  });

  test('runs nothing in a spreadsheet, and shows truths and instants as the interface does', () => {
    const row = ['-5', '-5', 't', '2026-03-01 08:00:00.5+00', '{"a": 1}'];
    const far = [null, null, 'f', '0044-03-15 12:00:00+00 BC', "{'}"];
    assert.equal(
      String(textOf(copyOf([row, far, ['', '0', null, 'infinity', 'x']]), 100).made),
      `'=a,n,b,i,o\r\n'-5,-5,true,2026-03-01T08:00:00.5Z,"{""a"": 1}"\r\n` +
        `,,false,0044-03-15 12:00:00+00 BC,{'}\r\n"",0,,infinity,x\r\n`,
    );
  });

  test('says where each page begins', async () => {
    const many = Array.from({ length: rowsOfPage * 2 + 1 }, (_, i): Cell[] => [`r${i}`, '1', 't', null, '=']);
    const { text, made } = textOf(copyOf(many), 1_000);
    assert.equal(text.pageStarts.length, 3);
    const [, second, third] = text.pageStarts as [number, number, number];
    assert.deepEqual((await readBack(made.subarray(second, third))).map(([name]) => name).slice(0, 2), [
      'r500',
      'r501',
    ]);
    assert.deepEqual(
      (await readBack(made.subarray(third))).map(([name]) => name),
      ['r1000'],
    );
    assert.equal(text.longestPage, Math.max(second - (text.pageStarts[0] as number), third - second));
  });
});

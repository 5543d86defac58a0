// Every loan in this folder, computed by the engine and compared with numbers from other sources.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, test } from 'node:test';
import { columnsOf, complaintsOf, readingComplaintsOf } from './checks.ts';
import type { Complaint } from './complaint.ts';
import { type Check, checkWords, type GoldenCase, type GoldenFile, parseGolden } from './golden-file.ts';
import { isReadingKey } from './reading-lines.ts';
import { theEngine, theNaive } from './the-engine.ts';

const paths = globSync('*.txt', { cwd: import.meta.dirname }).sort();
const files = paths.map((path) => {
  const text = readFileSync(`${import.meta.dirname}/${path}`, 'utf8');
  return { path: `engine/golden/${path}`, ...parseGolden(text) };
});

describe('the golden cases', () => {
  test('are at least 60', () => assert.ok(files.length >= 60, `${files.length} files`));

  for (const file of files) {
    test(`${basename(file.path)} has a title, a source, and checks something`, () => {
      assert.match(file.title, /^[A-Z0-9].+[.?]$/, 'the first line is a sentence');
      assert.match(file.source, /^Numbers: .{8,}/, 'the second line says where the numbers come from');
      assert.ok(file.cases.length > 0);
      for (const { name, checks } of file.cases) {
        assert.ok(checks.length > 0, `${name} checks nothing`);
        for (const check of checks) assert.ok(check.rows.length > 0 || check.word === 'refused', `line ${check.line}`);
        for (const { word } of checks)
          assert.ok(
            checkWords.some((known) => known === word),
            word,
          );
      }
    });
    test(`the tables of ${basename(file.path)} add up`, () => {
      const wrong = file.cases.flatMap(({ checks }) => checks.flatMap(oddRows));
      assert.deepEqual(wrong, []);
    });
  }
});

/** Rows that cannot be right whatever the engine returns. */
function oddRows(check: Check): string[] {
  if (check.word === 'at')
    return check.rows.flatMap(({ number, words }) =>
      isReadingKey(words[0] as string) ? [] : [`line ${number}: ${words[0]}`],
    );
  if (check.word === 'postings' || check.word === 'difference') return unbalancedDays(check);
  if (!['schedule', 'expected', 'steps'].includes(check.word)) return [];
  const columns = columnsOf(check);
  let balance: number | undefined;
  return check.rows.flatMap(({ number, words }) => {
    const cell = (name: string) => {
      const word = words[columns.indexOf(name)];
      return word === undefined || word === '-' || word === '…' ? undefined : Math.round(Number(word) * 100);
    };
    const parts = [cell('fees') ?? 0, cell('interest'), cell('principal'), cell('over') ?? 0];
    const whole = cell('payment') ?? cell('amount');
    const isSplit = whole !== undefined && parts.every((part) => part !== undefined);
    const after = cell('balance');
    const before = balance;
    balance = after;
    const isChained = after === undefined || before === undefined || before - (cell('principal') ?? NaN) === after;
    const isRight = (!isSplit || parts.reduce((sum, part) => sum! + part!, 0) === whole) && isChained;
    return isRight ? [] : [`line ${number}: ${words.join(' ')}`];
  });
}

function unbalancedDays({ rows }: Check): string[] {
  const sums = new Map<string, number>();
  for (const { words } of rows) {
    const [on = '', , side, amount] = words;
    const change = Math.round(Number(amount) * 100) * (side === 'debit' ? 1 : -1);
    sums.set(on, (sums.get(on) ?? 0) + change);
  }
  return [...sums].flatMap(([on, sum]) => (sum === 0 ? [] : [`${on} is out by ${sum}`]));
}

const engines: readonly [name: string, complaints: (golden: GoldenCase) => Complaint[]][] = [
  ['the engine', (golden) => complaintsOf(golden, theEngine)],
  ['the naive simulator', (golden) => readingComplaintsOf(golden, theNaive)],
];

for (const [name, complaints] of engines) {
  describe(name, () => {
    for (const file of files) {
      for (const golden of file.cases) {
        test(`${basename(file.path)} ${golden.name}`, () => {
          const found = complaints(golden);
          assert.ok(found.length === 0, messageOf(file, found));
        });
      }
    }
  });
}

function messageOf({ path, title }: GoldenFile & { path: string }, complaints: readonly Complaint[]): string {
  return [title, ...complaints.map(({ line, what }) => `  ${path}:${line}\n    ${what}`)].join('\n');
}

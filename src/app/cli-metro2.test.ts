// Metro 2 files from the command line, without a database.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inOneProcess } from '../../tests/support/one-process.ts';

const sample = (name: string): string => fileURLToPath(new URL(`../../examples/metro2/${name}`, import.meta.url));
const [april, may] = [sample('april.txt'), sample('may.txt')];
const text = readFileSync(may, 'latin1');

const folder = mkdtempSync(join(tmpdir(), 'tenor-metro2-'));
after(() => rmSync(folder, { recursive: true }));

const run = inOneProcess();
/** Settings that would stop any other command; this one needs none. */
const check = (...words: readonly string[]) =>
  run(['metro2', 'check', ...words], { ...process.env, DATABASE_URL: 'nonsense', PORT: 'nonsense' });

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content, 'latin1');
  return path;
}

describe('tenor metro2 check', () => {
  test('finds nothing in a good file, nor between it and the month before', async () => {
    const { code, out, err } = await check(may, '--before', april);
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /2 accounts of TENOR DEMO LOANS as of 2026-05-31\nNothing in it breaks a rule\./);
  });

  test('names line, column and rule of what is wrong, and fails', async () => {
    const { code, out, err } = await check(file('broken.txt', text.replace('39800000039811 ', '39800000039899 ')));
    assert.equal(code, 1);
    assert.match(out, /line 2, column 124: the account status '99' is no code of Metro 2 \(known-code\)/);
    assert.match(err, /faults? found in/);
  });

  test('says what contradicts the month before', async () => {
    const { code, out } = await check(april, '--before', may);
    assert.equal(code, 1);
    assert.match(out, /line 3, column 127: the payment history profile: The first character .* \(profile-begins\)/);
  });

  test('gives the same as JSON', async () => {
    const { out } = await check(may, '--json');
    const { accounts, count, findings, header } = JSON.parse(out);
    assert.deepEqual([accounts, count, findings, header.activityDate], [2, 0, [], '2026-05-31']);
  });

  test('is not put off by what is no Metro 2 at all', async () => {
    for (const content of ['', 'id,amount\n1,2\n', '\u0000\u0001ÿ', '[]', '0426', '9'.repeat(30_000)]) {
      const { code, out } = await check(file('strange.txt', content));
      assert.equal(code, 1, content.slice(0, 20));
      assert.match(out, /line 1, column \d+: /);
    }
  });

  test('sends no control character of a file or of its name to the terminal', async () => {
    const strange = text.replace('TENOR DEMO', '\u001b[2JDEMO').replace('39800000039811 ', '398000000398\u009bK ');
    const { code, out, err } = await check(file('strange\u001b[2J.txt', strange));
    assert.equal(code, 1);
    assert.match(out, /of {2}\[2JDEMO LOANS/);
    assert.match(out, /the account status ' K' is no code/);
    assert.doesNotMatch(`${out}${err}`.replaceAll('\n', ''), /\p{C}/u);
    const none = await check(join(folder, 'none\u001b[2J'));
    assert.doesNotMatch(none.err.replaceAll('\n', ''), /\p{C}/u);
  });

  test('wants one file that is there', async () => {
    assert.equal((await check()).code, 2);
    assert.equal((await check(may, april)).code, 2);
    assert.equal((await check('-', '--before', '-')).code, 2);
    const { code, err } = await check(join(folder, 'none.txt'));
    assert.equal(code, 1);
    assert.match(err, /cannot be read: there is no such file/);
  });
});

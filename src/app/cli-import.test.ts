// The command that sends a file: what it prints, what it leaves behind, and how it ends.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Client, useHouse } from '../../tests/support/house.ts';
import { inOneProcess } from '../../tests/support/one-process.ts';

const bin = fileURLToPath(new URL('../../cli/tenor.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tenor-cli-import-'));
after(() => rmSync(folder, { recursive: true }));

const person = (n: number, more = {}) => ({
  person: { externalId: `B-${n}`, name: { firstName: 'Ada', lastName: `Line ${n}` }, ...more },
});
const linesOf = (lines: readonly unknown[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

function file(name: string, lines: readonly unknown[]): string {
  const path = join(folder, name);
  writeFileSync(path, linesOf(lines));
  return path;
}

describe('tenor import', () => {
  const { aCompany, house } = useHouse();
  let api: Client;
  let url: string;
  before(async () => {
    api = (await aCompany()).test;
    await house().app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(house().app.server.address() as AddressInfo).port}`;
  });

  const run = inOneProcess();
  /** The environment has no setting that a service would need, and one with which no service would start. */
  async function tenor(words: readonly string[], { input = '', key = api.key } = {}) {
    const env = { PATH: process.env.PATH, DATABASE_URL: 'nonsense', TENOR_URL: url, TENOR_API_KEY: key };
    if (input === '') return run(['import', ...words], env);
    const child = spawn(process.execPath, [bin, 'import', ...words], { env });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    return { code, out, err };
  }

  test('sends a file, shows how it goes and prints the counts; sent again it is the same import', async () => {
    const path = file('good.jsonl', [person(1), person(2)]);
    const first = await tenor(['people', path]);
    assert.deepEqual([first.code, first.out], [0, 'created   2\nexisting  0\nfailed    0\n'], first.err);
    const [id] = /OP-\w{4}-\w{4}/.exec(first.err) as RegExpExecArray;
    assert.match(first.err, /100 % {2}158 of 158 bytes sent[\s\S]*100 % {2}2 of 2 lines/);
    assert.equal((await api.get(`/operations/${id}`)).body.data.kind, 'people.import');
    const again = await tenor(['people', path]);
    assert.deepEqual([again.code, again.out], [0, first.out]);
    assert.ok(again.err.includes(id) && /sent before/.test(again.err), again.err);
    const anew = await tenor(['people', path, '--anew']);
    assert.deepEqual([anew.code, anew.out], [0, 'created   0\nexisting  2\nfailed    0\n']);
  });

  test('takes bare people, and counts bytes to the size of the file, also of long letters and line ends', async () => {
    const bare = (n: number) => JSON.stringify(person(n, { metaData: { city: 'Zürich 東京 🙂' } }).person);
    const path = join(folder, 'bare.jsonl');
    const content = `${bare(50)}\r\n\r\n${bare(51)}\r\n`;
    writeFileSync(path, content);
    const { code, out, err } = await tenor(['people', path]);
    assert.deepEqual([code, out], [0, 'created   2\nexisting  0\nfailed    0\n'], err);
    const size = Buffer.byteLength(content);
    assert.ok(size > content.length, 'some letters take several bytes');
    assert.match(err, new RegExp(`100 %  ${size} of ${size} bytes sent`));
    assert.equal((await api.get('/people/ext-B-50')).body.data.metaData.city, 'Zürich 東京 🙂');
    const piped = await tenor(['people', '-'], { input: content });
    assert.match(piped.err, new RegExp(`^${size} bytes sent`, 'm'));
    const together = await tenor(['loans', path]);
    assert.deepEqual([together.code, together.out], [0, 'created   0\nexisting  2\nfailed    0\n'], together.err);
  });

  test('tells of the lines that failed by number, field and remedy, and ends with 1', async () => {
    const lines = Array.from({ length: 12 }, (_, n) => person(100 + n, { dateOfBirth: 'never' }));
    const path = file('wrong.jsonl', [person(100), ...lines]);
    const { code, out, err } = await tenor(['people', path]);
    assert.equal(code, 1);
    assert.match(out, /^created {3}1\nexisting {2}0\nfailed {4}12\nline 2: person\.dateOfBirth: .+ \(expected: .+\)\n/);
    assert.match(out, /\nand 2 more; --errors FILE writes all of them to a file\n$/);
    assert.match(err, /12 of 13 lines failed; the others stand\.\n$/);
    const errors = join(folder, 'errors.jsonl');
    const written = await tenor(['people', path, '--errors', errors]);
    assert.equal(written.code, 1);
    const complaints = readFileSync(errors, 'utf8').split('\n').slice(0, -1);
    assert.equal(complaints.length, 12);
    const { line, field, message, remedy } = JSON.parse(complaints[11] as string);
    assert.deepEqual([line, field], [13, 'person.dateOfBirth']);
    assert.ok(message.length > 5 && remedy.length > 5);
  });

  test('takes what is piped in, and people with their loans', async () => {
    const loan = {
      externalId: 'L-1',
      personId: 'ext-B-200',
      loanTypeId: 'ext-installment',
      status: 'originated',
      atOrigination: {
        amountFinanced: 4800,
        interestRates: [{ rate: 0.1499 }],
        paymentFrequency: 'monthly',
        specificDays: [15],
        duration: 12,
      },
    };
    const { code, out, err } = await tenor(['loans', '-'], { input: linesOf([person(200), { loan }]) });
    assert.deepEqual([code, out], [0, 'created   2\nexisting  0\nfailed    0\n'], err);
  });

  test('what cannot be done is a sentence, before anything is sent', async () => {
    const path = file('never.jsonl', [person(300)]);
    const { key } = await api.made('/keys', { name: 'narrow', permissions: ['person:create'] });
    const expected = [
      [1, /answered 403\. .*person:import/],
      [1, /none cannot be read: /],
      [2, /One FILE is to be named/],
      [1, /cannot be reached/],
    ] as const;
    const ran = await Promise.all([
      tenor(['people', path], { key }),
      tenor(['people', join(folder, 'none')]),
      tenor(['people']),
      tenor(['people', path, '--url', 'http://127.0.0.1:1']),
    ]);
    for (const [i, { code, out, err }] of ran.entries()) {
      const [wanted, sentence] = expected[i] as (typeof expected)[number];
      assert.match(err, sentence);
      assert.doesNotMatch(err, /\n {4}at /, 'no stack trace');
      assert.deepEqual([code, out], [wanted, '']);
    }
    assert.equal((await api.get('/people/ext-B-300')).status, 404);
  });
});

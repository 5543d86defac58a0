import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inOneProcess, type Ran } from '../../tests/support/one-process.ts';

const bin = fileURLToPath(new URL('../../cli/tenor.mjs', import.meta.url));
const example = fileURLToPath(new URL('../../engine/calc/example.json', import.meta.url));

const lineExample = fileURLToPath(new URL('../../engine/calc/line-example.json', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'tenor-calc-'));
after(() => rmSync(folder, { recursive: true }));

/** Settings that would stop any other command; these commands need none. */
const environment = { ...process.env, DATABASE_URL: 'nonsense', PORT: 'nonsense' };

const run = inOneProcess();
const calc = (words: readonly string[]): Promise<Ran> => run(['calc', ...words], environment);

/** In a process of its own, as a person runs it. */
async function calcAlone(words: readonly string[], input = ''): Promise<Ran> {
  const child = spawn(process.execPath, [bin, 'calc', ...words], { env: environment });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, out, err };
}

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function answer(...words: readonly string[]): Promise<string> {
  const { code, out, err } = await calc(words);
  assert.equal(err, '');
  assert.equal(code, 0);
  return out;
}

const json = async (...words: readonly string[]) => JSON.parse(await answer(...words, '--json'));

/** The command prints one line on the error channel, exits with code 2 and prints nothing else. */
async function refused(words: readonly string[], message: RegExp, input?: string): Promise<void> {
  const { code, out, err } = input === undefined ? await calc(words) : await calcAlone(words, input);
  assert.match(err, message);
  assert.equal(code, 2);
  assert.equal(out, '');
  assert.doesNotMatch(err, /\n {4}at /, 'no stack trace');
}

const small = { principal: 4800, interest: { rate: 0.1499 }, payments: { day: 15, count: 12 } };
const activation = { kind: 'activation', on: '2027-01-20' };

describe('tenor calc', () => {
  test('schedule: the payments, their sums, and the same for programs', async () => {
    const shown = await answer('schedule', example);
    assert.match(shown, /^12 payments of 432\.20, the last 432\.12, from 2027-01-20\n/);
    assert.match(shown, /\n 1 {2}2027-02-15 +26 +432\.20 +51\.2534… +51\.25 +380\.95 +4,419\.05\n/);
    assert.match(shown, /\n +5,186\.32 +386\.32 +4,800\.00\n$/);
    const { payments, totals } = await json('schedule', example);
    assert.equal(payments.length, 12);
    assert.deepEqual(payments[11], {
      ordinal: 12,
      on: '2028-01-15',
      amount: '432.12',
      interest: '5.43',
      principal: '426.69',
      fees: '0.00',
      balance: '0.00',
      unroundedInterest: '5.4322897561',
    });
    assert.deepEqual(totals, { amount: '5186.32', interest: '386.32', principal: '4800.00', fees: '0.00' });
  });

  test('apr: a deducted fee raises the rate', async () => {
    assert.match(await answer('apr', example), /annual percentage rate +14\.85 %/);
    // loan-math 12.6, example A.
    const origination = { amount: 150, charged: 'deducted' };
    const terms = { principal: 7500, interest: { rate: 0.1149 }, payments: { day: 15, count: 12, bufferDays: 30 } };
    const facts = [{ kind: 'activation', on: '2027-03-09' }];
    const path = file('fee.json', JSON.stringify({ terms: { ...terms, fees: { origination } }, facts }));
    const { disclosedPercent, amountFinanced, financeCharge, totalOfPayments } = await json('apr', path);
    assert.deepEqual(
      { disclosedPercent, amountFinanced, financeCharge, totalOfPayments },
      { disclosedPercent: '15.28', amountFinanced: '7350.00', financeCharge: '642.55', totalOfPayments: '7992.55' },
    );
  });

  test('replay: the account through a day, as it was known at a moment', async () => {
    const shown = await answer('replay', example);
    assert.match(shown, /^Through 2027-10-05: paid off on 2027-10-05\n/);
    assert.match(shown, /\n2027-04-15 {2}payment +432\.20 +21\.61 +53\.59 +357\.00 +0\.00 +21\.61 +3,680\.66 +0\n/);
    assert.match(shown, /\nPaid: 5,172\.21 = principal 4,800\.00 \+ interest 350\.60 \+ fees 21\.61\n/);
    const before = await json('replay', example, '--through', '2027-08-03', '--known-at', '2027-08-03T14:59:59Z');
    const since = await json('replay', example, '--through', '2027-08-03', '--known-at', '2027-08-03T15:00:00Z');
    assert.deepEqual([before.accrued.booked, since.accrued.booked], ['278.81', '277.62']);
    assert.equal(before.daysPastDue, 19);
    assert.equal(since.outstanding, '2504.83');
    assert.equal(since.steps.at(-1).cause, 'due:6');
  });

  test('payoff: what pays the loan off on a day', async () => {
    const shown = await answer('payoff', example, '--on', '2027-10-04');
    assert.match(shown, /^Payoff on 2027-10-04\n/);
    assert.match(shown, /\nto pay +1,692\.31\n/);
    const { amount, principal, interest, perDiem } = await json('payoff', example, '--on', '2027-10-04');
    assert.deepEqual([amount, principal, interest, perDiem], ['1692.31', '1679.21', '13.10', '0.689626']);
  });

  test('explain: every posting has its reason', async () => {
    assert.match(await answer('explain', example, '--through', '2027-02-15'), /2027-02-15/);
    const { postings } = await json('explain', example, '--through', '2027-02-15');
    assert.ok(postings.length > 3);
    for (const { because } of postings) assert.match(because, /\w/);
  });

  test('a line: its account, its statement on a day, its payoff', async () => {
    assert.match(
      await answer('replay', lineExample, '--through', '2028-01-08'),
      /\n2027-07-05 {2}grace restored {2}card /,
    );
    assert.match(await answer('statement', lineExample, '--on', '2027-05-31'), /^Statement 4 of 2027-05-08, /);
    assert.equal((await json('statement', lineExample, '--on', '2027-05-31')).newBalance, '588.54');
    assert.equal((await json('payoff', lineExample, '--on', '2027-05-08')).amount, '588.54');
    await refused(['schedule', lineExample], /line-example\.json: Of a line tenor calc shows replay, payoff, /);
    await refused(['statement', lineExample, '--on', '2027-02-01'], /give no statement through 2027-02-01/);
  });

  test('standard input is a file too', async () => {
    const content = `\uFEFF${readFileSync(example, 'utf8')}`;
    const { code, out } = await calcAlone(['schedule', '-'], content);
    assert.equal(code, 0);
    assert.equal(out, await answer('schedule', example));
    await refused(['schedule', '-'], /^Standard input is not JSON: /, '{');
  });

  test('what is piped has no styles', async () => {
    for (const words of [
      ['schedule', example],
      ['replay', example],
    ])
      assert.doesNotMatch((await calcAlone(words)).out, /\p{Cc}(?<!\n)/u);
  });

  test('a reader that closes early is no fault', async () => {
    const many = { kind: 'payment', on: '2027-02-01', amount: 0.01 };
    const facts = [activation, ...Array.from({ length: 5000 }, () => many)];
    const path = file('many.json', JSON.stringify({ terms: small, facts }));
    const child = spawn(process.execPath, [bin, 'calc', 'replay', path]);
    child.stdout.once('data', () => child.stdout.destroy());
    const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
    const [err, code] = await Promise.all([text(child.stderr), closed]);
    assert.deepEqual({ err, code }, { err: '', code: 0 });
  });
});

describe('tenor calc refuses', () => {
  const loan = (name: string, terms: object, ...facts: object[]): string =>
    file(name, JSON.stringify({ terms: { ...small, ...terms }, facts: [activation, ...facts] }));

  test('what is wrong in the file, by its path', async () => {
    const mistyped = loan('mistyped.json', { payments: { day: 15, cuont: 12 } });
    await refused(
      ['schedule', mistyped],
      /^.*mistyped\.json: terms\.payments\.cuont is not a known key\. Is count meant\?\n$/,
    );
    const negative = loan('negative.json', {}, { kind: 'payment', on: '2027-02-15', amount: -1 });
    await refused(['replay', negative], /^.*negative\.json: facts\[1\]\.amount must be an amount .*, not -1\.\n$/);
  });

  test('what the engine refuses, by its path', async () => {
    const small = loan('tiny.json', { payments: { day: 15, amount: 1 } });
    await refused(['schedule', small], /tiny\.json: terms\.payments\.amount/);
    const early = loan('early.json', {}, { kind: 'payment', on: '2027-01-01', amount: 1 });
    await refused(['replay', early], /early\.json: facts\[1\] /);
  });

  test('files that are none', async () => {
    await refused(['schedule', join(folder, 'none.json')], /none\.json cannot be read: there is no such file\.\n$/);
    await refused(['schedule', folder], /cannot be read: it is a folder\.\n$/);
    await refused(
      ['schedule', file('broken.json', '{ "terms": \u001b[2J }')],
      /broken\.json is not JSON: [^\p{C}]*\n$/u,
    );
    await refused(['schedule', file('list.json', '[]')], /list\.json: The input must be an object/);
  });

  test('what was typed wrong', async () => {
    await refused(['schedule'], /^The file is missing/);
    await refused(['payoff', example, '--on', 'tomorrow'], /^--on must be a day such as 2027-10-05, not tomorrow\.\n$/);
    await refused(['payoff', example, '--on', '2027-02-30'], /^--on must be a day/);
    await refused(['replay', example, '--known-at', 'soon'], /^--known-at must be a moment/);
    await refused(['replay', example, '--throguh', '2027-01-01'], /Unknown option '--throguh'/);
    await refused(['guess', example], /^There is no command "calc guess". The nearest are "tenor calc schedule"/);
  });

  test('but helps', async () => {
    const help = await answer('payoff', '--help');
    assert.match(help, /^tenor calc payoff FILE \[--on DATE\] \[--known-at MOMENT\] \[--json\]\n/);
    assert.match(help, /--json/);
  });
});

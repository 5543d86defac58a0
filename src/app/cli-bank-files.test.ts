// Files of banks on the command line: what is shown of them, and how they are refused.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inOneProcess } from '../../tests/support/one-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenor-bank-files-'));
after(() => rmSync(folder, { recursive: true }));

/** Settings that would stop any other command; these commands need none. */
const environment = { ...process.env, DATABASE_URL: 'nonsense', PORT: 'nonsense' };
const runWords = inOneProcess();
const run = (line: string) => runWords(line.split(' '), environment);

const sample = (name: string): string => fileURLToPath(new URL(`../../ach/read/samples/${name}.ach`, import.meta.url));
const example = (name: string): string => fileURLToPath(new URL(`../../examples/bank-files/${name}`, import.meta.url));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function answer(line: string): Promise<string> {
  const { code, out, err } = await run(line);
  assert.equal(err, '');
  assert.equal(code, 0);
  return out;
}

async function refused(line: string, message: RegExp, exitCode = 1): Promise<void> {
  const { code, out, err } = await run(line);
  assert.match(err, message);
  assert.equal(code, exitCode);
  assert.equal(out, '');
  assert.doesNotMatch(err, /\n {4}at /, 'no stack trace');
}

const jsonLines = async (line: string) =>
  (await answer(`${line} --json`))
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one));

describe('tenor ach', () => {
  test('read: what was sent, what comes back, and what must be changed', async () => {
    const sent = await answer(`ach read ${sample('sent')} --as-operator`);
    assert.match(sent, /\n {2}27 {3}666\.05 {2}TX-4H7K-Q2RM {2}account …0017 at 110000013 {2}trace 110000020000001\n/);
    assert.match(sent, /7 entries in 4 batches: debits 2,684\.51, credits 9\.89\n$/);
    const returned = await answer(`ach read ${sample('returned')}`);
    assert.match(returned, /company 1987654321 TENOR DEMO LOANS, effective 2027-05-14, settles 2027-05-18\n/);
    assert.match(returned, /R01 {2}313\.12 .* trace 110000030000441 of 110000020000002 {2}Insufficient funds/);
    const changed = await answer(`ach read ${sample('changed')}`);
    assert.match(changed, /C01 .* account …0058 .*Account number: accountNumber …0064\n/);
    assert.match(changed, /C03 .*routingNumber 110000039, accountNumber …0017\n/);
  });

  test('read --json: the same for programs, a line for each', async () => {
    const [first, entry, , end] = await jsonLines(`ach read ${sample('changed')}`);
    assert.equal(first.header.createdOn, '2027-05-19');
    assert.deepEqual(
      [entry.amount, entry.accountNumber, entry.told.code, entry.told.originalTrace, entry.corrected],
      ['0.00', '…0058', 'C01', '110000020000005', { accountNumber: '…0064' }],
    );
    assert.deepEqual([end.is, end.entries, end.totals.debits], ['end', 2, '0.00']);
  });

  test('read shows no name and no account number, in no form', async () => {
    for (const name of ['sent', 'returned', 'changed']) {
      for (const more of ['', ' --json']) {
        const shown = await answer(`ach read ${sample(name)}${more}`);
        assert.doesNotMatch(shown, /BORROWER|SOMERVILLE|NOETHER|900000000017|9101002000|93010000|77000017/);
      }
    }
  });

  test('read refuses a file whole, with line and column, and prints nothing of it', async () => {
    const text = readFileSync(sample('returned'), 'latin1');
    const letters = file('letters.ach', text.replace('0000031312', '000003l312'));
    await refused(
      `ach read ${letters}`,
      /letters\.ach: line 3, column 36: the amount must be 10 digits\. Nothing of it counts\./,
    );
    const cut = file('cut.ach', text.slice(0, 700));
    await refused(`ach read ${cut}`, /line 9, column 1: the file is cut off/);
    const short = file('short.ach', text.replace(/ +\n/g, '\n'));
    assert.match(await answer(`ach read ${short}`), /2 entries/);
    await refused(`ach read ${short} --as-operator`, /line 1, column \d+: the line must have 94 characters/);
    await refused(`ach read ${folder}/none`, /none cannot be read: there is no such file\./);
    await refused(`ach read ${folder}`, /cannot be read: it is a folder\./);
    await refused('ach read', /One FILE is to be named/, 2);
    await refused(`ach read ${cut} ${cut}`, /is one word too many/, 2);
  });

  test('codes: what each does, or one of them', async () => {
    const all = await answer('ach codes');
    assert.match(all, /\nR01 +Insufficient funds +insufficientFunds .* byRule .* pauseAfterTwo +once\n/);
    assert.match(
      all,
      /\nR10 .* unauthorized .* chargeback +never +inactiveForDebits +newOne +cancel +none +unauthorized\n/,
    );
    assert.match(all, /\nR68 +Untimely return .* the return is undone\n/);
    assert.match(all, /\nC03 +Routing and account number +the instrument gets what is right\n/);
    const one = await answer('ach codes r16');
    assert.match(one, /\nR16 /);
    assert.doesNotMatch(one, /\n[RC](?!16)\d\d /);
    await refused('ach codes R99', /There is no code R99/, 2);
  });
});

describe('tenor ach rates', () => {
  const files = `${sample('sent')} ${sample('returned')}`;

  test('counts what came back of what was sent, prenotes apart, and ends with 1 above a limit', async () => {
    const { code, out, err } = await run(`ach rates ${files}`);
    assert.match(out, /sixty days that end with 2027-05-18/);
    // One of five.
    assert.match(out, /1987654321 +5 +0 = 0\.000 % +0 = 0\.000 % +above 1 = 20\.000 %\n {2}verifying +1 +0 +1 +1\n/);
    assert.deepEqual([code, err], [1, 'A rate is not below its limit.\n']);
    const { out: json } = await run(`ach rates ${files} --json`);
    const [company] = JSON.parse(json).companies;
    assert.deepEqual(company.rates.all, { returned: 1, percent: '20.000 %', standing: 'above' });
  });

  test('looks at sixty days only', async () => {
    assert.doesNotMatch(await answer(`ach rates ${files} --through 2027-07-12`), /1987654321/);
    await refused('ach rates', /Files are to be named/, 2);
    await refused(`ach rates ${files} --through now`, /--through must be a day/, 2);
    await refused(`ach rates ${file('cut2.ach', '101')}`, /cut2\.ach: line 1, column \d+: /);
  });
});

describe('tenor statement read', () => {
  test('shows the lines of a statement and its balances, in each of its forms', async () => {
    const bai2 = await answer(`statement read ${example('statement.bai2')}`);
    assert.match(bai2, /^Account …1234\n/);
    assert.match(bai2, /2027-05-14 +2,684\.51 {2}TR-88, ACH-20270514-A {2}ACH SETTLEMENT/);
    assert.match(bai2, /2 lines, which lead from 0\.00 to 2,674\.62\n/);
    const camt = await answer(`statement read ${example('statement.xml')}`);
    assert.match(camt, /2027-05-18 +-313\.12 {2}return {2}RET-0518/);
    assert.match(camt, /2027-05-18 +-2\.00 {2}fee/);
    const csv = await answer(`statement read ${example('statement.csv')} --mapping ${example('mapping.json')}`);
    assert.match(csv, /4 lines, which lead from 0\.00 to 2,359\.50\n/);
    const [, line] = await jsonLines(`statement read ${example('statement.bai2')}`);
    assert.deepEqual([line.amount, line.on], ['2684.51', '2027-05-14']);
  });

  test('masks long numbers in texts', async () => {
    const text = readFileSync(example('statement.bai2'), 'utf8').replace('TENOR DEMO', '123456789012');
    assert.match(await answer(`statement read ${file('text.bai2', text)}`), /OF …9012 LOANS/);
  });

  test('refuses a statement that does not foot, and what is none', async () => {
    const text = readFileSync(example('statement.bai2'), 'utf8');
    const wrong = file('wrong.bai2', text.replace('49,806342', '49,806343'));
    await refused(`statement read ${wrong}`, /wrong\.bai2: line 8, column 4: the control total is 8,063\.43 here/);
    await refused(
      `statement read ${file('none.txt', 'hello')}`,
      /neither BAI2, .* nor camt\.053, .* CSV needs a mapping/,
    );
    await refused(`statement read ${file('empty.txt', '')}`, /neither BAI2/);
  });

  test('refuses a mapping that is wrong, and says what would be right', async () => {
    const mapping = JSON.parse(readFileSync(example('mapping.json'), 'utf8'));
    const by = (change: object): string =>
      `statement read ${example('statement.csv')} --mapping ${file('mapping.json', JSON.stringify({ ...mapping, ...change }))}`;
    await refused(by({ dateFormat: 'MM/DD' }), /dateFormat must name YYYY or YY/);
    await refused(by({ plus: 'up' }), /plus must be one of in, out/);
    await refused(by({ columns: { date: 'Posted' } }), /columns must name either amount, or both moneyIn and moneyOut/);
    await refused(by({ colums: {} }), /colums is not a known key. Is columns meant\?/);
    await refused(by({ columns: { ...mapping.columns, amount: 'Sum' } }), /line 2, column 1: there is no column "Sum"/);
    await refused(`statement read ${example('statement.csv')} --mapping ${file('m.json', '{')}`, /m\.json is not JSON/);
  });
});

describe('tenor reconcile', () => {
  const words = `reconcile ${example('statement.xml')} --book ${example('cash-book.json')}`;
  const book = JSON.parse(readFileSync(example('cash-book.json'), 'utf8'));

  /** The fee is booked too. */
  const whole = file(
    'whole.json',
    JSON.stringify({
      balance: '2359.50',
      expected: [...book.expected, { id: 'FE-1', kind: 'payment', on: '2027-05-18', amount: '-2.00', keys: ['N-2'] }],
    }),
  );
  const named = file(
    'named.xml',
    readFileSync(example('statement.xml'), 'utf8').replace('2.0<', '2.00<').replaceAll('NOTPROVIDED', 'N-2'),
  );

  test('prints the page to sign, and ends with 1 where there is a break', async () => {
    const { code, out, err } = await run(words);
    assert.equal(code, 1);
    assert.match(err, /^There is a break\.\n$/);
    assert.match(out, /Account …1234, through 2027-05-18\nStatement .*statement\.xml, SHA-256 [0-9a-f]{64}\n/);
    assert.match(out, /Balance of the cash book +2,361\.50\n/);
    assert.match(out, /Closing balance of the statement +2,359\.50\nDifference that nothing explains +0\.00\n/);
    assert.match(out, /Matched: 1 line of the bank, together -313\.12; 1 by a reference/);
    assert.match(out, /1\. 2027-05-18 {2}theirsNotOurs, 0 banking days +-2\.00\n/);
    assert.doesNotMatch(out, /4000001234/);
  });

  test('ends with 0 where all agrees, and says the same as JSON', async () => {
    assert.match(await answer(`reconcile ${named} --book ${whole}`), /No breaks\./);
    const { out } = await run(`${words} --json`);
    const { breaks, proof, matches } = JSON.parse(out);
    assert.deepEqual(
      [matches[0].expected, breaks[0].kind, breaks[0].amount, proof.reached],
      [['RP-1'], 'theirsNotOurs', '-2.00', '2359.50'],
    );
  });

  test('refuses what it cannot use', async () => {
    await refused(`reconcile ${example('statement.xml')}`, /--bank-account or --book is missing/, 2);
    await refused(`${words} --account 9999`, /no such account: it has …1234/);
    await refused(`${words} --through 18.5.2027`, /--through must be a day such as 2027-05-14/, 2);
    const line = { ...book.expected[0], amount: 1.005 };
    const wrong = file('wrong.json', JSON.stringify({ ...book, expected: [line] }));
    await refused(
      `reconcile ${example('statement.xml')} --book ${wrong}`,
      /wrong\.json: expected\[0\]\.amount must be an amount in dollars and whole cents/,
    );
    const cut = file('cut.xml', readFileSync(example('statement.xml'), 'utf8').slice(0, 900));
    await refused(`reconcile ${cut} --book ${example('cash-book.json')}`, /cut\.xml: line \d+, column \d+: /);
  });
});

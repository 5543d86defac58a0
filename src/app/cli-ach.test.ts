// ACH files from the command line, without a database.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inOneProcess } from '../../tests/support/one-process.ts';
import { hasSshd, startSshd } from '../platform/file-places/test-sshd.ts';

const golden = fileURLToPath(new URL('../../ach/write/worked-out.ach', import.meta.url));
const format = readFileSync(new URL('../../ach/format.md', import.meta.url), 'utf8');
const example = JSON.parse(/```json\n(.*?)```/s.exec(format)?.[1] as string);

const folder = mkdtempSync(join(tmpdir(), 'tenor-ach-'));
after(() => rmSync(folder, { recursive: true }));

const run = inOneProcess();
/** Settings that would stop any other command; these commands need none. */
const ach = (...words: readonly string[]) =>
  run(['ach', ...words], { ...process.env, DATABASE_URL: 'nonsense', PORT: 'nonsense' });

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content, 'latin1');
  return path;
}

describe('tenor ach check', () => {
  test('says what a good file adds up to', async () => {
    const { code, out, err } = await ach('check', golden);
    assert.equal(err, '');
    assert.equal(code, 0);
    assert.match(out, /entries 7, batches 4, debits 2,684\.51, credits 9\.89/);
    assert.match(out, /entry hash 0077000018, SHA-256 [0-9a-f]{64}/);
    assert.match(out, /Nothing in it would be refused/);
  });

  test('names line and column of what would be refused, and fails', async () => {
    const broken = readFileSync(golden, 'latin1').replace('6271100000139', '6271100000149');
    const { code, out, err } = await ach('check', file('broken.ach', broken));
    assert.equal(code, 1);
    assert.match(out, /line 3, column 12: the check digit of 11000001 is 3, not '4' \(R28\) \(refuses the entry\)/);
    assert.match(err, /1 fault found/);
  });

  test('gives the same as JSON', async () => {
    const { out } = await ach('check', golden, '--json');
    const { entries, debitCents, findings } = JSON.parse(out);
    assert.deepEqual([entries, debitCents, findings], [7, 268_451, []]);
  });

  test('wants one file that is there', async () => {
    assert.equal((await ach('check')).code, 2);
    const { code, err } = await ach('check', join(folder, 'none.ach'));
    assert.equal(code, 1);
    assert.match(err, /none\.ach cannot be read: there is no such file\.\n$/);
  });
});

describe('tenor ach build', () => {
  const build = (input: unknown) => ach('build', file('entries.json', JSON.stringify(input)));

  test('prints a file without a fault', async () => {
    const { code, out } = await build(example);
    assert.equal(code, 0);
    assert.match(out, /\n627110000013900000000017 {5}0000066605TX-4H7K-Q2RM {3}SAM BORROWER/);
    assert.equal((await ach('check', file('built.ach', out))).code, 0);
  });

  test('names the place of what cannot be written', async () => {
    const [entry] = example.entries;
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [{ ...example, entries: [] }, /entries has at least one/],
      [{ ...example, entries: [entry, entry] }, /entries has TX-4H7K-Q2RM twice/],
      [{ ...example, entries: [{ ...entry, amount: 0 }] }, /entries\[0\]\.amount is from 1/],
      [
        { ...example, entries: [{ ...entry, routingNumber: '110000014' }] },
        /entries\[0\]\.routingNumber has nine digits/,
      ],
      [{ ...example, entries: [{ ...entry, sec: 'IAT' }] }, /entries\[0\]\.sec must be one of PPD, WEB, TEL, CCD/],
      [{ ...example, originator: { ...example.originator, odfi: '1' } }, /originator\.odfi has eight digits/],
      [{ ...example, modifier: 'AB' }, /modifier is one of/],
    ];
    for (const [input, message] of cases) {
      const { code, out, err } = await build(input);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, message);
    }
    const { err } = await ach('build', file('no.json', '{'));
    assert.match(err, /is not JSON: [^\p{C}]*\n$/u);
    assert.equal(
      (await ach('build', file('marked.json', `\u00EF\u00BB\u00BF${JSON.stringify(example)}`))).code,
      0,
      'a mark of its encoding',
    );
  });
});

describe('tenor ach send', () => {
  test('leaves a file in a folder, once', async () => {
    const bank = mkdtempSync(join(folder, 'bank-'));
    const first = await ach('send', golden, '--to', bank, '--name', 'LOANS-1.ach');
    assert.deepEqual([first.code, first.out], [0, 'LOANS-1.ach is there, 1900 bytes.\n']);
    assert.equal(readFileSync(join(bank, 'LOANS-1.ach'), 'latin1'), readFileSync(golden, 'latin1'));
    const again = await ach('send', golden, '--to', bank, '--name', 'LOANS-1.ach');
    assert.match(again.out, /was there already/);
  });

  test('sends nothing that a bank would refuse', async () => {
    const broken = file('refused.ach', readFileSync(golden, 'latin1').replace('0000066605', '0000066606'));
    const { code, err } = await ach('send', broken, '--to', folder, '--name', 'never.ach');
    assert.equal(code, 1);
    assert.match(err, /2 faults found/);
    assert.ok(!readdirSync(folder).includes('never.ach'));
  });

  test('goes to a host of which the key is known', { skip: hasSshd ? false : 'OpenSSH is not installed' }, async () => {
    const server = await startSshd();
    try {
      const { port, username, hostKey, privateKey } = server.settings;
      const to = ['--to', `sftp://${username}@127.0.0.1:${port}${server.folder}`, '--name', 'LOANS-1.ach'];
      const key = ['--key-file', file('key', privateKey as string)];
      chmodSync(key[1] as string, 0o600);
      assert.equal((await ach('send', golden, ...to, ...key)).code, 2, 'without the key of the host');
      const stranger = await ach('send', golden, ...to, ...key, '--host-key', 'SHA256:other');
      assert.deepEqual([stranger.code, readdirSync(server.folder)], [1, []]);
      const { code, out } = await ach('send', golden, ...to, ...key, '--host-key', hostKey);
      assert.deepEqual([code, out], [0, 'LOANS-1.ach is there, 1900 bytes.\n']);
      assert.equal(readFileSync(join(server.folder, 'LOANS-1.ach'), 'latin1'), readFileSync(golden, 'latin1'));
    } finally {
      await server.stop();
    }
  });

  test('wants to know where to, and by which key or password', async () => {
    for (const words of [
      [golden],
      ['-', '--to', folder],
      [golden, '--to', 'sftp://host/folder', '--host-key', 'SHA256:x', '--key-file', golden],
      [golden, '--to', 'sftp://user:password@host/folder', '--host-key', 'SHA256:x', '--key-file', golden],
      [golden, '--to', 'sftp://user@host/folder', '--host-key', 'SHA256:x'],
    ]) {
      assert.equal((await ach('send', ...words)).code, 2, words.join(' '));
    }
  });
});

describe('tenor ach days', () => {
  test('says when an entry leaves and settles', async () => {
    const words = ['days', '2027-05-15', '--at', '2027-05-10T12:00:00Z', '--json'];
    const { out } = await ach(...words);
    assert.deepEqual(JSON.parse(out), {
      plannedFor: '2027-05-15',
      leavesOn: '2027-05-14',
      leavesBy: '2027-05-14T20:00:00.000000+00:00',
      settlesOn: '2027-05-17',
      isSameDay: false,
      ordinaryReturnUntil: '2027-05-19',
      liveAfterPrenote: '2027-05-20',
      unauthorizedReturnUntil: '2027-07-19',
    });
    const sameDay = await ach('days', '2027-05-14', '--at', '2027-05-14T12:00:00Z', '--same-day', '13:45,09:30');
    assert.match(sameDay.out, /settles +2027-05-14, the same day/);
    assert.match(sameDay.out, /by 2027-05-14T13:30/);
  });

  test('refuses what is no day, no zone and no time', async () => {
    for (const words of [
      [],
      ['2027-02-30'],
      ['2027-05-15', '--zone', 'Mars/Olympus'],
      ['2027-05-15', '--cut-off', '25:00'],
      ['2027-05-15', '--at', 'noon'],
    ]) {
      assert.equal((await ach('days', ...words)).code, 2, words.join(' '));
    }
  });
});

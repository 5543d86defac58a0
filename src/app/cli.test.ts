// The command line before any command does something: its help, and what it says to a wrong one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { inOneProcess } from '../../tests/support/one-process.ts';
import { commandGroups, commands } from './commands.ts';
import { productVersion } from './product-version.ts';

describe('the command line', () => {
  const run = inOneProcess();
  const { PATH = '' } = process.env;
  const tenor = (...words: string[]) => run(words, { PATH });

  test('lists the commands, and has a help for each', async () => {
    const { out: list } = await tenor('--help');
    const names = ['start', 'worker', 'migrate', 'company create', 'key create', 'key list', 'key revoke', 'listen'];
    for (const name of names) {
      assert.match(list, new RegExp(`${name}`));
      const { code, out } = await tenor(...name.split(' '), '--help');
      assert.equal(code, 0);
      assert.match(out, new RegExp(`tenor ${name}`));
    }
  });

  test('lists them in groups, each command once, and says its version', async () => {
    const { out } = await tenor('--help');
    for (const { title, commands } of commandGroups) {
      assert.match(out, new RegExp(`^${title}$`, 'm'));
      for (const { name } of commands) assert.equal(out.match(new RegExp(`^  ${name}  `, 'gm'))?.length, 1, name);
    }
    for (const word of ['--version', 'version']) assert.equal((await tenor(word)).out, `${productVersion}\n`);
  });

  test('does nothing where an option is given twice: payments of one company would be taken for stopped', async () => {
    for (const words of [
      ['payments', 'stop', '--reason', 'look', '--company', 'CP-AAAA-AAAA', '--company', 'CP-BBBB-BBBB'],
      ['verify', '--mode', 'live', '--json', '--mode', 'test'],
    ]) {
      const { code, err } = await tenor(...words);
      assert.equal(code, 2);
      assert.match(err, /^--(company|mode) is given twice, so nothing was done\.\n/);
    }
  });

  test('does nothing with a word more than it takes: a second key would be taken for revoked, a loan for verified', async () => {
    for (const { name, usage } of commands) {
      assert.ok(usage.startsWith(`tenor ${name}`), usage);
      const words = usage.slice(`tenor ${name}`.length).split(/ [[(]?--/)[0] ?? '';
      if (words.includes('…')) continue;
      const taken = words.split(' ').filter((word) => word !== '' && !word.startsWith('['));
      const { code, err } = await tenor(...name.split(' '), ...taken, 'LN-5KX8-W2NB');
      assert.deepEqual(
        [code, err.split('\n')[0]],
        [2, 'LN-5KX8-W2NB is one word too many, so nothing was done.'],
        name,
      );
    }
    const { code, err } = await tenor('ach', 'codes', 'R01', 'R02');
    assert.deepEqual([code, err], [0, '']);
  });

  test('finds the service at PORT, as the service does', async () => {
    const { code, err } = await run(['listen', '--key', 'x'.repeat(40)], { PATH, PORT: '1' });
    assert.equal(code, 1);
    assert.match(err, /127\.0\.0\.1:1/);
  });

  test('says which name of the environment is nearly a setting, before it works without it', async () => {
    const { code, err } = await run(['key', 'list'], {
      PATH,
      DATABSE_URL: 'postgres://h/d',
      DATA_DIR: '/nowhere/tenor',
    });
    assert.equal(code, 1);
    assert.match(
      err,
      /^DATABSE_URL is no setting, and is passed over\. Did you mean DATABASE_URL\?\nThere is no database/,
    );
  });

  /** All files of code that a command line has loaded until its end. */
  function loadedBy(...words: string[]): string[] {
    const program = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      const { main } = await import(process.argv[1]);
      await main(process.argv.slice(2));
      console.error('loaded ' + JSON.stringify(loaded));`;
    const { stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', program, `${process.cwd()}/src/app/cli.ts`, ...words],
      { encoding: 'utf8', env: { PATH, DATA_DIR: '/nowhere/tenor' } },
    );
    return JSON.parse(/^loaded (.*)$/m.exec(stderr)?.[1] ?? '[]');
  }

  test('loads nothing of the service for its help and its version', () => {
    for (const word of ['help', '--version']) {
      const loaded = loadedBy(word);
      assert.ok(loaded.some((url) => url.endsWith('/src/app/commands.ts')));
      const heavy = loaded.filter((url) => /\/src\/capabilities\/|\/src\/platform\/(db|http)\/|node_modules/.test(url));
      assert.deepEqual(heavy, []);
    }
  });

  /** Half of what a command takes is the loading of its code: some third of a millisecond a file. */
  const filesMax: Readonly<Record<string, number>> = {
    'key list': 1_020,
    'user list': 1_020,
    'audit verify': 1_000,
    mailbox: 1_000,
    'backup verify FILE': 600,
    'backup FILE': 600,
    doctor: 1_000,
    verify: 1_750,
  };
  for (const [words, max] of Object.entries(filesMax)) {
    test(`loads a part of the code for "${words}"`, () => {
      const loaded = loadedBy(...words.split(' '));
      assert.ok(loaded.length > 100 && loaded.length <= max, `${loaded.length} files`);
      assert.ok(!loaded.some((url) => url.endsWith('/src/capabilities/loans/index.ts')));
    });
  }

  test('says that a command is none, and which is the nearest', async () => {
    for (const [words, said] of [
      [['fly'], 'There is no command "fly". "tenor --help" lists all of them.\n'],
      [['key', 'lst', '--mode', 'live'], 'There is no command "key lst". The nearest is "tenor key list". '],
      [['lisen', '--key', 'secret'], 'There is no command "lisen". The nearest is "tenor listen". '],
      [['imprt', 'peple', 'FILE'], 'There is no command "imprt peple". The nearest is "tenor import people". '],
      [['import'], 'The nearest are "tenor import people", "tenor import loans". '],
    ] as const) {
      const { code, out, err } = await tenor(...words);
      assert.deepEqual([code, out, err.split('\n').length], [2, '', 2], err);
      assert.ok(err.includes(said), err);
    }
    assert.equal((await tenor('key', 'list', '--colour', 'red')).code, 2);
  });

  test('suggests no command that ends something in place of a slip', async () => {
    for (const words of [
      ['key', 'remove'],
      ['key', 'revok'],
      ['person', 'eras'],
      ['user', 'delete'],
      ['restor', 'FILE'],
      ['key'],
    ]) {
      const { code, err } = await tenor(...words);
      assert.equal(code, 2);
      for (const { name } of commands.filter(({ isGrave }) => isGrave)) assert.ok(!err.includes(name), err);
    }
  });
});

describe('a place without a database', () => {
  const run = inOneProcess();
  const { PATH = '' } = process.env;
  const making = ['start', 'migrate', 'restore'];
  /** What they need before they look for the database. */
  const given: Record<string, readonly string[]> = {
    'payments stop': ['--reason', 'trouble'],
    'payments resolve': ['--order', 'K', '--never', '--by', 'Ada', '--reason', 'seen'],
    'routing load': [import.meta.filename],
    backup: [join(tmpdir(), 'tenor-no-backup')],
    reconcile: [import.meta.filename, '--bank-account', 'BA-7KQ2-M9XA'],
    'ach bring': [import.meta.filename],
    'person erase': ['PR-7KQ2-M9XA'],
  };
  const withoutOne =
    /^(ach (read|codes|rates|check|build|send|days)|compliance check|metro2 check|statement read|calc .*|backup verify|listen|import .*)$/;
  const needing = commands.map(({ name }) => name).filter((name) => !making.includes(name) && !withoutOne.test(name));

  for (const name of needing) {
    test(`${name} says that there is none, ends with 1, and makes none`, async (t) => {
      const place = mkdtempSync(join(tmpdir(), 'tenor-nothing-'));
      t.after(() => rmSync(place, { recursive: true }));
      const directory = join(place, 'data');
      const words = [...name.split(' '), ...(given[name] ?? [])];
      const { code, out, err } = await run(words, { PATH, DATA_DIR: directory });
      assert.equal(code, 1, out + err);
      const sentence = name === 'database distribute' ? /DATABASE_URL is not set/ : /There is no database in .*data/;
      assert.match(out + err, sentence);
      assert.deepEqual(readdirSync(place), []);
    });
  }
});

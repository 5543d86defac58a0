// The command line before any command does something: its help, and what it says to a wrong one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { inOneProcess } from '../../tests/support/one-process.ts';

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

  test('loads nothing of the service for its help', () => {
    const program = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      const { main } = await import(process.argv[1]);
      await main(['help']);
      console.error(JSON.stringify(loaded));`;
    const { stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', program, `${process.cwd()}/src/app/cli.ts`],
      { encoding: 'utf8' },
    );
    const loaded: string[] = JSON.parse(stderr);
    assert.ok(loaded.some((url) => url.endsWith('/src/app/commands.ts')));
    const heavy = loaded.filter((url) => /\/src\/capabilities\/|\/src\/platform\/(db|http)\/|node_modules/.test(url));
    assert.deepEqual(heavy, []);
  });

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
});

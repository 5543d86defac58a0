// The entry of the command line: under an older Node a newer one takes over and ends with it, and the cache of compiled
// code is in a folder that no other user can have made.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { startService, tenor } from '../support/process.ts';
import { isRoot, killAll, serversBelow } from './embedded-harness.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-launcher-'));
chmodSync(root, 0o755);
const dataDirectory = join(root, 'data');
const launched: ChildProcess[] = [];
after(async () => {
  for (const { pid } of launched) if (pid !== undefined) killAll([...childrenOf(pid), pid]);
  killAll(serversBelow(root));
  await eventually('the end of all servers', () => serversBelow(root).length === 0);
  rmSync(root, { recursive: true, force: true });
});

/** The Node of the tests, which reports an older version. */
const older =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.19.0"}})';

const childrenOf = (pid: number): number[] => {
  const listed = `/proc/${pid}/task/${pid}/children`;
  return existsSync(listed) ? readFileSync(listed, 'utf8').trim().split(' ').filter(Boolean).map(Number) : [];
};

const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

async function launchByOlder(environment: Record<string, string>, ...words: string[]) {
  const { PATH = '', HOME = '/' } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDirectory, ...environment };
  const launcher = spawn(process.execPath, ['--import', older, 'cli/tenor.mjs', ...words], { env, detached: true });
  launched.push(launcher);
  let said = '';
  for (const stream of [launcher.stdout, launcher.stderr]) stream.on('data', (text) => (said += text));
  const says = (text: string) => eventually(`${text} in ${words.join(' ')}: ${said}`, () => said.includes(text));
  const child = async (): Promise<number> => {
    await eventually('the newer Node', () => childrenOf(launcher.pid as number).length > 0);
    return childrenOf(launcher.pid as number)[0] as number;
  };
  return { launcher, says, child };
}

describe('under an older Node', () => {
  const port = String(41_000 + (process.pid % 10_000));

  test('the service, a worker and a listener end with the launcher that is killed', async () => {
    const service = await startService({ dataDirectory });
    const listen = ['listen', '--url', service.url, '--key', 'a_test_key_of_the_tests_0123456789abcdef'];
    const all = [
      { ...(await launchByOlder({ PORT: port, WORKERS: '2' }, 'start')), ready: 'Tenor listens' },
      { ...(await launchByOlder({}, 'worker')), ready: 'the worker runs' },
      { ...(await launchByOlder({}, ...listen)), ready: '' },
    ];
    for (const { launcher, says, child, ready } of all) {
      const pid = await child();
      await says(ready);
      launcher.kill('SIGKILL');
      await eventually(`the end of what ran under ${launcher.spawnargs.at(-1)}`, () => !isAlive(pid));
    }
    await assert.rejects(fetch(`http://127.0.0.1:${port}/health/ready`), 'the port is free');
    service.child.kill('SIGTERM');
    assert.equal(await service.ended(), 0);
    assert.deepEqual(serversBelow(root), [], 'they left the database in order');
  });

  test('a signal to the launcher stops the service in order, and its exit status is passed on', async () => {
    const { launcher, says } = await launchByOlder({ PORT: port, WORKERS: '2' }, 'start');
    await says('Tenor listens');
    launcher.kill('SIGINT');
    await eventually('the end of the launcher', () => launcher.exitCode !== null);
    assert.equal(launcher.exitCode, 0);
    assert.deepEqual(serversBelow(root), []);
    const wrongUse = await launchByOlder({}, 'no-such-command');
    await eventually('its end', () => wrongUse.launcher.exitCode !== null);
    assert.equal(wrongUse.launcher.exitCode, 2);
  });
});

describe('the compiled code that is kept', () => {
  test('lies in no common directory', () => {
    const temporary = join(root, 'temporary');
    mkdirSync(temporary, { mode: 0o777 });
    tenor({ dataDirectory, environment: { TMPDIR: temporary } }, '--help');
    assert.deepEqual(readdirSync(temporary), []);
  });

  test('is never taken from a directory that somebody else has made', { skip: !isRoot }, () => {
    const user = 4242;
    const homeOf = (name: string, owner: number, mode: number): string => {
      const home = join(root, name);
      mkdirSync(join(home, '.cache', `tenor-${user}`), { recursive: true });
      for (const made of ['.', '.cache', `.cache/tenor-${user}`]) {
        chmodSync(join(home, made), mode);
        chownSync(join(home, made), owner, owner);
      }
      return home;
    };
    const keptIn = (HOME: string): string[] => {
      const as = ['--reuid', `${user}`, '--regid', `${user}`, '--clear-groups'];
      const env = { PATH: process.env.PATH, HOME };
      const { stdout } = spawnSync('setpriv', [...as, process.execPath, 'cli/tenor.mjs', '--help'], { env });
      assert.match(String(stdout), /loan servicing/);
      return readdirSync(join(HOME, '.cache', `tenor-${user}`));
    };
    assert.deepEqual(keptIn(homeOf('of-another', 4343, 0o777)), []);
    assert.deepEqual(keptIn(homeOf('open', user, 0o777)), []);
    const ours = homeOf('ours', user, 0o700);
    assert.equal(keptIn(ours).length, 1);
    assert.equal(statSync(join(ours, '.cache')).uid, user);
  });
});

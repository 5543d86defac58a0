// What the doctor finds without a database: settings, files, the service at its address.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readSettings } from '#platform/config.ts';
import { lookAt } from '#platform/doctor/check.ts';
import { found } from '../../../tests/support/findings.ts';
import { testKey } from '../../../tests/support/server.ts';
import { examine, machineChecks } from './examine.ts';
import type { InspectedMachine } from './machine.ts';

describe('the doctor without a database', () => {
  const root = mkdtempSync(join(tmpdir(), 'tenor-doctor-'));
  after(() => rmSync(root, { recursive: true, force: true }));
  const silent: InspectedMachine['ask'] = () => Promise.reject(new Error('nobody'));
  const looked = (environment: Record<string, string>, ask = silent) =>
    lookAt(machineChecks, { settings: readSettings(environment), ask });
  const of = async (name: string, looking: ReturnType<typeof looked>) =>
    (await looking).filter(({ check }) => check === name);

  test('finds all wrong settings, not only the first', async () => {
    const environment = { PORT: 'x', DATABASE_URL: 'nowhere', LOG_LEVEL: 'loud' };
    const findings = await of('settings', looked(environment));
    for (const name of ['PORT', 'DATABASE_URL', 'LOG_LEVEL', 'ENCRYPTION_KEY']) {
      assert.ok(
        findings.some(({ says, level }) => level === 'error' && says.startsWith(name)),
        name,
      );
    }
  });

  test('shows no secret, and names what is daring', async () => {
    const key = testKey.toString('base64');
    const findings = await looked({ DATABASE_URL: 'postgres://u:hushhush@h/d', ENCRYPTION_KEY: key });
    assert.doesNotMatch(JSON.stringify(findings), new RegExp(`hushhush|${key}`));
    const daring = {
      HOST: '0.0.0.0',
      TRUST_PROXY: 'true',
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'silent',
      WEBHOOK_DEV_HOSTS: 'localhost:1',
    };
    assert.deepEqual(
      (await of('settings', looked(daring))).map(({ level }) => level),
      Array(5).fill('warning'),
    );
  });

  test('looks whether the folders of the settings are there and can be written to', async () => {
    const [there, file] = [join(root, 'there'), join(root, 'a-file')];
    mkdirSync(there);
    writeFileSync(file, '');
    const wrong = await of(
      'folders',
      looked({ BLOBS_DIR: join(root, 'tpyo'), BANK_FILES_DIR: file, LETTERS_DIR: there }),
    );
    assert.deepEqual(
      wrong.map(({ level, says }) => [level, says]),
      [
        ['warning', `BLOBS_DIR ${join(root, 'tpyo')} is not there (ENOENT).`],
        ['error', `BANK_FILES_DIR ${file} is no folder.`],
      ],
    );
    assert.deepEqual(
      (await of('folders', looked({ BLOBS_DIR: there }))).map(({ level }) => level),
      ['ok'],
    );
  });

  test('names what is nearly a setting', async () => {
    const slips = { DATABSE_URL: 'postgres://u:hushhush@h/d', TENOR_DATA_DIR: '/d', DATADIR: '/d' };
    const others = {
      TENOR_URL: 'http://h',
      TENOR_PORT: 'tcp://h:1',
      HOSTS: 'h',
      TEST_DATABASE_URL: 'x',
      LOG_LEVELS: 'info',
      LOG_LEVEL: 'info',
    };
    const findings = await of('settings', looked({ ...slips, ...others }));
    assert.deepEqual(
      findings.map(({ level, says }) => [level, says]),
      [
        ['warning', 'DATABSE_URL is no setting, and is passed over. Did you mean DATABASE_URL?'],
        ['warning', 'TENOR_DATA_DIR is no setting, and is passed over. Did you mean DATA_DIR?'],
        ['warning', 'DATADIR is no setting, and is passed over. Did you mean DATA_DIR?'],
      ],
    );
  });

  test('looks after the file of the key', async () => {
    const keyFileIn = (DATA_DIR: string) => of('key file', looked({ DATA_DIR }));
    found(await keyFileIn(join(root, 'none')), 'ok', /no encryption key yet/);
    mkdirSync(join(root, 'db'), { recursive: true });
    found(await keyFileIn(root), 'error', /is missing/, /Put it back/);
    writeFileSync(join(root, 'encryption.key'), `${testKey.toString('base64')}\n`, { mode: 0o600 });
    found(await keyFileIn(root), 'ok', /for its owner alone/);
    chmodSync(join(root, 'encryption.key'), 0o640);
    found(await keyFileIn(root), 'error', /Others than its owner/, /chmod 600/);
  });

  test('looks whether the data directory is closed', async () => {
    const DATA_DIR = join(root, 'closed');
    const closedness = () => of('data directory', looked({ DATA_DIR }));
    found(await closedness(), 'ok', /There is no .*closed yet/);
    mkdirSync(join(DATA_DIR, 'db'), { recursive: true, mode: 0o700 });
    mkdirSync(join(DATA_DIR, 'socket'), { mode: 0o700 });
    found(await closedness(), 'ok', /is closed to others/);
    chmodSync(DATA_DIR, 0o755);
    found(await closedness(), 'warning', /may look into/, /chmod 700/);
    chmodSync(DATA_DIR, 0o777);
    found(await closedness(), 'error', /may write to .* next start is refused/, /chmod 700/);
    chmodSync(DATA_DIR, 0o700);
    chmodSync(join(DATA_DIR, 'socket'), 0o755);
    found(await closedness(), 'error', /only the database should: \S+\/socket\./, /chmod go=/);
  });

  test('asks the service at its address', async () => {
    const answered = (status: number, body: string, environment = {}) =>
      of(
        'service',
        looked(environment, async (url) => {
          assert.match(url, /^http:\/\/127\.0\.0\.1:4000\/(health\/ready|metrics)$/);
          return { status, body };
        }),
      );
    found(await answered(200, '{"status":"ready"}', { HOST: '0.0.0.0' }), 'ok', /is ready/);
    const workers = (running: number) => JSON.stringify({ status: 'ready', workers: { running, wanted: 2 } });
    found(await answered(200, workers(2)), 'ok', /ready, with 2 workers/);
    found(await answered(200, workers(1)), 'warning', /only 1 of 2 workers run/, /the log says why/);
    const full = { status: 'the disk of the database is full' };
    found(await answered(503, JSON.stringify(full)), 'error', /is not ready: the disk of the database is full\./);
    found(await answered(503, '{}'), 'error', /is not ready/);
    found(await answered(200, 'hello'), 'error', /no Tenor/);
    found(await of('service', looked({})), 'warning', /No service answers/, /tenor start/);
  });

  test('asks the service how its clock follows that of the machine', async () => {
    const told = (jumps: number, offset: number) =>
      of(
        'service clock',
        looked({}, async () => ({
          status: 200,
          body: `# TYPE clock_jumps_total counter\nclock_jumps_total ${jumps}\nclock_offset_seconds ${offset}\n`,
        })),
      );
    found(await told(0, 0.4), 'ok', /has not jumped/);
    found(await told(2, 0), 'warning', /has jumped 2 times/, /log of the service/);
    found(await told(1, -3_540), 'error', /59 minutes ahead of it/, /Restart the service/);
    assert.deepEqual(await of('service clock', looked({})), [], 'no service, no clock');
  });

  test('says that the database cannot be reached, after all that can be looked at', async () => {
    const ENCRYPTION_KEY = testKey.toString('base64');
    const findings = await examine(
      readSettings({ DATABASE_URL: 'postgres://u@127.0.0.1:1/d', ENCRYPTION_KEY, PORT: '0' }),
    );
    assert.deepEqual(
      findings.map(({ check }) => check),
      ['version', 'settings', 'data directory', 'folders', 'key file', 'service', 'database'],
    );
    found(findings, 'error', /cannot be reached/);
  });
});

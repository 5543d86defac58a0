// A service on a machine whose clock is set, forward as after a sleep and back by a mistake. libfaketime changes the
// wall clock of the one process and leaves its steady clock as it is.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { liveKey, type Running, startService, tenor } from '../support/process.ts';

const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));
const skip = library === undefined && 'libfaketime is not installed: the wall clock of a process cannot be set here';

const root = mkdtempSync(join(tmpdir(), 'tenor-clock-'));
after(() => rmSync(root, { recursive: true, force: true }));

const dataDirectory = join(root, 'data');
const wallFile = join(root, 'wall');
/** In the format of libfaketime: `+3h` is three hours ahead of the true time. */
const setWall = (offset: string): void => writeFileSync(wallFile, offset);

const environment = {
  LD_PRELOAD: library ?? '',
  FAKETIME_TIMESTAMP_FILE: wallFile,
  // It reads the file again after this many seconds.
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  NO_FAKE_STAT: '1',
};

/** On a busy machine a process under libfaketime may hang before its first line: then it is started once more. */
const start = (): Promise<Running> => {
  const options = { dataDirectory, environment };
  return startService(options).catch(() => startService(options));
};

interface Told {
  readonly findings: readonly { readonly check: string; readonly level: string; readonly says: string }[];
}

const hourMs = 3_600_000;

describe('a service whose machine has its clock set', { skip }, () => {
  let service: Running;
  after(() => service?.child.kill('SIGKILL'));

  /** Makes a person in live mode, which uses the machine clock; returns how far ahead of the true time it is dated. */
  const datedAheadMs = async (): Promise<number> => {
    const trueMs = Date.now();
    const name = { firstName: 'Ada', lastName: 'Lovelace' };
    const answer = await service.call('POST', '/people', { name }, { 'x-api-key': liveKey });
    const { data } = (await answer.json()) as { data: { createdAt: string } };
    return Date.parse(data.createdAt) - trueMs;
  };
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const mustLog = (line: RegExp): Promise<true> => eventually(`the log says ${line}`, () => line.test(service.log()));
  const doctorSays = (check: string): string => {
    const { output } = tenor({ dataDirectory, environment: { PORT: new URL(service.url).port } }, 'doctor', '--json');
    const { findings } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as Told;
    return findings
      .filter((one) => one.check === check)
      .map(({ level, says }) => `${level}: ${says}`)
      .join('\n');
  };
  /** A worker of this process takes the lease of an operation, renews it and ends the operation. */
  const mustOperate = async (to: string): Promise<void> => {
    const answer = await service.call('POST', '/test-clock/advance?sync=true', { to });
    const { data } = (await answer.json()) as { data: { state: string } };
    assert.deepEqual([answer.status, data.state], [200, 'succeeded']);
  };

  test('follows it forward at once, works on, and tells it in log, metrics and doctor', async () => {
    setWall('+0');
    service = await start();
    assert.ok(Math.abs(await datedAheadMs()) < 5_000);
    assert.deepEqual([await metric('clock_jumps_total'), Math.round(await metric('clock_offset_seconds'))], [0, 0]);
    assert.match(doctorSays('service clock'), /^ok: /);

    setWall('+3h');
    await eventually('the jump is seen', async () => (await metric('clock_jumps_total')) === 1);
    assert.ok(Math.abs((await datedAheadMs()) - 3 * hourMs) < 5_000, 'the next write has the new time');
    assert.deepEqual([await metric('clock_jumps_total'), Math.round(await metric('clock_offset_seconds'))], [1, 0]);
    await mustLog(/"level":"warn".*"seconds":10[789]\d\d.*jumped forward/);
    assert.match(doctorSays('service clock'), /^warning: .* jumped 1 time /);
    assert.match(doctorSays('recorded times'), /error: .* of live are dated 3 hours in the future/);
    await mustOperate('2100-01-01T00:00:00Z');
  });

  test('never goes back with it, works on, tells it, and has the new time after a restart', async () => {
    const before = await datedAheadMs();
    setWall('+0');
    await eventually('the jump is seen', async () => (await metric('clock_jumps_total')) === 2);
    assert.ok((await datedAheadMs()) > before - 5_000, 'the time of the service has not gone back');
    const offset = await metric('clock_offset_seconds');
    assert.ok(Math.abs(offset + 10_800) < 60, `${offset} seconds`);
    await mustLog(/"level":"warn".*"seconds":-10[789]\d\d.*was set back/);
    assert.match(doctorSays('service clock'), /^error: .* 3 hours ahead/);
    await mustOperate('2100-01-02T00:00:00Z');

    service.child.kill('SIGTERM');
    assert.equal(await service.ended(), 0);
    service = await start();
    assert.ok(Math.abs(await datedAheadMs()) < 5_000);
    assert.match(doctorSays('service clock'), /^ok: /);
    assert.match(doctorSays('recorded times'), /error: .* of live are dated 3 hours in the future/);
    await mustOperate('2100-01-03T00:00:00Z');
  });
});

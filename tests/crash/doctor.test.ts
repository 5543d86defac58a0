// `tenor doctor` as an operator runs it: before there is a database, beside a running service, and after it was
// stopped.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { type Running, startService, tenor } from '../support/process.ts';

interface Told {
  readonly errors: number;
  readonly warnings: number;
  readonly findings: readonly { readonly check: string; readonly level: string; readonly says: string }[];
}

const root = mkdtempSync(join(tmpdir(), 'tenor-doctor-'));
let service: Running | undefined;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

function doctor(dataDirectory: string, port: string, ...flags: string[]): Told & { readonly code: number | null } {
  const environment = { PORT: port };
  const { code, output } = tenor({ dataDirectory, environment }, 'doctor', '--json', ...flags);
  const told = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as Told;
  return { code, ...told };
}

const of = ({ findings }: Told, check: string) => findings.filter((one) => one.check === check);

describe('tenor doctor', () => {
  test('does not say that all is well of another database than that of the service', async () => {
    const [used, other] = [join(root, 'used'), join(root, 'other')];
    const first = await startService({ dataDirectory: other });
    first.child.kill('SIGTERM');
    assert.equal(await first.ended(), 0);
    service = await startService({ dataDirectory: used });
    const { port } = new URL(service.url);
    // On a busy machine the service may answer too late to be heard.
    const elsewhere = await eventually('the doctor hears of the service', async () => {
      const told = doctor(other, port);
      return of(told, 'database').length > 1 && told;
    });
    assert.deepEqual([elsewhere.code, elsewhere.errors], [1, 1], JSON.stringify(elsewhere.findings));
    assert.match(String(of(elsewhere, 'database')[1]?.says), /works with another database than that in/);
    service.child.kill('SIGTERM');
    assert.equal(await service.ended(), 0);
  });

  test('tells how it is, changes nothing, and its exit status says whether something is wrong', async () => {
    const dataDirectory = join(root, 'data');
    const before = doctor(dataDirectory, '1');
    assert.deepEqual([before.code, of(before, 'database')[0]?.level], [1, 'error']);
    assert.equal(existsSync(dataDirectory), false, 'it makes nothing');

    service = await startService({ dataDirectory });
    const { port } = new URL(service.url);
    const beside = doctor(dataDirectory, port, '--strict');
    assert.deepEqual([beside.code, beside.errors, beside.warnings], [0, 0, 0], JSON.stringify(beside.findings));
    assert.match(String(of(beside, 'service')[0]?.says), /is ready/);
    assert.match(String(of(beside, 'database')[0]?.says), /runs and answers/);
    assert.equal((await fetch(`${service.url}/health/ready`)).status, 200, 'the service goes on');
    service.child.kill('SIGTERM');
    assert.equal(await service.ended(), 0);

    const stopped = doctor(dataDirectory, port);
    assert.deepEqual([stopped.code, stopped.errors, stopped.warnings], [0, 0, 1], JSON.stringify(stopped.findings));
    assert.match(String(of(stopped, 'database')[0]?.says), /started for this look/);
    assert.equal(doctor(dataDirectory, port, '--strict').code, 1, 'the service does not run');
    assert.equal(existsSync(join(dataDirectory, 'db', 'postmaster.pid')), false, 'it stops what it started');

    chmodSync(join(dataDirectory, 'encryption.key'), 0o644);
    const open = doctor(dataDirectory, port);
    assert.deepEqual([open.code, of(open, 'key file')[0]?.level], [1, 'error']);
    assert.equal(tenor({ dataDirectory }, 'doctor', '--what').code, 2, 'wrong use');
  });
});

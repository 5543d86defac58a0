// A database that is older than what a bank has taken since: restored by the command, and put back behind its back.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { aBridge, type Bridge } from '../support/bridge.ts';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { aPayingLoan, asked, nameBridge, type PayingLoan } from '../support/paying-process.ts';
import { type Running, startService, tenor } from '../support/process.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-restored-'));
const [now, afterwards] = ['2027-05-13T15:00:00Z', '2027-05-18T15:00:00Z'];

describe('a database from before a bank took money', () => {
  let bridge: Bridge;
  let service: Running;
  let loan: PayingLoan;
  const file = join(root, 'backup.tenor');
  const source = madeDirectory(join(root, 'source'));
  const snapshot = join(root, 'snapshot');
  const place = (dataDirectory: string) => ({ dataDirectory, environment: { WEBHOOK_DEV_HOSTS: bridge.host } });
  const keys: Record<string, string> = {};

  const stop = async () => {
    process.kill(service.child.pid as number, 'SIGTERM');
    assert.equal(await service.ended(), 0);
  };
  const pay = (cents: number, more = {}) =>
    asked(service, 'POST', `${loan.path}/transactions`, {
      type: 'oneTime',
      amount: cents / 100,
      paymentInstrumentId: loan.instrumentId,
      ...more,
    });
  const isTaken = (key: string) => eventually(`${key} is taken`, () => bridge.taken.has(key));
  const moveOn = () => asked(service, 'POST', '/test-clock/advance?sync=true', { to: afterwards });
  const resume = (dataDirectory: string, ...words: string[]) =>
    tenor(place(dataDirectory), 'payments', 'resume', '--mode', 'test', ...words);

  before(async () => {
    bridge = await aBridge();
    service = await startService(place(source));
    await asked(service, 'POST', '/test-clock', { now });
    await nameBridge(service, bridge);
    loan = await aPayingLoan(service, 1);
    keys.before = `${(await pay(10_100)).id}.1`;
    keys.scheduled = `${(await pay(20_200, { scheduledDate: '2027-05-14' })).id}.1`;
    await isTaken(keys.before);
    assert.equal(tenor(place(source), 'payments', 'stop', '--mode', 'test', '--reason', 'a pause').code, 0);
    const { code, output } = tenor(place(source), 'backup', file);
    assert.equal(code, 0, output);
    assert.equal(resume(source).code, 0);
    await stop();
    execFileSync('cp', ['-a', source, snapshot]);
    service = await startService(place(source));
    // What the backup does not know: a payment, and that the scheduled one was ordered.
    keys.since = `${(await pay(30_300)).id}.1`;
    await moveOn();
    for (const key of [keys.since, keys.scheduled]) await isTaken(key);
    await stop();
    bridge.lists = true;
  });
  afterEach(() => {
    service.child.kill('SIGKILL');
  });
  after(async () => {
    service?.child.kill('SIGKILL');
    await bridge?.close();
    rmSync(root, { recursive: true, force: true });
  });

  /** Each order came once, and the money of each was taken once. */
  const mustBeTakenOnce = () => {
    assert.deepEqual([...bridge.taken.keys()].sort(), Object.values(keys).sort());
    assert.equal(bridge.came.length, 3, JSON.stringify(bridge.came.map(({ key }) => key)));
  };

  test('sends nothing when it is restored, says what differs, and asks before it goes on', async () => {
    const target = join(root, 'restored');
    mkdirSync(target, { mode: 0o700 });
    cpSync(join(source, 'encryption.key'), join(target, 'encryption.key'));
    const { code, output } = tenor(place(target), 'restore', file);
    assert.equal(code, 0, output);
    service = await startService(place(target));
    await moveOn();
    const isListed = () => /30300 cents\), which is not in the backup/.test(resume(target).output);
    await eventually('the list of the bridge was read', isListed);
    const refused = resume(target);
    assert.notEqual(refused.code, 0);
    assert.match(refused.output, new RegExp(`${keys.scheduled} \\(20200 cents\\) waits to be sent`));
    mustBeTakenOnce();
    assert.equal(resume(target, '--confirm').code, 0);
    const scheduled = `${loan.path}/transactions/${keys.scheduled?.split('.')[0]}`;
    await eventually('it was found', async () => (await asked(service, 'GET', scheduled)).status === 'pending');
    mustBeTakenOnce();
    await stop();
  });

  test('is seen by the next start when a snapshot was put back: nothing is sent until a person has looked', async () => {
    service = await startService(place(snapshot));
    const isSeen = () => /older than a provider: PV-.* knows of orders that are not here/.test(doctor());
    const doctor = () => tenor(place(snapshot), 'doctor').output;
    await eventually('the start has compared', isSeen);
    await moveOn();
    const refused = resume(snapshot);
    assert.notEqual(refused.code, 0);
    assert.match(refused.output, new RegExp(`${keys.scheduled} \\(20200 cents\\) waits to be sent`));
    mustBeTakenOnce();
    await stop();
  });
});

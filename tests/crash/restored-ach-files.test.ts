// A database that is older than the ACH files with its bank, which is a folder here: restored by the command, and put back
// behind its back. Times of New York: in May 16:00, the cut-off, is 20:00Z.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { aBank, entriesIn } from '../support/ach-bank.ts';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { aPayingLoan, asked, type PayingLoan } from '../support/paying-process.ts';
import { type Running, startService, tenor } from '../support/process.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-restored-ach-'));
const bank = join(root, 'bank');
const files = '/companies/current/ach-file-uploads';

describe('a database from before a bank took ACH files', () => {
  let service: Running;
  let loan: PayingLoan;
  let before16: string;
  const backup = join(root, 'backup.tenor');
  const source = madeDirectory(join(root, 'source'));
  const snapshot = join(root, 'snapshot');
  const place = (dataDirectory: string) => ({ dataDirectory, environment: { BANK_FILES_DIR: bank } });

  const stop = async () => {
    process.kill(service.child.pid as number, 'SIGTERM');
    assert.equal(await service.ended(), 0);
  };
  const pay = async (amount: number): Promise<string> => {
    const order = { type: 'oneTime', amount, paymentInstrumentId: loan.instrumentId };
    return (await asked(service, 'POST', `${loan.path}/transactions`, order)).id as string;
  };
  const moveTo = (to: string) => asked(service, 'POST', '/test-clock/advance?sync=true', { to });
  const folder = () => {
    const [company = ''] = readdirSync(join(bank, 'test'));
    return join(bank, 'test', company, 'outgoing');
  };
  const sent = () => readdirSync(folder()).filter((name) => name.endsWith('.ach'));
  const stateIs = (state: string) =>
    eventually(`a file is ${state}`, async () => {
      const shown = (await asked(service, 'GET', `${files}?state=${state}`)) as unknown as Record<string, string>[];
      return shown[0];
    });
  /** What the bank has taken is one file with the one entry, whatever was tried since. */
  const mustBeSentOnce = () => {
    const [name = '', ...more] = sent();
    assert.deepEqual(more, []);
    const entries = entriesIn(readFileSync(join(folder(), name), 'ascii'));
    // Beside the trial deposits of the account.
    assert.deepEqual(entries.slice(0, 1), [`WEB LOAN PMT 270514 27 10000 ${before16}`]);
  };

  before(async () => {
    service = await startService(place(source));
    await asked(service, 'POST', '/test-clock', { now: '2027-05-13T15:00:00Z' });
    const named = { kind: 'ach', ach: { ...aBank() } };
    await asked(service, 'PUT', '/companies/current/payment-providers/bankAccount', named);
    loan = await aPayingLoan(service, 1);
    before16 = await pay(100);
    const { code, output } = tenor(place(source), 'backup', backup);
    assert.equal(code, 0, output);
    await stop();
    execFileSync('cp', ['-a', source, snapshot]);
    service = await startService(place(source));
    // What neither copy knows: the file of this day was closed, and the bank has it.
    await moveTo('2027-05-13T20:00:00Z');
    await stateIs('uploaded');
    mustBeSentOnce();
    await stop();
  });
  afterEach(() => {
    service.child.kill('SIGKILL');
  });
  after(() => {
    service?.child.kill('SIGKILL');
    rmSync(root, { recursive: true, force: true });
  });

  test('leaves nothing with it once it is restored, also where a person lets payments go on too early', async () => {
    const target = join(root, 'restored');
    mkdirSync(target, { mode: 0o700 });
    cpSync(join(source, 'encryption.key'), join(target, 'encryption.key'));
    const restored = tenor(place(target), 'restore', backup);
    assert.equal(restored.code, 0, restored.output);
    service = await startService(place(target));
    // Another payment makes another file of it: the same bytes would be found under their name.
    await pay(110);
    await moveTo('2027-05-13T20:00:00Z');
    const resume = (...words: string[]) => tenor(place(target), 'payments', 'resume', '--mode', 'test', ...words);
    const refused = resume();
    assert.notEqual(refused.code, 0);
    assert.match(refused.output, new RegExp(`${before16}\\.1 \\(10000 cents\\) waits to be sent`));
    assert.equal(resume('--confirm').code, 0);
    await moveTo('2027-05-14T20:00:00Z');
    const held = await stateIs('built');
    assert.match(held.lastError ?? '', new RegExp(`^${sent()[0]} is with the bank and not here`));
    mustBeSentOnce();
    await stop();
  });

  test('that was put back behind its back keeps a file for a person, who sees why', async () => {
    service = await startService(place(snapshot));
    await pay(110);
    await moveTo('2027-05-13T20:00:00Z');
    const held = await stateIs('built');
    assert.match(held.lastError ?? '', new RegExp(`^${sent()[0]} is with the bank and not here`));
    mustBeSentOnce();
    await asked(service, 'POST', `${files}/${held.id}/void`, { reason: 'the bank has an entry of it' });
    await stop();
  });
});

// ACH files while the service dies by kill -9: as they close, as their payments turn pending, as they leave. Afterwards
// each payment stands in one file, once, and each file has arrived whole and once.
//   TENOR_CRASHES=50 npm test -- crash/ach-files       more rounds
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aBank, entriesIn } from '../support/ach-bank.ts';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { aPayingLoan, asked, type PayingLoan, withDatabase } from '../support/paying-process.ts';
import { type Running, startService } from '../support/process.ts';

const rounds = Number(process.env.TENOR_CRASHES ?? 5);
const [borrowers, paymentsEach] = [4, 3];

const root = mkdtempSync(join(tmpdir(), 'tenor-ach-'));
const bankFiles = join(root, 'bank');
let service: Running | undefined;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

/** Thursdays from 2027-05-13 on: none of them is a holiday, and neither is the Friday after. */
const dayOf = (round: number): string => new Date(Date.UTC(2027, 4, 13 + 7 * round)).toISOString().slice(0, 10);

test('a service that is killed as files close and leave sends each payment in one file, once', async () => {
  const dataDirectory = madeDirectory(join(root, 'data'));
  const environment = { BANK_FILES_DIR: bankFiles };
  const start = async () => {
    service = await startService({ dataDirectory, environment });
    return service;
  };
  let running = await start();
  await asked(running, 'POST', '/test-clock', { now: `${dayOf(0)}T12:00:00Z` });
  const loans: PayingLoan[] = [];
  for (let n = 1; n <= borrowers; n += 1) loans.push(await aPayingLoan(running, n));
  // Few entries in a file, so that a cut-off closes several.
  const ach = aBank({ fileMax: { entries: 5 } });
  const { companyId } = await asked(running, 'PUT', '/companies/current/payment-providers/bankAccount', {
    kind: 'ach',
    ach,
  });
  const paid = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    await asked(running, 'POST', '/test-clock', { now: `${dayOf(round)}T14:00:00Z` });
    for (const { path, instrumentId } of loans) {
      for (let n = 0; n < paymentsEach; n += 1) {
        const cents = 1_000 + paid.size;
        const body = { type: 'oneTime', amount: cents / 100, paymentInstrumentId: instrumentId };
        paid.set((await asked(running, 'POST', `${path}/transactions`, body)).id, cents);
      }
    }
    await asked(running, 'POST', '/test-clock', { now: `${dayOf(round)}T20:00:01Z` });
    // The day looks once a second: from before it closes the first file to after the last has left.
    await sleep(200 + ((round * 397) % 2_000));
    running.child.kill('SIGKILL');
    await running.ended();
    running = await start();
    await eventually('all files are with the bank', () => areAllThere(dataDirectory));
  }
  const files = await withDatabase(dataDirectory, async (client) => {
    const { rows } = await client.query(
      'select file_name, sha256, entries, state from test.ach_files order by position',
    );
    return rows as { file_name: string; sha256: string; entries: number; state: string }[];
  });
  const sent = files.flatMap(({ file_name, sha256, entries }) => {
    const text = readFileSync(join(bankFiles, 'test', companyId, 'outgoing', file_name), 'ascii');
    assert.equal(createHash('sha256').update(text).digest('hex'), sha256, file_name);
    const found = entriesIn(text);
    assert.equal(found.length, entries);
    return found.map((entry) => entry.split(' ').slice(-2));
  });
  const expected = [...paid].map(([id, cents]) => [String(cents), id]);
  assert.deepEqual(sent.sort(), expected.sort(), 'each payment once, to the cent');
  await withDatabase(dataDirectory, async (client) => {
    const { rows } = await client.query(
      `select (select count(*)::int from test.payment_attempts where state = 'accepted') as accepted,
        (select count(*)::int from test.transactions where status = 'pending') as pending,
        (select coalesce(sum(amount_cents), 0)::int from test.cash_balances where account = 'LC') as cents,
        (select count(*)::int from test.payment_breaks) as breaks`,
    );
    const cents = [...paid.values()].reduce((sum, one) => sum + one, 0);
    const [{ accepted, pending, ...books }] = rows;
    assert.deepEqual(books, { cents: -cents, breaks: 0 }, 'on the loans is what stands in the files');
    assert.ok(accepted + pending > 0);
  });
});

/** Entries of earlier weeks are confirmed meanwhile: nothing waits for a file, and none is on its way. */
const areAllThere = (dataDirectory: string): Promise<boolean> =>
  withDatabase(dataDirectory, async (client) => {
    const { rows } = await client.query(
      `select (select count(*) from test.ach_entries where file_id is null)
        + (select count(*) from test.ach_files where state <> 'uploaded') as open`,
    );
    return Number(rows[0].open) === 0;
  });

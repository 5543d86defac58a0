// A bank that is reached by SFTP alone, over days of the test clock, while the service, the bank and its server die by
// kill -9 at any moment: as files close and leave, as the bank takes them, as it writes what comes back, and as that is
// read. At the end of each day the bank's books are our cash book, to the cent.
//   TENOR_CRASHES=60 TENOR_SEED=7 npm test -- crash/ach-bank       more days, and the same draws again
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDaysFrom } from '@tenor/engine/time/calendar.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type pg from 'pg';
import { stopwatch } from '#platform/clock.ts';
import { hasSshd } from '#platform/file-places/test-sshd.ts';
import { aBank } from '../support/ach-bank.ts';
import { anAccountAtABank } from '../support/bank.ts';
import { eventually } from '../support/eventually.ts';
import { randomOf } from '../support/fuzz/random.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { aPayingLoan, asked, type PayingLoan, withDatabase } from '../support/paying-process.ts';
import { type Running, startService, tenor } from '../support/process.ts';
import { seed } from '../support/seed.ts';
import type { Held } from '../support/sftp-bank/books.ts';
import { anSftpBank, type SftpBank } from '../support/sftp-bank/sftp-bank.ts';
import type { Shown } from '../support/told.ts';

const days = Number(process.env.TENOR_CRASHES ?? 3);
const random = randomOf(seed, 0);
const [borrowers, paymentsOfDay] = [5, 6];

/** Who died, and in what. */
const deaths = { ofService: 0, withFileHalfRead: 0, ofBank: 0 };

const root = mkdtempSync(join(tmpdir(), 'tenor-bank-'));
const dataDirectory = madeDirectory(join(root, 'data'));
let bank: SftpBank;
let service: Running | undefined;
after(async () => {
  service?.child.kill('SIGKILL');
  await bank?.stop();
  rmSync(root, { recursive: true, force: true });
});

const start = async (): Promise<Running> => {
  service = await startService({ dataDirectory, environment: { WEBHOOK_DEV_HOSTS: bank.address } });
  return service;
};
const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Shown> =>
  asked(service as Running, method, path, body);

/** What a dead process has held for some seconds, or minutes, is free at once: nobody waits for that here. */
const freed = (client: pg.Client): Promise<unknown> =>
  client.query(`update test.ach_files set due_at = 1 where due_at is not null;
    update test.ach_readings set due_at = 1 where due_at is not null`);

/** Looks at the bank's folder now, and not once a minute: nobody waits for that here. */
const look = (client: pg.Client): Promise<unknown> =>
  client.query(
    `insert into test.outbox (subject_id, id, company_id, position, job, payload)
     select company_id, gen_random_uuid(), company_id, (extract(epoch from clock_timestamp()) * 1000000)::bigint,
       'payments.askForNews', jsonb_build_object('providerId', provider_id)
     from test.payment_provider_work where not exists (select from test.outbox)`,
  );

/** Both may die, each at a moment of its own; the service sometimes as it reads a file. Then both are there again. */
async function dying(client: pg.Client, reads: boolean): Promise<void> {
  const [ofService, ofBank] = [random.between(0, 2_000), random.between(0, 1_500)];
  const [isService, isBank, isInFile] = [random.chance(0.5), random.chance(0.6), random.chance(0.5)];
  const one = async () => {
    if (!isService) return;
    if (reads && isInFile) await beginsToRead(client);
    await sleep(reads && isInFile ? ofService / 20 : ofService);
    (service as Running).child.kill('SIGKILL');
    await (service as Running).ended();
    deaths.ofService += 1;
    if ((await count(client, underWay)) > 0) deaths.withFileHalfRead += 1;
    await start();
  };
  const other = async () => {
    if (!isBank) return;
    await sleep(ofBank);
    await bank.die();
    deaths.ofBank += 1;
    await bank.rise();
  };
  await Promise.all([one(), other()]);
  await freed(client);
}

const underWay = `select count(*) from test.ach_readings where state in ('kept', 'applying')`;

async function beginsToRead(client: pg.Client): Promise<void> {
  const waited = stopwatch();
  while (waited() < 8_000 && (await count(client, underWay)) === 0) {
    await look(client);
    await sleep(20);
  }
}

interface Payment {
  readonly id: string;
  readonly cents: number;
}

/** An account that was stopped by a return takes none. */
async function pay(loans: readonly PayingLoan[], paid: Payment[]): Promise<void> {
  for (let n = 0; n < paymentsOfDay; n += 1) {
    const { path, instrumentId } = loans[n % loans.length] as PayingLoan;
    const cents = 1_000 + paid.length;
    const body = { type: 'oneTime', amount: cents / 100, paymentInstrumentId: instrumentId };
    const answer = await (service as Running).call('POST', `${path}/transactions`, body);
    const { data, ...wrong } = (await answer.json()) as { data: Shown; errorType?: string };
    if (answer.status === 201) paid.push({ id: data.id, cents });
    else assert.equal(wrong.errorType, 'InstrumentCannotBeCharged', JSON.stringify(wrong));
  }
}

const count = async (client: pg.Client, sql: string, values: unknown[] = []): Promise<number> =>
  Number((await client.query(`select (${sql}) as count`, values)).rows[0].count);

/** No entry waits for a cut-off that has passed, every file has left, and the bank has taken each entry. */
async function allTaken(client: pg.Client): Promise<boolean> {
  const [{ open, sent }] = (
    await client.query(
      `select (select count(*)::int from test.ach_entries where file_id is null and leaves_at <= (select now_at from test.test_clocks))
         + (select count(*)::int from test.ach_files where direction = 'out' and state <> 'uploaded') as open,
       (select count(*)::int from test.ach_entries where file_id is not null) as sent`,
    )
  ).rows;
  return open === 0 && bank.books().entries.size === sent;
}

/** All that the bank has given is read. */
async function allRead(client: pg.Client, day: string): Promise<boolean> {
  if (!bank.books().days.includes(day)) return false;
  const hashes = bank.files().map((content) => createHash('sha256').update(content).digest('hex'));
  const read = `select count(*) from test.ach_readings where state = 'read' and sha256 = any($1)`;
  if ((await count(client, read, [hashes])) === hashes.length) return true;
  await look(client);
  return false;
}

/** The bank has them on its books from the evening on. */
const allSettled = async (client: pg.Client, day: string): Promise<boolean> =>
  (await count(client, `select count(*) from test.payment_attempts where state = 'accepted' and entry_date <= $1`, [
    day,
  ])) === 0;

function expectedStatus({ backs }: Held, status: string): string {
  const last = backs.findLast(({ code }) => code !== 'C01')?.code;
  if (last === 'R01') return 'failed';
  if (last === 'R10') return 'chargeback';
  return last === 'R68' ? 'succeeded' : status === 'succeeded' ? status : 'pending';
}

async function mustAgree(client: pg.Client, day: string, paid: readonly Payment[]): Promise<void> {
  const { entries, wrong, net, balance } = bank.books();
  assert.deepEqual(wrong, [], 'the bank was sent nothing twice, and nothing by half');
  const held = [...entries.values()];
  assert.deepEqual(
    held.map(({ id, cents }) => `${id} ${cents}`).sort(),
    paid.map(({ id, cents }) => `${id} ${cents}`).sort(),
    `each payment is with the bank, once, on ${day}`,
  );
  const { rows } = await client.query(
    'select account, sum(amount_cents)::int as cents from test.cash_balances group by account having sum(amount_cents) <> 0',
  );
  const cash: Record<string, number> = Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
  const { LC = 0, BK = 0, UN = 0, ...rest } = cash;
  const others = Object.values(rest).reduce((sum, cents) => sum + cents, 0);
  assert.deepEqual([LC, BK, UN, BK + others], [-net, balance, 0, net], `${day}: ${JSON.stringify(cash)}`);
  const { rows: told } = await client.query('select id, status from test.transactions where id = any($1)', [
    held.map(({ id }) => id),
  ]);
  const statusOf = new Map<string, string>(told.map(({ id, status }) => [id, status]));
  for (const entry of held) {
    const status = statusOf.get(entry.id) as string;
    assert.equal(status, expectedStatus(entry, status), `${entry.id} on ${day}: ${JSON.stringify(entry.backs)}`);
  }
  const backs = held.flatMap((entry) => entry.backs).length;
  const counts = `(select count(*) from test.provider_messages where file_id is not null) + 1000000 * (select count(*) from test.payment_breaks)`;
  assert.equal(await count(client, counts), backs, 'each return was heard once, and none is a break');
}

interface Story {
  readonly client: pg.Client;
  readonly loans: readonly PayingLoan[];
  readonly accountId: string;
}

async function live({ client, loans, accountId }: Story, day: string, paid: Payment[]): Promise<void> {
  await call('POST', '/test-clock', { now: `${day}T14:00:00Z` });
  await pay(loans, paid);
  // The cut-off is at 16:00 of New York.
  await call('POST', '/test-clock', { now: `${day}T20:00:01Z` });
  await dying(client, false);
  await eventually('the bank has all of it', () => allTaken(client));
  await call('POST', '/test-clock', { now: `${day}T23:00:00Z` });
  bank.close(day);
  await dying(client, true);
  await eventually('what came back is read', () => allRead(client, day));
  await eventually('all of the day has settled', () => allSettled(client, day));
  const content = await eventually('the statement is there', () => bank.statement(day));
  await call('POST', `/companies/current/bank-accounts/${accountId}/statements`, { content, through: day });
  await mustAgree(client, day, paid);
}

const skip = hasSshd ? false : 'OpenSSH is not installed: apt-get install openssh-server';
const timeout = 300_000 + days * 60_000;
const title = `a bank and our cash book agree at the end of each day, whoever dies (${days} days, TENOR_SEED=${seed})`;

test(title, { skip, timeout }, async (t) => {
  bank = await anSftpBank(seed);
  const running = await start();
  let day = '2027-05-13';
  await call('POST', '/test-clock', { now: `${day}T12:00:00Z` });
  const loans: PayingLoan[] = [];
  for (let n = 1; n <= borrowers; n += 1) loans.push(await aPayingLoan(running, n));
  const { place, credentials } = bank;
  const ach = aBank({ place, fileMax: { entries: 4 } });
  const { id: providerId } = await call('PUT', '/companies/current/payment-providers/bankAccount', {
    kind: 'ach',
    ach,
    credentials,
  });
  const account = { ...anAccountAtABank, paymentProviderIds: [providerId] };
  const { id: accountId } = await call('POST', '/companies/current/bank-accounts', account);
  const paid: Payment[] = [];
  await withDatabase(dataDirectory, async (client) => {
    for (let n = 0; n < days; n += 1) {
      await live({ client, loans, accountId }, day, paid);
      day = dateOf(openDaysFrom(dayOf(day as CivilDate), 1));
    }
  });
  const { entries } = bank.books();
  t.diagnostic(JSON.stringify({ ...deaths, entries: entries.size, files: bank.files().length }));
  process.kill((service as Running).child.pid as number, 'SIGTERM');
  await (service as Running).ended();
  const { code, output } = tenor({ dataDirectory }, 'verify', '--mode', 'test');
  assert.equal(code, 0, output);
});

// Returns of files, fetched from the folder of a bank, read and replayed, beside the rate at which payments are moved to an
// earlier day by HTTP in the same run: both take a payment off its day and compute the loan again.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client as Caller } from 'autocannon';
import type { Client } from 'pg';
import { fillAutopay, makeDue, type Portfolio } from '../autopay/fill.ts';
import type { Cleanup } from '../cleanup.ts';
import { driveRound } from '../load.ts';
import { testApi } from '../loans/api.ts';
import { type LoanRef, pathOf, payment, setClock } from '../loans/template.ts';
import { attach } from '../overload/inspector.ts';
import { mustBeAlive } from '../processes.ts';
import { enter, inWords, record, spread } from '../report.ts';
import { makePlace, type RunningService, startService, testKey, withDatabase } from '../service.ts';

export const readReturnsName = 'ach-returns';

const aim = 1;
const rounds = 3;
const connections = 8;
const pollMs = 50;
const patienceMs = 1_800_000;

interface Size {
  readonly returns: number;
  readonly others: number;
  readonly seconds: number;
}

const quick: Size = { returns: 900, others: 300, seconds: 3 };
const whole: Size = { returns: 100_000, others: 3_000, seconds: 10 };

export async function measureReadReturns(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const size = isQuick ? quick : whole;
  const place = makePlace(cleanup);
  const bankFiles = join(place.directory, 'bank');
  mkdirSync(bankFiles);
  const service = await startService(place, cleanup, { bankFiles, nodeFlags: ['--inspect=127.0.0.1:0'] });
  const portfolio = await fillAutopay(place, service, { plans: size.returns, others: size.others });
  const inspector = await attach(service.log);
  await withDatabase(place, async (client) => {
    const folder = await nameBank(client, bankFiles);
    const sent = await sendAll(client, service, portfolio, size.returns);
    const moved = await payThen(service, portfolio.others);
    const [rates, backdated]: [number[], number[]] = [[], []];
    const heaps = [(await inspector.memory()).heapBytes];
    for (let round = 0; round < rounds; round += 1) {
      const target = moving(service, moved, { today: portfolio.planned.dueAt, round });
      backdated.push((await driveRound(target, { seconds: size.seconds, connections }, round)).perSecond);
      const part = sent.filter((_, i) => i % rounds === round);
      rates.push(await readBack(client, service, join(folder, `RETURNS-${round}.ach`), part));
      heaps.push((await inspector.memory()).heapBytes);
    }
    inspector.close();
    const ratio = spread(rates.map((rate, i) => rate / (backdated[i] as number)));
    enter({ name: readReturnsName, limitSays: 'payments moved to an earlier day by HTTP, same realm', aim }, ratio);
    record({ figure: readReturnsName, ...size, aim, ratio, rates, backdated, heaps });
    console.log(
      `ach-returns    ${size.returns} returns in ${rounds} files: ${inWords(spread(rates), 0)} a second, moved by HTTP ${inWords(spread(backdated), 0)}; ratio ${inWords(ratio, 2)} (aim ${aim})`,
    );
    console.log(`  heap MiB after collection, before and after each file: ${heaps.map(mebibytes).join(', ')}`);
  });
  await cleanup.run();
}

const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);

const bank = {
  destination: '110000026',
  destinationName: 'DEMO ODFI BANK',
  origin: '1987654321',
  originName: 'TENOR DEMO',
  companyName: 'TENOR DEMO LOANS',
  companyId: '1987654321',
  discretionary: '',
  odfi: '11000002',
  timezone: 'America/New_York',
  cutOff: '16:00',
  sameDayWindows: [],
  sameDayAmountMax: 100_000_000,
  lateMinutes: 60,
  acknowledgeWithinMinutes: 60,
  fileNamePrefix: '',
  lineEnd: 'lf',
  descriptions: { payment: 'LOAN PMT', downPayment: 'DOWN PMT', refund: 'REFUND', funding: 'LOAN FUND' },
  place: {
    kind: 'directory',
    folder: 'outgoing',
    incomingFolder: 'incoming',
    host: null,
    port: null,
    username: null,
    hostKey: null,
  },
  fileMax: { entries: null, debitAmount: null, creditAmount: null, lines: null },
  // Nobody takes the files.
  releaseMax: { entries: 0, debitAmount: null, creditAmount: null },
};

/** Gives the folder in which the bank leaves what comes back. */
async function nameBank(client: Client, bankFiles: string): Promise<string> {
  const { rows } = await client.query(
    `insert into test.payment_providers (company_id, id, position, instrument_type, kind, settings, created_at)
     select company_id, 'PV-BENC-HACH', 1, 'bankAccount', 'ach', $1, now() from test.companies limit 1
     returning company_id`,
    [JSON.stringify(bank)],
  );
  const [{ company_id }] = rows;
  await client.query(
    `insert into test.payment_provider_work (company_id, provider_id, due_at, failures) values ($1, 'PV-BENC-HACH', $2, 0)`,
    [company_id, never],
  );
  const folder = join(bankFiles, 'test', company_id, 'incoming');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Beyond any time of the machine, in microseconds. */
const never = 2 ** 52;

interface Entry {
  readonly trace: string;
  readonly cents: number;
  readonly id: string;
}

/** All are released, closed into files and told to be accepted. */
async function sendAll(client: Client, service: RunningService, portfolio: Portfolio, count: number): Promise<Entry[]> {
  await makeDue(client, portfolio.planned, 1, count);
  await until(client, service, 'select count(*) >= $1 as done from test.ach_entries', [count]);
  const [{ at }] = (await client.query('select max(leaves_at) as at from test.ach_entries')).rows;
  await setClock(testApi(service), new Date(at.getTime() + 1_000).toISOString());
  const accepted = `select count(*) >= $1 as done from test.payment_attempts where state = 'accepted'`;
  await until(client, service, accepted, [count]);
  const { rows } = await client.query('select trace, amount_cents as cents, individual_id as id from test.ach_entries');
  return rows.map(({ cents, ...row }) => ({ ...row, cents: Number(cents) }));
}

async function until(client: Client, service: RunningService, sql: string, values: unknown[]): Promise<void> {
  const began = performance.now();
  while (!(await client.query(sql, values)).rows[0]?.done) {
    mustBeAlive('service', service);
    if (performance.now() - began > patienceMs) throw new Error(`It does not come to ${values}: ${sql}`);
    await sleep(pollMs);
  }
}

/** Returns a second, from the commit that keeps the file to the one that says that all of it is taken. */
async function readBack(
  client: Client,
  service: RunningService,
  path: string,
  entries: readonly Entry[],
): Promise<number> {
  writeFileSync(`${path}.part`, returnsOf(entries));
  renameSync(`${path}.part`, path);
  const look = () => client.query('update test.payment_provider_work set due_at = 0');
  const known = path.slice(path.lastIndexOf('/') + 1);
  await look();
  await until(client, service, `select true as done from test.ach_fetches where mark like $1`, [`${known} %`]);
  await look();
  await until(client, service, 'select true as done from test.ach_readings where file_name = $1', [known]);
  const began = performance.now();
  const read = `select state in ('read', 'unreadable') as done from test.ach_readings where file_name = $1`;
  await until(client, service, read, [known]);
  const seconds = (performance.now() - began) / 1_000;
  const { rows } = await client.query('select taken, problem from test.ach_readings where file_name = $1', [known]);
  if (rows[0].taken !== entries.length) throw new Error(`Of ${entries.length} were taken: ${JSON.stringify(rows)}`);
  return entries.length / seconds;
}
const zeros = (value: number, length: number): string => String(value).padStart(length, '0');
let drawn = 0;

function returnsOf(entries: readonly Entry[]): string {
  const head = `101${'1987654321'}${' 110000026'}2601050610A094101${'TENOR DEMO'.padEnd(23)}${'DEMO ODFI BANK'.padEnd(31)}`;
  const batch = `5225${'TENOR DEMO LOANS'.padEnd(36)}1987654321WEBLOAN PMT  ${' '.repeat(15)}1110000030000001`;
  const lines = entries.flatMap(({ trace, cents, id }) => {
    drawn += 1;
    const own = `11000003${zeros(drawn, 7)}`;
    const entry = `626110000026${'900000000011'.padEnd(17)}${zeros(cents, 10)}${id.padEnd(15)}${'ADA LOVELACE'.padEnd(22)}  1${own}`;
    return [entry, `799R01${trace}      11000003${' '.repeat(44)}${own}`];
  });
  const hash = zeros((entries.length * 11_000_002) % 10_000_000_000, 10);
  const debits = zeros(
    entries.reduce((sum, { cents }) => sum + cents, 0),
    12,
  );
  const records = entries.length * 2;
  const foot = `8225${zeros(records, 6)}${hash}${debits}${zeros(0, 12)}1987654321${' '.repeat(25)}110000030000001`;
  const end = `9000001000001${zeros(records, 8)}${hash}${debits}${zeros(0, 12)}`;
  return [head, batch, ...lines, foot, end, ''].join('\n');
}

interface Moved {
  readonly path: string;
}

/** A payment of each, to be moved. */
async function payThen(service: RunningService, loans: readonly LoanRef[]): Promise<Moved[]> {
  const api = testApi(service);
  const moved: Moved[] = [];
  for (let at = 0; at < loans.length; at += connections) {
    const some = loans.slice(at, at + connections).map(async (loan) => {
      const { id } = await api.post(`${pathOf(loan)}/transactions?sync=true`, payment(loan, 10));
      return { path: `${pathOf(loan)}/transactions/${id}` };
    });
    moved.push(...(await Promise.all(some)));
  }
  return moved;
}

const headers = { 'x-api-key': testKey, 'content-type': 'application/json' };

const dayBefore = (today: string, days: number): string =>
  new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

/** Each round has days of its own: to move a payment to the day that it has is refused. */
const moving = (
  service: RunningService,
  moved: readonly Moved[],
  { today, round }: { readonly today: string; readonly round: number },
) => ({
  ...service,
  name: 'service',
  setupClient(client: Caller, index: number, among: number): void {
    const own = moved.filter((_, i) => i % among === index);
    client.setRequests(
      own.flatMap(({ path }) =>
        [1, 2, 3, 4, 5].map((days) => ({
          method: 'POST' as const,
          path: `/api${path}/backdate`,
          headers,
          body: JSON.stringify({ effectiveDate: dayBefore(today, round * 5 + days) }),
        })),
      ),
    );
  },
});

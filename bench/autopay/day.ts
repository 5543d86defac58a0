// A day of autopay: a fifth of a portfolio is released, sent to the simulator and posted, beside the rate at which
// payments from outside are posted in the same run; and what reads and memory have of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon, { type Client as Caller } from 'autocannon';
import type { Client } from 'pg';
import type { Cleanup } from '../cleanup.ts';
import { driveRound, type Round } from '../load.ts';
import { type LoanRef, pathOf, payment } from '../loans/template.ts';
import { shuffled } from '../people.ts';
import { mustBeAlive } from '../processes.ts';
import { profiled, showProfile } from '../profile.ts';
import { enter, inWords, record, spread } from '../report.ts';
import { makePlace, type Place, type RunningService, startService, testKey, withDatabase } from '../service.ts';
import { spentBy } from '../versions/processor.ts';
import { fillAutopay, makeDue, type Portfolio } from './fill.ts';

export const autopayDayName = 'autopay-day';

const aim = 0.8;
const readsAim = 1.5;
const connections = 8;
const rounds = 4;

interface Size {
  readonly due: number;
  readonly plans: number;
  readonly others: number;
  readonly seconds: number;
}

const quick: Size = { due: 500, plans: 2_500, others: 1_000, seconds: 2 };
const whole: Size = { due: 20_000, plans: 100_000, others: 3_000, seconds: 5 };

interface Day {
  readonly payments: number;
  readonly seconds: number;
  readonly spent: Spent;
  readonly residentBytes: readonly number[];
}

/** Processor time for each payment, which changes less than the rate when others use the machine. */
interface Spent {
  readonly service: number;
  readonly database: number;
}

interface Outside extends Round {
  readonly spent: Spent;
}

/** The due plans are worked in several days of the same instant, with payments from outside between them. */
export async function measureAutopayDay(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const size = isQuick ? quick : whole;
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const portfolio = await fillAutopay(place, service, size);
  const pay = async (round: number): Promise<Outside> => {
    const spent = spending(place, service);
    const driven = await driveRound(payingOf(service, portfolio.others), { ...size, connections }, round);
    return { ...driven, spent: spent(driven.requests) };
  };
  await pay(0);
  const [days, outside]: [Day[], Outside[]] = [[], []];
  await withDatabase(place, async (client) => {
    // The first one compiles what it runs.
    await dayOf(client, place, service, portfolio, { from: 1, count: size.due / rounds });
    for (let round = 1; round < rounds; round++) {
      const count = size.due / rounds;
      outside.push(await pay(round));
      days.push(await dayOf(client, place, service, portfolio, { from: round * count + 1, count }));
    }
    outside.push(await pay(rounds));
  });
  show(size, days, outside);
  await besideReads(place, service, portfolio, size);
  await cleanup.run();
}

export async function profileAutopayDay(cleanup: Cleanup): Promise<void> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup, { nodeFlags: profiled });
  const portfolio = await fillAutopay(place, service, quick);
  const { payments, seconds } = await withDatabase(place, async (client) => {
    await dayOf(client, place, service, portfolio, { from: 1, count: quick.due });
    return dayOf(client, place, service, portfolio, { from: quick.due + 1, count: quick.plans - quick.due });
  });
  await showProfile(autopayDayName, service, { requests: payments, seconds });
  await cleanup.run();
}

function show(size: Size, days: readonly Day[], outside: readonly Outside[]): void {
  const rateOf = ({ payments, seconds }: Day): number => payments / seconds;
  // Beside the rounds of payments before and after it.
  const beside = (of: (one: Day) => number, outsideOf: (one: Outside) => number) =>
    spread(days.map((day, i) => (2 * of(day)) / (outsideOf(outside[i]!) + outsideOf(outside[i + 1]!))));
  const ratio = beside(rateOf, ({ perSecond }) => perSecond);
  const spent = beside(together, together);
  enter({ name: autopayDayName, limitSays: 'payments from outside, of the same realm', aim }, ratio);
  record({ figure: autopayDayName, ...size, aim, ratio, spent, days, outside });
  const rates = [days.map(rateOf), outside.map(({ perSecond }) => perSecond)].map((of) => inWords(spread(of), 0));
  console.log(`autopay-day    ${size.due} due of ${size.plans}: ${rates[0]} a second, from outside ${rates[1]}`);
  console.log(`  ratio ${inWords(ratio, 2)} (aim ${aim}); processor time ${inWords(spent, 2)} times that from outside`);
  console.log(`  us of service and database: ${spentSays(days)}; from outside ${spentSays(outside)}`);
  const resident = days.flatMap(({ residentBytes }) => residentBytes).map((bytes) => (bytes / 2 ** 20).toFixed(0));
  console.log(`  resident MiB, at the begin and the end of each: ${resident.join(', ')}`);
}

const together = ({ spent: { service, database } }: { readonly spent: Spent }): number => service + database;

const spentSays = (of: readonly { readonly spent: Spent }[]): string =>
  (['service', 'database'] as const)
    .map((part) => spread(of.map(({ spent }) => spent[part])).median.toFixed(0))
    .join(', ');

/** Begins to count, and gives what was spent for each of so many. */
function spending({ dataDirectory }: Place, { pid }: RunningService): (count: number) => Spent {
  const server = Number(readFileSync(join(dataDirectory, 'db', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const before = spentBy(pid, server);
  return (count) => {
    const after = spentBy(pid, server);
    const each = (part: keyof Spent) => (after[part] - before[part]) / count;
    return { service: each('service'), database: each('database') };
  };
}

/** From the first payment that is released to the last one on the books: the day itself looks once a second. */
async function dayOf(
  client: Client,
  place: Place,
  service: RunningService,
  { planned }: Portfolio,
  { from, count: payments }: { readonly from: number; readonly count: number },
): Promise<Day> {
  const posted = (await postedOf(client)) + payments;
  const spent = spending(place, service);
  const resident = residentOf(service);
  await makeDue(client, planned, from, from + payments - 1);
  let now = await underWay(client, planned);
  for (; !now.isHeld && now.isDue; now = await underWay(client, planned)) await sleep(pollMs);
  const began = performance.now();
  for (; now.isHeld || now.isDue; now = await underWay(client, planned)) {
    mustBeAlive('service', service);
    if (performance.now() - began > patienceMs) throw new Error(await whatIsLeft(client));
    await sleep(pollMs);
  }
  const seconds = (performance.now() - began) / 1_000;
  if ((await postedOf(client)) !== posted) throw new Error(await whatIsLeft(client));
  return { payments, seconds, spent: spent(payments), residentBytes: [resident, residentOf(service)] };
}

const pollMs = 20;
const patienceMs = 900_000;

const postedOf = async (client: Client): Promise<number> =>
  (await client.query(`select count(*)::integer as n from test.payment_attempts where state = 'accepted'`)).rows[0].n;

interface UnderWay {
  readonly isHeld: boolean;
  readonly isDue: boolean;
}

/** Looked up in indexes: counting what is posted every 20 ms took a sixth of the database's time. */
async function underWay(client: Client, { dueAt }: Portfolio['planned']): Promise<UnderWay> {
  const { rows } = await client.query(
    `select exists (select from test.payment_attempts where held_until is not null) as "isHeld",
       exists (select from test.autopay_plans where next_action_at <= $1
         and company_id = (select company_id from test.autopay_plans limit 1)) as "isDue"`,
    [dueAt],
  );
  return rows[0];
}

async function whatIsLeft(client: Client): Promise<string> {
  const { rows } = await client.query('select state, count(*)::integer as n from test.payment_attempts group by state');
  return `The day does not end: ${JSON.stringify(rows)}`;
}

/** As Linux counts it, in pages of 4 KiB. */
const residentOf = ({ pid }: RunningService): number =>
  Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096;

const headers = { 'x-api-key': testKey, 'content-type': 'application/json' };
const amount = 10;

const payingOf = (service: RunningService, loans: readonly LoanRef[]) => ({
  ...service,
  name: 'service',
  setupClient(client: Caller, index: number, among: number): void {
    const own = shuffled(loans.filter((_, i) => i % among === index));
    client.setRequests(
      own.map((loan) => ({
        method: 'POST' as const,
        path: `/api${pathOf(loan)}/transactions?sync=true`,
        headers,
        body: JSON.stringify(payment(loan, amount)),
      })),
    );
  },
});

/** Reads at half of what the service can do, alone and beside a day. */
async function besideReads(
  place: Place,
  service: RunningService,
  portfolio: Portfolio,
  { due, plans, seconds }: Size,
): Promise<void> {
  const paths = portfolio.others.map((loan) => `/api${pathOf(loan)}`);
  await read(service, paths, { seconds });
  const half = Math.floor((await read(service, paths, { seconds })).perSecond / 2);
  const alone = await read(service, paths, { seconds, rate: half });
  const [beside, day] = await withDatabase(place, async (client) => {
    const working = dayOf(client, place, service, portfolio, { from: due + 1, count: Math.min(due, plans - due) });
    return [await read(service, paths, { seconds, rate: half }, working), await working] as const;
  });
  const ratio = beside.p50Ms / alone.p50Ms;
  record({ figure: `${autopayDayName} reads`, half, alone, beside, day, ratio, aim: readsAim });
  console.log(
    `  reads at ${half} a second beside it: median ${beside.p50Ms.toFixed(2)} ms, alone ${alone.p50Ms.toFixed(2)} ms, ratio ${ratio.toFixed(2)} (aim: at most ${readsAim}); meanwhile ${(day.payments / day.seconds).toFixed(0)} payments a second`,
  );
}

interface Read {
  readonly perSecond: number;
  readonly p50Ms: number;
}

/** For so many seconds, or until the work beside it ends. */
async function read(
  service: RunningService,
  paths: readonly string[],
  { seconds, rate }: { readonly seconds: number; readonly rate?: number },
  beside?: Promise<unknown>,
): Promise<Read> {
  const tookMs: number[] = [];
  const driven = autocannon({
    url: service.url,
    connections,
    duration: beside === undefined ? seconds : patienceMs / 1_000,
    ...(rate !== undefined && { overallRate: rate }),
    setupClient(client) {
      client.setRequests(shuffled(paths).map((path) => ({ method: 'GET', path, headers })));
      client.on('response', (_status, _bytes, ms) => tookMs.push(ms));
    },
  });
  const stop = () => (driven as unknown as { stop(): void }).stop();
  void beside?.then(stop, stop);
  const { requests, non2xx, errors } = await driven;
  mustBeAlive('service', service);
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} refused, ${errors} errors`);
  return { perSecond: requests.total / seconds, p50Ms: spread(tookMs).median };
}

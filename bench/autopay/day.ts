// A day of autopay: a fifth of a portfolio is released, sent to the simulator and posted, beside the rate at which
// payments from outside are posted in the same run; and what reads and memory have of it.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon, { type Client as Caller } from 'autocannon';
import type { Client } from 'pg';
import type { Cleanup } from '../cleanup.ts';
import { driveRound, type Round } from '../load.ts';
import { type LoanRef, pathOf, payment } from '../loans/template.ts';
import { shuffled } from '../people.ts';
import { mustBeAlive, processorMicros } from '../processes.ts';
import { profiled, showProfile } from '../profile.ts';
import { enter, inWords, record, spread } from '../report.ts';
import { makePlace, type Place, type RunningService, startService, testKey, withDatabase } from '../service.ts';
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
  /** Of the service's process, for each payment. */
  readonly processorMicros: number;
  readonly residentBytes: readonly number[];
}

/** The due plans are worked in several days of the same instant, with payments from outside between them. */
export async function measureAutopayDay(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const size = isQuick ? quick : whole;
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const portfolio = await fillAutopay(place, service, size);
  const pay = (round: number) => driveRound(payingOf(service, portfolio.others), { ...size, connections }, round);
  await pay(0);
  const [days, outside]: [Day[], Round[]] = [[], []];
  await withDatabase(place, async (client) => {
    // The first one compiles what it runs.
    await dayOf(client, service, portfolio, 1, size.due / 5);
    for (let round = 1; round < rounds; round++) {
      const first = (round * size.due) / rounds + 1;
      outside.push(await pay(round));
      days.push(await dayOf(client, service, portfolio, first, first + size.due / rounds - 1));
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
    await dayOf(client, service, portfolio, 1, quick.due);
    return dayOf(client, service, portfolio, quick.due + 1, quick.plans);
  });
  await showProfile(autopayDayName, service, { requests: payments, seconds });
  await cleanup.run();
}

function show(size: Size, days: readonly Day[], outside: readonly Round[]): void {
  const rateOf = ({ payments, seconds }: Day): number => payments / seconds;
  // Beside the rounds of payments before and after it.
  const ratio = spread(days.map((day, i) => (2 * rateOf(day)) / (outside[i]!.perSecond + outside[i + 1]!.perSecond)));
  const micros = spread(days.map((day) => day.processorMicros)).median;
  const outsideMicros = spread(outside.map((one) => one.processorMicrosPerRequest)).median;
  enter({ name: autopayDayName, limitSays: 'payments from outside, of the same realm', aim }, ratio);
  record({ figure: autopayDayName, ...size, aim, ratio, days, outside });
  console.log(
    `autopay-day    ${size.due} due of ${size.plans}: ${inWords(spread(days.map(rateOf)), 0)} a second, from outside ${inWords(spread(outside.map(({ perSecond }) => perSecond)), 0)}`,
  );
  console.log(`  ratio ${inWords(ratio, 2)} (aim ${aim}); CPU us ${micros.toFixed(0)} / ${outsideMicros.toFixed(0)}`);
  const resident = days.flatMap(({ residentBytes }) => residentBytes).map((bytes) => (bytes / 2 ** 20).toFixed(0));
  console.log(`  resident MiB, at the begin and the end of each: ${resident.join(', ')}`);
}

/** From the moment at which the plans are due to the last payment on the books. */
async function dayOf(
  client: Client,
  service: RunningService,
  { planned }: Portfolio,
  from: number,
  to: number,
): Promise<Day> {
  const payments = Math.floor(to) + 1 - from;
  const before = await postedOf(client);
  const used = processorMicros(service.pid);
  const resident = [residentOf(service)];
  const began = performance.now();
  await makeDue(client, planned, from, Math.floor(to));
  while ((await postedOf(client)) < before + payments) {
    mustBeAlive('service', service);
    if (performance.now() - began > patienceMs) throw new Error(await whatIsLeft(client));
    await sleep(pollMs);
  }
  const seconds = (performance.now() - began) / 1_000;
  const micros = (processorMicros(service.pid) - used) / payments;
  return { payments, seconds, processorMicros: micros, residentBytes: [...resident, residentOf(service)] };
}

const pollMs = 50;
const patienceMs = 900_000;

const postedOf = async (client: Client): Promise<number> =>
  (await client.query(`select count(*)::integer as n from test.payment_attempts where state = 'accepted'`)).rows[0].n;

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
    const working = dayOf(client, service, portfolio, due + 1, Math.min(2 * due, plans));
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

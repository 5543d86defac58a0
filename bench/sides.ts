// Puts the same questions to two services, one with few rows and one with very many. This is what the figures of lists
// compare.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import type { Cleanup } from './cleanup.ts';
import { alternately } from './load.ts';
import { mustBeAlive } from './processes.ts';
import { quantile, record } from './report.ts';
import { liveKey, type Place, type RunningService, withDatabase } from './service.ts';

export interface Question {
  readonly name: string;
  /** Variants of the question, asked in turn. */
  readonly paths: readonly string[];
}

export interface Side {
  readonly count: number;
  /** Needed where pages of the database are counted. */
  readonly place?: Place;
  readonly service: RunningService;
  readonly client: Client;
  readonly questions: readonly Question[];
}

interface SidesFigure {
  readonly name: string;
  /** How many times the p99 (or median) among few rows that among many may be. Null: for information only. */
  readonly aim: number | null;
  readonly isQuick: boolean;
  /** What the aim is about: the p99 if not said. */
  readonly of?: 'p99' | 'median';
  /** Tables whose pages are counted too, with those of their indexes: how many an answer reads. */
  readonly pagesOf?: readonly string[];
}

export function clientOf({ url }: RunningService, cleanup: Cleanup): Client {
  const client = new Client(url);
  cleanup.add(() => client.destroy());
  return client;
}

/** One side is asked this many times in a row, then the other: disturbances of the machine reach both. */
const chunk = 30;
const chunks = 10;
const warmUps = 15;
/** A question that has taken this long is measured well enough with fewer repeats. */
const enoughMs = 15_000;

const widths = [56, 8, 22, 22, 11, 11, 14];
const line = (cells: readonly string[]): string =>
  cells
    .map((cell, i) => cell.padEnd(widths[i] ?? 0))
    .join('')
    .trimEnd();

export async function compareSides(
  sides: readonly [Side, Side],
  { name, aim, isQuick, of = 'p99', pagesOf }: SidesFigure,
): Promise<void> {
  const times = isQuick ? 2 : chunks;
  const wanted = aim === null ? 'for information' : `aim: a ${of} at most ${aim} times that of the fewer`;
  console.log(`${name}, ms, of ${times * chunk} answers; ${wanted}`);
  const head = ['', 'found', ...sides.map(({ count }) => `p50, p99 of ${count}`), 'ratio p50', 'ratio p99'];
  console.log(line([...head, ...(pagesOf === undefined ? [] : ['pages'])]));
  let within = 0;
  const all = sides[0].questions;
  for (const i of all.keys()) {
    const compared = await compare(sides, i, times);
    const reached = { p99: compared.ratio, median: compared.medianRatio };
    const isWithin = aim === null || reached[of] <= aim;
    within += Number(isWithin);
    const pages = pagesOf && [await pagesRead(sides[0], i, pagesOf), await pagesRead(sides[1], i, pagesOf)];
    record({ figure: name, aim, ...compared, pages });
    const { small, large, medianRatio, ratio } = compared;
    const marked = (one: 'p99' | 'median', value: number) => value.toFixed(1) + (isWithin || one !== of ? '' : ' !');
    const ratios = [marked('median', medianRatio), marked('p99', ratio)];
    const cells = [compared.name, compared.total, inMs(small), inMs(large), ...ratios];
    console.log(line(pages === undefined ? cells : [...cells, pages.map((one) => one.toFixed(0)).join(', ')]));
  }
  if (aim !== null) console.log(`${within} of ${all.length} within the aim`);
}

/** A process of the database tells what it has read with the first answer that comes a second after the last report. */
const untilReportedMs = 1_100;
const answersCounted = 20;

async function pagesRead(side: Side, i: number, tables: readonly string[]): Promise<number> {
  const reported = async (): Promise<number> => {
    await sleep(untilReportedMs);
    await answer(side, i, 0);
    return withDatabase(side.place as Place, async (client) => {
      const { rows } = await client.query<{ pages: string }>(
        `select sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read) as pages
         from pg_statio_user_tables where schemaname = 'live' and relname = any($1)`,
        [tables],
      );
      return Number(rows[0]?.pages);
    });
  };
  const before = await reported();
  for (let n = 0; n < answersCounted; n++) await answer(side, i, n);
  return ((await reported()) - before) / (answersCounted + 1);
}

interface Times {
  readonly median: number;
  readonly p99: number;
}

const inMs = (times: Times): string => [times.median, times.p99].map((ms) => ms.toFixed(ms < 100 ? 1 : 0)).join(', ');

async function compare(sides: readonly [Side, Side], i: number, times: number) {
  for (const side of sides) await askTimes(side, i, 0, warmUps);
  const asking = sides.map((side) => {
    const latencies: number[] = [];
    const some = async (round: number): Promise<void> => {
      if (latencies.reduce((sum, ms) => sum + ms, 0) > enoughMs) return;
      latencies.push(...(await askTimes(side, i, round, chunk)));
    };
    return { latencies, some };
  });
  await alternately(
    asking.map(({ some }) => some),
    times,
  );
  const [small, large] = asking.map(({ latencies }) => ({
    median: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  })) as [Times, Times];
  return {
    name: sides[0].questions[i]!.name,
    total: await totalOf(sides[1], i),
    small,
    large,
    ratio: large.p99 / small.p99,
    medianRatio: large.median / small.median,
    latencies: asking.map(({ latencies }) => latencies),
  };
}

async function askTimes(side: Side, i: number, round: number, times: number): Promise<number[]> {
  const latencies: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    await answer(side, i, round * times + n);
    latencies.push(performance.now() - began);
  }
  mustBeAlive('service', side.service);
  return latencies;
}

async function answer({ client, questions }: Side, i: number, n: number): Promise<string> {
  const { name, paths } = questions[i]!;
  const path = `/api${paths[n % paths.length]}`;
  const { statusCode, body } = await client.request({ method: 'GET', path, headers: { 'x-api-key': liveKey } });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${name}: ${path}: ${statusCode} ${text}`);
  return text;
}

/** The total is printed, so that nobody mistakes an empty list for a fast one. */
async function totalOf(side: Side, i: number): Promise<string> {
  const { total } = JSON.parse(await answer(side, i, 0)) as { total: number };
  return total === 10_000 || total === 1_000 ? `${total}+` : String(total);
}

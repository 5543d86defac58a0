// What a page of events costs among ten million of them, against the same page among ten thousand.
import { Client } from 'undici';
import type { Cleanup } from '../cleanup.ts';
import { alternately } from '../load.ts';
import { mustBeAlive } from '../processes.ts';
import { quantile, record } from '../report.ts';
import { seedPeople } from '../seed.ts';
import { liveKey, makePlace, type RunningService, startService } from '../service.ts';
import { subscribe } from '../webhooks/start-receiver.ts';
import { fillEvents } from './fill.ts';
import { type Question, questionsOf } from './questions.ts';

export const listName = 'list-events';

const aim = 2;
const peopleAsked = 100;
/** Each side is asked so often in a row, then the other: what happens on the machine happens to both. */
const chunk = 30;
const chunks = 10;
const warmUps = 15;
/** One that takes seconds is slow also after fewer questions. */
const enoughMs = 15_000;

export async function measureLists(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const [few, ...counts] = isQuick ? [50, 1_000, 200_000] : [500, 10_000, 10_000_000];
  const sides = [];
  for (const count of counts) sides.push(await makeSide(cleanup, count, few as number));
  console.log(
    `${listName}, ms, of ${isQuick ? 2 * chunk : chunks * chunk} answers; aim: a p99 at most ${aim} times that of the fewer`,
  );
  console.log(line(['filter', 'found', ...counts.map((count) => `p50, p99 of ${count}`), 'ratio p50', 'ratio p99']));
  let within = 0;
  const all = sides[0]!.questions;
  for (const i of all.keys()) {
    const { name, total, small, large, ratio, medianRatio } = await compare(sides, i, isQuick ? 2 : chunks);
    const isWithin = ratio <= aim;
    within += Number(isWithin);
    console.log(
      line([name, total, inMs(small), inMs(large), medianRatio.toFixed(1), ratio.toFixed(1) + (isWithin ? '' : ' !')]),
    );
  }
  console.log(`${within} of ${all.length} within the aim`);
  await cleanup.run();
}

const widths = [52, 8, 22, 22, 11, 9];
const line = (cells: readonly string[]): string =>
  cells
    .map((cell, i) => cell.padEnd(widths[i] ?? 0))
    .join('')
    .trimEnd();

interface Times {
  readonly median: number;
  readonly p99: number;
}

const inMs = (times: Times): string => [times.median, times.p99].map((ms) => ms.toFixed(ms < 100 ? 1 : 0)).join(', ');

interface Side {
  readonly count: number;
  readonly service: RunningService;
  readonly client: Client;
  readonly questions: readonly Question[];
}

async function makeSide(cleanup: Cleanup, count: number, few: number): Promise<Side> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const people = (await seedPeople(service, peopleAsked)).slice(0, count / 50);
  const { id: webhookId } = await subscribe(service, {
    url: 'https://hooks.example.com/',
    eventTypes: ['person.*', 'contact.deleted'],
    enabled: false,
  });
  await fillEvents(place, count, people);
  const client = new Client(service.url);
  cleanup.add(() => client.destroy());
  return { count, service, client, questions: await questionsOf(place, { people, webhookId, few }) };
}

async function compare(sides: readonly Side[], i: number, times: number) {
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
  const { name } = sides[0]!.questions[i]!;
  const total = await totalOf(sides[1]!, i);
  const [ratio, medianRatio] = [large.p99 / small.p99, large.median / small.median];
  record({ figure: listName, name, total, aim, ratio, latencies: asking.map(({ latencies }) => latencies) });
  return { name, total, small, large, ratio, medianRatio };
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
  const { name, queries } = questions[i]!;
  const path = `/api/events?${queries[n % queries.length]}`;
  const { statusCode, body } = await client.request({ method: 'GET', path, headers: { 'x-api-key': liveKey } });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${name}: ${path}: ${statusCode} ${text}`);
  return text;
}

/** Shown, so that nobody takes an empty list for a fast one. */
async function totalOf(side: Side, i: number): Promise<string> {
  const { total } = JSON.parse(await answer(side, i, 0)) as { total: number };
  return total === 10_000 ? '10000+' : String(total);
}

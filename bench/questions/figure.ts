// What a question over a million loans costs beside the same sums by the bare server, and how fast a million rows are kept
// as an answer. It also reports how much memory the service takes meanwhile, and how long others wait.
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.ts';
import { inMs, type Pace, paces, readUntil } from '../paced-reads.ts';
import { inWords, quantile, record, spread } from '../report.ts';
import { seedPeople } from '../seed.ts';
import { liveKey, makePlace, type Place, type RunningService, startService, withDatabase } from '../service.ts';
import { residentMb } from '../watch-memory.ts';
import { fillBalances } from './fill.ts';

export const questionsName = 'questions';

const sums = 'select status, count(*) as loans, sum(principal_amount) as principal, sum(past_due_amount) as late';
const asked = `${sums} from balances group by status`;
const bare = `select l.status, count(*), sum(s.principal), sum(s.past_due) from live.loans l
  join live.loan_standing s on s.person_id = l.person_id and s.loan_id = l.id
  where l.company_id = (select company_id from live.companies) and s.owed_through is not null group by l.status`;

/** It has seventeen columns. */
const exported = 'select l.*, l.id as again, l.status as twice from loans l';

const rowsASecondMin = 80_000;
const timesMax = 3;
/** What the export may take besides what the service has anyway. */
const moreMbMax = 200;
/** Others may wait so many times as long while questions are answered. */
const besideMax = 1.5;
const readPeople = 200;

export async function measureQuestions(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const paths = (await seedPeople(service, readPeople)).map((id) => `/api/people/${id}`);
  const count = isQuick ? 50_000 : 1_000_000;
  await fillBalances(place, count);
  const rounds: number[] = [];
  for (let i = 0; i < 3; i += 1) rounds.push((await run(service, asked)) / (await askBare(place)));
  const times = spread(rounds);
  record({ figure: questionsName, count, times, timesMax });
  console.log(`${questionsName}: ${inWords(times, 2)} times the same sums by the bare server, aim ${timesMax}`);
  const before = residentMb(service);
  forgetPeak(service.pid);
  const ms = await run(service, exported);
  const rate = count / (ms / 1_000);
  const most = Math.round(peakMb(service.pid));
  record({ figure: `${questionsName}, kept`, count, rate, rowsASecondMin, before, most, moreMbMax });
  console.log(
    `${questionsName}: ${count} rows kept at ${Math.round(rate)} a second, aim ${rowsASecondMin}; the service had ${before} MB before and ${most} at the most, aim ${moreMbMax} more`,
  );
  for (const [what, sql] of Object.entries({ sums: asked, rows: exported })) {
    for (const pace of paces) await besideQuestions(service, { what, sql, pace, paths, isQuick });
  }
  await cleanup.run();
}

interface Beside {
  readonly what: string;
  readonly sql: string;
  readonly pace: Pace;
  readonly paths: readonly string[];
  readonly isQuick: boolean;
}

/** Two questions of a company are answered at once; as soon as one has its answer, another is asked. */
async function besideQuestions(service: RunningService, { what, sql, pace, paths, isQuick }: Beside): Promise<void> {
  const partMs = isQuick ? 2_000 : 5_000;
  const read = (during: Promise<unknown>) => readUntil(service, paths, pace, during);
  await read(sleep(1_000));
  const alone = await read(sleep(partMs));
  let isOver = false;
  const asking = [1, 2].map(async () => {
    let questions = 0;
    for (; !isOver; questions += 1) await run(service, sql);
    return questions;
  });
  const beside = await read(sleep(partMs));
  isOver = true;
  const questions = (await Promise.all(asking)).reduce((sum, one) => sum + one);
  alone.push(...(await read(sleep(partMs))));
  const of = (share: number) => [quantile(alone, share), quantile(beside, share)] as const;
  const [[median, besideMedian], [p99, besideP99]] = [of(0.5), of(0.99)];
  const ratio = besideMedian / median;
  record({ figure: `${questionsName}, beside ${what}`, pace, questions, median, besideMedian, p99, besideP99, ratio });
  console.log(
    `${questionsName}: beside ${what}, ${pace.name}: median ${inMs(besideMedian)} and ${inMs(median)} alone, ratio ${ratio.toFixed(2)}, aim ${besideMax}; p99 ${inMs(besideP99)} and ${inMs(p99)}; ${questions} questions`,
  );
}

async function askBare(place: Place): Promise<number> {
  let ms = 0;
  await withDatabase(place, async (client) => {
    const began = performance.now();
    await client.query(bare);
    ms = performance.now() - began;
  });
  return ms;
}

/** From the start of the operation to its end, in milliseconds. */
async function run({ url }: RunningService, sql: string): Promise<number> {
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { 'x-api-key': liveKey, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return ((await answer.json()) as { data: Record<string, string> }).data;
  };
  const { id } = await ask('POST', '/queries', { name: 'A figure', sql });
  const operation = await ask('POST', `/queries/${id}/run`, {});
  for (;;) {
    const { state, startedAt, finishedAt, error } = await ask('GET', `/operations/${operation.id}`);
    if (state === 'succeeded') return Date.parse(finishedAt as string) - Date.parse(startedAt as string);
    if (state === 'failed') throw new Error(`A question failed: ${JSON.stringify(error)}`);
    await sleep(50);
  }
}

/** From here on the most memory is counted anew. */
const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The most memory that a process has had, in MB. */
const peakMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

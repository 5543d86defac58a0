// The close of a day: loans on which something came due, alone and among many more on which nothing did.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Cleanup } from '../cleanup.ts';
import { processorMicros } from '../processes.ts';
import { enter, inWords, record, spread } from '../report.ts';
import { makePlace, type RunningService, startService, withDatabase } from '../service.ts';
import { copyTemplate, makeTemplate, type Template } from './template.ts';

export const dailyCloseName = 'daily-close';

interface Closed {
  readonly seconds: number;
  readonly processorSeconds: number;
}

export async function measureDailyClose(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const due = isQuick ? 300 : 3_000;
  const idle = isQuick ? 9_700 : 97_000;
  const rounds = isQuick ? 1 : 3;
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const resting = await makeTemplate(service, { months: 0, duration: 60 });
  // Made last, because the test realm's clock stays on a day that is not over.
  const template = await makeTemplate(service, { months: 3, duration: 60, isDue: true });
  await withDatabase(place, async (client) => {
    let next = 1;
    const close = async (): Promise<Closed> => {
      const from = next;
      next += due;
      return closeOf(client, service, template, { from, count: due });
    };
    const alone: Closed[] = [];
    const among: Closed[] = [];
    await close();
    for (let i = 0; i < rounds; i++) alone.push(await close());
    await copyTemplate(client, resting, 'live', { from: 50_000_001, count: idle });
    await client.query('vacuum analyze');
    for (let i = 0; i < rounds; i++) among.push(await close());
    show(alone, among, due, idle);
  });
  await cleanup.run();
}

function show(alone: readonly Closed[], among: readonly Closed[], due: number, idle: number): void {
  const of = (closed: readonly Closed[], take: (one: Closed) => number) => spread(closed.map(take));
  const [a, b] = [alone, among].map((closed) => of(closed, ({ seconds }) => seconds)) as [Spread, Spread];
  const [c, d] = [alone, among].map((closed) => of(closed, ({ processorSeconds }) => processorSeconds)) as [
    Spread,
    Spread,
  ];
  const ratio = b.median / a.median;
  enter({ name: dailyCloseName, limitSays: 'the same loans alone', aim: 0.77 }, 1 / ratio);
  record({ figure: dailyCloseName, due, idle, alone, among, ratio });
  console.log(`daily-close    ${due} due among ${due + idle}: ${inWords(b, 2)} s; alone: ${inWords(a, 2)} s`);
  console.log(`  ratio ${ratio.toFixed(2)} (aim: at most 1.3); processor time ${inWords(d, 2)} s / ${inWords(c, 2)} s`);
}

type Spread = ReturnType<typeof spread>;

const away = '2099-01-01T00:00:00Z';

/**
 * The copies are written with nothing to do and then all get what came due at once. Measured from the first loan that
 * is worked to the last.
 */
async function closeOf(
  client: pg.Client,
  service: RunningService,
  template: Template,
  loans: { readonly from: number; readonly count: number },
): Promise<Closed> {
  await client.query('begin');
  await copyTemplate(client, template, 'live', loans);
  const { rows } = await client.query(
    'select min(next_action_at) as at from live.loan_standing where next_action_at < now()',
  );
  await client.query('update live.loan_standing set next_action_at = $1 where next_action_at < now()', [away]);
  await client.query('commit');
  if (rows[0].at === null) throw new Error('The copies have nothing that is due.');
  await client.query('analyze live.loan_standing');
  await sleep(settleMs);
  await client.query('update live.loan_standing set next_action_at = $1 where next_action_at = $2', [rows[0].at, away]);
  const left = async (): Promise<number> =>
    (await client.query('select count(*)::integer as n from live.loan_standing where next_action_at < now()')).rows[0]
      .n;
  const usedBefore = processorMicros(service.pid);
  while ((await left()) === loans.count) await sleep(pollMs);
  const began = performance.now();
  while ((await left()) > 0) await sleep(pollMs);
  const seconds = (performance.now() - began) / 1000;
  return { seconds, processorSeconds: (processorMicros(service.pid) - usedBefore) / 1e6 };
}

/** A pause in which the events of the round before get their places. */
const settleMs = 2_000;
const pollMs = 10;

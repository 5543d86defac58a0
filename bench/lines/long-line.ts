// What a long past costs: one more purchase on a line with thousands of them, beside one with a hundred.
import type { Cleanup } from '../cleanup.ts';
import { liveApi } from '../loans/api.ts';
import { copyTemplate } from '../loans/template.ts';
import { processorMicros } from '../processes.ts';
import { enter, inWords, record, spread } from '../report.ts';
import { makePlace, startService, withDatabase } from '../service.ts';
import { copyOf, drawPathOf, type LineRef, makeLine, purchase, settled } from './template.ts';

export const longLineName = 'long-line';

/** So many of each, in turn: a line then grows by a few purchases only. */
const lines = 8;
const aim = 1.1;

interface Chunk {
  readonly ms: number;
  readonly micros: number;
}

export async function measureLongLine(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const many = isQuick ? 2_000 : 10_000;
  const days = 360;
  const long = await makeLine(service, { purchases: many, days });
  const short = await makeLine(service, { purchases: 100, days });
  await withDatabase(place, async (client) => {
    await copyTemplate(client, long, 'live', { count: lines });
    await copyTemplate(client, short, 'live', { from: lines + 1, count: lines });
    await settled(client);
  });
  const api = liveApi(service);
  const buy = async (template: LineRef, from: number): Promise<Chunk> => {
    const used = processorMicros(service.pid);
    const began = performance.now();
    for (let i = 0; i < lines; i++) {
      await api.post(`${drawPathOf(copyOf(template, from + i))}/purchases?sync=true`, purchase(0.5));
    }
    return { ms: (performance.now() - began) / lines, micros: (processorMicros(service.pid) - used) / lines };
  };
  const rounds: { long: Chunk; short: Chunk }[] = [];
  for (let i = 0; i < (isQuick ? 15 : 40); i++) {
    const first = i % 2 === 0 ? await buy(long, 1) : undefined;
    const other = await buy(short, lines + 1);
    const round = { long: first ?? (await buy(long, 1)), short: other };
    // The first ones read pages that nobody has read before.
    if (i >= 5) rounds.push(round);
  }
  show(many, rounds);
  await cleanup.run();
}

function show(many: number, rounds: readonly { readonly long: Chunk; readonly short: Chunk }[]): void {
  const times = spread(rounds.map(({ long, short }) => long.ms / short.ms));
  // The system counts in hundredths of a second: only all rounds together say something.
  const total = (side: 'long' | 'short'): number => rounds.reduce((sum, round) => sum + round[side].micros, 0);
  const micros = total('long') / total('short');
  const of = (take: (round: (typeof rounds)[number]) => number) => inWords(spread(rounds.map(take)), 1);
  enter({ name: longLineName, limitSays: 'one more purchase after 100', aim: 0.91 }, 1 / times.median);
  record({ figure: longLineName, many, rounds, times, micros, aim });
  console.log(
    `long-line      one more purchase after ${many} takes ${inWords(times, 2)} times as long as one after 100 (aim: ${aim}): ${of(({ long }) => long.ms)} ms and ${of(({ short }) => short.ms)} ms`,
  );
  console.log(`  processor time of the service: ${micros.toFixed(2)} times`);
}

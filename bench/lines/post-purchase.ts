// A purchase posted with sync=true: over many lines, and by all connections on one.
import type { Cleanup } from '../cleanup.ts';
import { interleaved, warmUp } from '../load.ts';
import { measurePost, type PostFigure, postAims, profilePost, targetOf } from '../loans/post-to-loans.ts';
import { copyTemplate } from '../loans/template.ts';
import { profiled } from '../profile.ts';
import { figureLine, tableHead } from '../report.ts';
import { makePlace, type Place, type RunningService, startService, withDatabase } from '../service.ts';
import { copyOf, drawPathOf, type LineRef, makeLine, purchase, settled } from './template.ts';

const lineCount = 1_000;

export const purchasing: PostFigure<LineRef> = {
  name: 'post-purchase',
  aims: postAims,
  table: 'purchases',
  hasKey: false,
  connections: [8, 1, 32],
  request: (line) => ({ path: `${drawPathOf(line)}/purchases?sync=true`, body: purchase(0.5) }),
};

interface LineStage {
  readonly place: Place;
  readonly service: RunningService;
  readonly loans: readonly LineRef[];
}

export async function setLineStage(cleanup: Cleanup, nodeFlags: readonly string[] = []): Promise<LineStage> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup, { nodeFlags });
  const template = await makeLine(service, { purchases: 100, days: 80 });
  await withDatabase(place, async (client) => {
    await copyTemplate(client, template, 'live', { count: lineCount });
    await settled(client);
  });
  return { place, service, loans: Array.from({ length: lineCount }, (_, i) => copyOf(template, i + 1)) };
}

export const purchaseFigures = [
  {
    name: purchasing.name,
    async measure(cleanup: Cleanup, isQuick: boolean): Promise<void> {
      await measurePost(purchasing, await setLineStage(cleanup), cleanup, isQuick);
      await cleanup.run();
    },
    async profile(cleanup: Cleanup, seconds: number): Promise<void> {
      await profilePost(purchasing, await setLineStage(cleanup, profiled), seconds);
      await cleanup.run();
    },
  },
  { name: 'hot-line', measure: measureHotLine },
];

const hot = { name: 'hot-line', limit: 'spread', limitSays: 'the same over 1,000 lines', aim: 0.25 };

/** With fewer than 16 clients no purchase is refused because the line is locked, so any answer but 201 ends the run. */
async function measureHotLine(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const { service, loans } = await setLineStage(cleanup);
  const [one, spread] = [
    targetOf(loans.slice(0, 1), purchasing)(hot.name, service),
    targetOf(loans.slice(1), purchasing)(hot.limit, service),
  ];
  const seconds = isQuick ? 1 : 3;
  console.log(tableHead());
  await warmUp([one, spread], seconds);
  for (const connections of [8, 15]) {
    const driven = await interleaved([one, spread], { connections, seconds, rounds: isQuick ? 3 : 5 });
    const of = (name: string) => driven.filter(({ target }) => target === name);
    console.log(figureLine(hot, connections, of(hot.name), of(hot.limit)));
  }
  await cleanup.run();
}

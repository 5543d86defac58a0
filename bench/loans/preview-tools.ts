// What a preview of a servicing tool costs: processor time of the service and of its database server, on loans over five
// years of which one has passed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cleanup } from '../cleanup.ts';
import { enter, inWords, record, spread } from '../report.ts';
import { spentBy } from '../versions/processor.ts';
import { liveApi } from './api.ts';
import { setLoanStage } from './stage.ts';
import { pathOf } from './template.ts';

export const previewToolsName = 'preview-tools';

const tools: readonly { readonly path: string; readonly body: object }[] = [
  { path: 'defer', body: {} },
  { path: 'change-due-dates', body: { specificDays: [28] } },
  { path: 'custom-payment-plans', body: { amount: 25, numberOfPeriods: 3, isExtendLoanDuration: true } },
  { path: 'freeze', body: {} },
  { path: 'accelerate', body: {} },
  { path: 'refunds-v2', body: { refundAmount: 20, atFaultParty: 'other', reamortize: true } },
];

/** Microseconds of the service. */
const aim = 2_000;

export async function measurePreviewTools(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const [count, rounds] = isQuick ? [100, 3] : [400, 7];
  const { place, service, loans } = await setLoanStage(cleanup, count);
  const server = Number(readFileSync(join(place.dataDirectory, 'db', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const api = liveApi(service);
  const spent = async ({ path, body }: (typeof tools)[number]) => {
    const before = spentBy(service.pid, server);
    for (const loan of loans) await api.post(`${pathOf(loan)}/${path}`, { ...body, previewMode: true });
    const after = spentBy(service.pid, server);
    return {
      service: (after.service - before.service) / loans.length,
      database: (after.database - before.database) / loans.length,
    };
  };
  // A process that has previewed nothing yet is slower.
  for (const tool of tools) await spent(tool);
  for (const tool of tools) {
    const each: Awaited<ReturnType<typeof spent>>[] = [];
    for (let i = 0; i < rounds; i++) each.push(await spent(tool));
    const [ours, theirs] = [spread(each.map((one) => one.service)), spread(each.map((one) => one.database))];
    const name = `${previewToolsName}: ${tool.path}`;
    enter({ name, limitSays: `its aim: ${aim} us of the service`, aim: 1 }, aim / ours.median);
    record({ figure: name, loans: loans.length, service: ours, database: theirs, aim });
    console.log(
      `${name}   ${inWords(ours, 0)} us of the service (aim: ${aim}), ${inWords(theirs, 0)} us of the database`,
    );
  }
  await cleanup.run();
}

// Fees are charged on thousands of loans by one list: what is sent, done and told of each, from the upload to the end.
import type { Cleanup } from '../cleanup.ts';
import { processorMicros } from '../processes.ts';
import { enter, record } from '../report.ts';
import { liveKey, makePlace, startService, withDatabase } from '../service.ts';
import { copyOf, copyTemplate, makeTemplate } from './template.ts';
import { untilDone } from './wait.ts';

export const bulkName = 'bulk';

/** What the replay of a changed index reached, in loans a second (bench/README.md). */
const replayIndexReaches = 543;

export async function measureBulk(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const count = isQuick ? 1_000 : 10_000;
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const template = await makeTemplate(service, { months: 4, duration: 60 });
  await withDatabase(place, async (client) => {
    await copyTemplate(client, template, 'live', { count });
    await client.query('vacuum analyze');
  });
  const lines = Array.from({ length: count }, (_, i) => {
    const { personId, loanId } = copyOf(template, i + 1);
    return `${JSON.stringify({ personId, loanId, externalId: `fee-${i}`, apiName: 'lateFee', amount: 25 })}\n`;
  });
  const usedBefore = processorMicros(service.pid);
  const began = performance.now();
  const response = await fetch(`${service.url}/api/loans/bulk/fees`, {
    method: 'POST',
    headers: { 'x-api-key': liveKey, 'content-type': 'application/x-ndjson' },
    body: lines.join(''),
  });
  const { data } = (await response.json()) as { readonly data: { readonly id: string } };
  const { result } = await untilDone(service, data.id);
  const seconds = (performance.now() - began) / 1000;
  const processorSeconds = (processorMicros(service.pid) - usedBefore) / 1e6;
  enter(
    { name: bulkName, limitSays: `the index replay: ${replayIndexReaches} loans a second`, aim: 1 },
    count / seconds / replayIndexReaches,
  );
  record({ figure: bulkName, count, seconds, processorSeconds, result });
  console.log(
    `bulk           ${count} loans in ${seconds.toFixed(1)} s (${(count / seconds).toFixed(0)} a second): ${JSON.stringify(result)}; processor time ${processorSeconds.toFixed(1)} s`,
  );
  await cleanup.run();
}

// An index rate is changed 90 days back under thousands of loans that follow it, while other loans are being paid.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.ts';
import { processorMicros } from '../processes.ts';
import { enter, record } from '../report.ts';
import { liveKey, makePlace, type RunningService, startService, withDatabase } from '../service.ts';
import { type Api, liveApi, testApi } from './api.ts';
import { copyOf, copyTemplate, type LoanRef, makeTemplate, pathOf, payment } from './template.ts';
import { untilDone, watchHealth } from './wait.ts';

export const replayIndexName = 'replay-index';

const others = 200;
const dayMs = 86_400_000;

export async function measureReplayIndex(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const count = isQuick ? 1_000 : 10_000;
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const types = { test: await aType(testApi(service)), live: await aType(liveApi(service)) };
  const spread = { rate: 0.05, interestType: 'spread' };
  const following = await makeTemplate(service, { months: 4, duration: 60, types, rate: spread });
  const untouched = await makeTemplate(service, { months: 4, duration: 60 });
  await withDatabase(place, async (client) => {
    await copyTemplate(client, following, 'live', { count });
    await copyTemplate(client, untouched, 'live', { from: count + 1, count: others });
    await client.query('vacuum analyze');
  });
  const health = watchHealth(service);
  const paying = payOthers(
    service,
    Array.from({ length: others }, (_, i) => copyOf(untouched, count + 1 + i)),
  );
  const usedBefore = processorMicros(service.pid);
  const began = performance.now();
  const changed = (await liveApi(service).post(`/loan-types/${types.live}/index-rates`, {
    rate: 0.0625,
    effectiveDate: new Date(Date.now() - 90 * dayMs).toISOString().slice(0, 10),
  })) as unknown as { operationId: string };
  const { result } = await untilDone(service, changed.operationId);
  const seconds = (performance.now() - began) / 1000;
  const processorSeconds = (processorMicros(service.pid) - usedBefore) / 1e6;
  const [{ maxMs: healthMs }, paid] = await Promise.all([health.stop(), paying.stop()]);
  enter({ name: replayIndexName, limitSays: 'its aim: 1,000 loans a second', aim: 1 }, count / seconds / 1_000);
  record({ figure: replayIndexName, count, seconds, processorSeconds, healthMs, paid, result });
  console.log(
    `replay-index   ${count} loans in ${seconds.toFixed(1)} s (aim: 10 s for 10,000): ${JSON.stringify(result)}`,
  );
  console.log(
    `  /health at most ${healthMs.toFixed(0)} ms (aim: 250); processor time ${processorSeconds.toFixed(1)} s`,
  );
  console.log(
    `  meanwhile ${paid.count} payments of other loans, at most ${paid.maxMs.toFixed(0)} ms, ${paid.refused} refused`,
  );
  await cleanup.run();
}

async function aType(api: Api): Promise<string> {
  const { id } = await api.post('/loan-types', { name: 'Following' });
  await api.post(`/loan-types/${id}/index-rates`, { rate: 0.05, effectiveDate: '2020-01-01' });
  return id;
}

/**
 * Pays one loan after the other as fast as the service answers. None of these loans follows the index, so none may have
 * to wait.
 */
function payOthers({ url }: RunningService, loans: readonly LoanRef[]) {
  let isOver = false;
  const found = { count: 0, refused: 0, maxMs: 0 };
  const paying = (async () => {
    for (let i = 0; !isOver; i++) {
      const loan = loans[i % loans.length] as LoanRef;
      const began = performance.now();
      const response = await fetch(`${url}/api${pathOf(loan)}/transactions?sync=true`, {
        method: 'POST',
        headers: { 'x-api-key': liveKey, 'content-type': 'application/json' },
        body: JSON.stringify(payment(loan, 1)),
      });
      await response.arrayBuffer();
      found.count += 1;
      if (response.status !== 201) found.refused += 1;
      found.maxMs = Math.max(found.maxMs, performance.now() - began);
      await sleep(5);
    }
  })();
  // The failure is handled where `paying` is awaited.
  paying.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await paying;
      return found;
    },
  };
}

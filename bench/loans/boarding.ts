// Boarding a portfolio: people and their loans, activated, from one file of JSON lines.
import type { Cleanup } from '../cleanup.ts';
import { personBody } from '../people.ts';
import { processorMicros } from '../processes.ts';
import { profiled, showProfile } from '../profile.ts';
import { record } from '../report.ts';
import { liveKey, makePlace, type RunningService, startService } from '../service.ts';
import { loanTerms } from './template.ts';
import { untilDone, watchHealth } from './wait.ts';

export const boardingName = 'boarding';

const quickCount = 1_000;
const wholeCount = 20_000;

export async function measureBoarding(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const service = await startService(makePlace(cleanup), cleanup);
  await board(service, quickCount);
  const count = isQuick ? quickCount : wholeCount;
  const health = watchHealth(service);
  const { seconds, processorSeconds, sentSeconds } = await board(service, count);
  const { maxMs: healthMs } = await health.stop();
  record({ figure: boardingName, count, seconds, sentSeconds, processorSeconds, healthMs });
  const perSecond = (count / seconds).toFixed(0);
  console.log(
    `boarding       ${count} people and loans in ${seconds.toFixed(1)} s: ${perSecond} loans a second (aim: 1,000)`,
  );
  console.log(
    `  of it ${sentSeconds.toFixed(1)} s until the file was taken; processor time ${processorSeconds.toFixed(1)} s`,
  );
  console.log(`  /health at most ${healthMs.toFixed(0)} ms meanwhile`);
  await cleanup.run();
}

export async function profileBoarding(cleanup: Cleanup, seconds: number): Promise<void> {
  const service = await startService(makePlace(cleanup), cleanup, { nodeFlags: profiled });
  const began = performance.now();
  let requests = 0;
  for (; performance.now() - began < seconds * 1000; requests += quickCount) await board(service, quickCount);
  await showProfile(boardingName, service, { requests, seconds: (performance.now() - began) / 1000 });
  await cleanup.run();
}

async function board(service: RunningService, count: number) {
  const body = linesOf(count);
  const usedBefore = processorMicros(service.pid);
  const began = performance.now();
  const response = await fetch(`${service.url}/api/loans/import`, {
    method: 'POST',
    headers: { 'x-api-key': liveKey, 'content-type': 'application/x-ndjson' },
    body,
  });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`Importing: ${response.status} ${text}`);
  const sentSeconds = (performance.now() - began) / 1000;
  const { result } = await untilDone(service, JSON.parse(text).data.id);
  const seconds = (performance.now() - began) / 1000;
  mustHaveBoarded(result, count);
  return { seconds, sentSeconds, processorSeconds: (processorMicros(service.pid) - usedBefore) / 1e6 };
}

function mustHaveBoarded(result: unknown, count: number): void {
  const { created } = result as { created?: number };
  if (created !== 2 * count) throw new Error(`Of ${2 * count} lines: ${JSON.stringify(result)}`);
}

let boarded = 0;

function linesOf(count: number): string {
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    const externalId = `board-${++boarded}`;
    const person = { ...JSON.parse(personBody()), externalId };
    const loan = { ...loanTerms({ duration: 36 }), externalId: `loan-${boarded}`, personId: `ext-${externalId}` };
    lines.push(JSON.stringify({ person }), JSON.stringify({ loan, activate: {} }));
  }
  return `${lines.join('\n')}\n`;
}

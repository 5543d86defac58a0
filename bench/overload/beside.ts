// How long calls of one company take, alone and beside another company that does its worst.
import { quantile } from '../report.ts';
import type { RunningService } from '../service.ts';

/** A quiet read waits for the database too: with less between them the one who is measured would be its own rush. */
const pauseMs = 5;

export interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly count: number;
}

/** Asks again and again until that moment of the monotonic clock. */
export async function timesOf(ask: () => Promise<unknown>, until: number): Promise<Times> {
  const tookMs: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    await ask();
    tookMs.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  const at = (share: number): number => Math.round(quantile(tookMs, share) * 100) / 100;
  return { p50Ms: at(0.5), p99Ms: at(0.99), count: tookMs.length };
}

export async function mustGet(service: RunningService, key: string, path: string): Promise<void> {
  const answer = await fetch(service.url + path, { headers: { 'x-api-key': key } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
}

/** A line for the terminal. `what` is measured, as in `health beside balances of 2099`. */
export function besideLine(figure: string, what: string, alone: Times, beside: Times): string {
  const ratio = (of: 'p50Ms' | 'p99Ms'): string => (beside[of] / alone[of]).toFixed(2);
  return `${figure.padEnd(14)} ${what}: median ${alone.p50Ms} ms alone, ${beside.p50Ms} ms beside: ${ratio('p50Ms')} (aim: at most 3); p99 ${alone.p99Ms} and ${beside.p99Ms} ms: ${ratio('p99Ms')} (aim: at most 5)`;
}

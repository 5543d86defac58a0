// A backtest over the past: how long a million contacts take, by what more of them cost, and what the process holds.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.ts';
import { liveApi } from '../loans/api.ts';
import { record } from '../report.ts';
import { makePlace, type RunningService, startService } from '../service.ts';
import { watchMemory } from '../watch-memory.ts';
import { fillCalls, seedBorrowers } from './fill.ts';

export const backtestName = 'backtest';

const callsOfEach = 1_000;
const aimSeconds = 180;
const yearDays = 366;

export async function measureBacktest(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  await seedBorrowers(service, isQuick ? 50 : 1_000);
  await fillCalls(place, callsOfEach);
  await tried(service, 7);
  const part = await tried(service, 90);
  const all = await tried(service, yearDays);
  const more = (all.seconds - part.seconds) / (all.contacts - part.contacts);
  const million = all.seconds + more * (1_000_000 - all.contacts);
  record({ figure: backtestName, part, all, million, aimSeconds });
  console.log(
    `${backtestName}: ${said(part)}; ${said(all)}; a million takes ${million.toFixed(0)} s at this rate, aim ${aimSeconds}`,
  );
  await cleanup.run();
}

interface Tried {
  readonly contacts: number;
  readonly seconds: number;
  readonly early: number;
  readonly most: number;
}

const said = ({ contacts, seconds, early, most }: Tried): string =>
  `${contacts} contacts in ${seconds.toFixed(1)} s, at most ${early} MB in the first tenth and ${most} MB in all`;

async function tried(service: RunningService, days: number): Promise<Tried> {
  const api = liveApi(service);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const watching = watchMemory(service);
  const began = performance.now();
  const { id } = await api.post('/compliance/backtest', { startDate: day(days), endDate: day(1) });
  for (;;) {
    const operation = (await api.get(`/operations/${id}`)) as unknown as {
      readonly state: string;
      readonly result: { readonly contacts: number } | null;
    };
    if (operation.state === 'failed') throw new Error(`The backtest failed: ${JSON.stringify(operation)}`);
    if (operation.result !== null) {
      const seconds = (performance.now() - began) / 1_000;
      return { contacts: operation.result.contacts, seconds, ...(await watching.stop()) };
    }
    await sleep(100);
  }
}

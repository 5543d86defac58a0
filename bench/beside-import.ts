// How long reads of loans wait while people are imported, against before and after, by a service of two workers and by
// one process. The reads are at a steady pace, so that what is measured is their wait and not their number.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from './cleanup.ts';
import { importPeople } from './import-people.ts';
import { setLoanStage } from './loans/stage.ts';
import { pathOf } from './loans/template.ts';
import { inMs, type Pace, paces, readUntil } from './paced-reads.ts';
import { quantile, record } from './report.ts';
import { type RunningService, startService } from './service.ts';

export const besideImportName = 'beside-import';

const loanCount = 500;
const aim = 1.5;

export async function measureBesideImport(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const stage = await setLoanStage(cleanup, loanCount);
  const paths = stage.loans.map((loan) => `/api${pathOf(loan)}`);
  await stage.service.stop();
  const count = isQuick ? 10_000 : 100_000;
  for (const workers of [2, 1]) {
    const service = await startService(stage.place, cleanup, { workers });
    await importPeople(service, 2_000);
    for (const pace of paces) await measure(service, { workers, paths, pace, count, isQuick });
    await service.stop();
  }
  await cleanup.run();
}

interface Asked {
  readonly workers: number;
  readonly paths: readonly string[];
  readonly pace: Pace;
  readonly count: number;
  readonly isQuick: boolean;
}

async function measure(service: RunningService, { workers, paths, pace, count, isQuick }: Asked): Promise<void> {
  const aloneMs = isQuick ? 2_000 : 5_000;
  const rounds: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
  const read = async (during: Promise<unknown>): Promise<number[]> => readUntil(service, paths, pace, during);
  await read(sleep(1_000));
  rounds.alone.push(...(await read(sleep(aloneMs))));
  const importing = importPeople(service, count);
  for (const one of await read(importing)) rounds.beside.push(one);
  const { seconds } = await importing;
  rounds.alone.push(...(await read(sleep(aloneMs))));
  const of = (share: number) => [quantile(rounds.alone, share), quantile(rounds.beside, share)] as const;
  const [[median, besideMedian], [p99, besideP99]] = [of(0.5), of(0.99)];
  const ratio = besideMedian / median;
  record({ figure: besideImportName, workers, pace, count, seconds, median, besideMedian, p99, besideP99, ratio, aim });
  console.log(
    `beside-import  WORKERS=${workers}, ${pace.name}: median ${inMs(besideMedian)} beside ${inMs(median)} alone, ratio ${ratio.toFixed(2)} (aim ${aim}); p99 ${inMs(besideP99)} and ${inMs(p99)}; ${(count / seconds).toFixed(0)} people a second`,
  );
}

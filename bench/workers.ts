// Reads by a service of two workers beside the same service as one process: the same data, the same connections, in turn.
import { readFileSync } from 'node:fs';
import type { Cleanup } from './cleanup.ts';
import { alternately, driveRound, type Round, type Target, warmUp } from './load.ts';
import { setLoanStage } from './loans/stage.ts';
import { pathOf } from './loans/template.ts';
import { processorMicros } from './processes.ts';
import { enter, inWords, record, spread } from './report.ts';
import { coldMemoryMb, liveKey, type RunningService, startService } from './service.ts';

export const workersName = 'workers';

const loanCount = 500;
const connections = 16;
/** On a machine of two cores, of which the database and the clients take their part too. */
const aim = 1.5;

/**
 * Cold, a request is mostly the service's own work, which more workers share; warm, client and database have half of it.
 */
export async function measureWorkers(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const { place, loans, service } = await setLoanStage(cleanup, loanCount);
  const paths = loans.map((loan) => `/api${pathOf(loan)}`);
  const start = (options: object): Promise<RunningService> => startService(place, cleanup, options);
  const two = await start({ workers: 2 });
  await compareWorkers(workersName, [targetOf(paths, 'one', service), targetOf(paths, 'two', two)], isQuick);
  const memoryMb = coldMemoryMb;
  const cold = [await start({ memoryMb }), await start({ memoryMb, workers: 2 })] as const;
  const named = `${workersName}, cold`;
  await compareWorkers(named, [targetOf(paths, 'one', cold[0]), targetOf(paths, 'two', cold[1])], isQuick);
  await cleanup.run();
}

const targetOf = (paths: readonly string[], name: string, service: RunningService): Target => ({
  ...service,
  name,
  setupClient: (client, index) =>
    client.setRequests(
      paths
        .filter((_, i) => i % connections === index)
        .map((path) => ({ method: 'GET', path, headers: { 'x-api-key': liveKey } })),
    ),
});

async function compareWorkers(name: string, targets: readonly [Target, Target], isQuick: boolean): Promise<void> {
  const seconds = isQuick ? 1 : 3;
  await warmUp(targets, seconds);
  const driven = await alternately(
    targets.map((each) => (round: number) => driveAll(each, seconds, round)),
    isQuick ? 3 : 5,
  );
  const of = (take: (round: (typeof driven)[number]) => number) =>
    targets.map((target) => driven.filter((round) => round.target === target.name).map(take)) as [number[], number[]];
  const [one, two] = of(({ perSecond }) => perSecond);
  const ratio = spread(two.map((rate, i) => rate / (one[i] as number)));
  enter({ name, limitSays: 'GET loan by two workers against one process', aim }, ratio);
  record({ figure: name, unit: 'ratio', connections, one: spread(one), two: spread(two), ratio, aim });
  console.log(`${name}: GET loan, ${connections} connections: ratio ${inWords(ratio, 2)}, aim ${aim}`);
  const [microsOfOne, microsOfTwo] = of(({ micros }) => micros);
  const says = (rates: number[], micros: number[]): string =>
    `${inWords(spread(rates), 0)} a second, ${inWords(spread(micros), 0)} us of processor time each`;
  console.log(`  one process ${says(one, microsOfOne)}\n  two workers ${says(two, microsOfTwo)}`);
}

/** A round with the processor time of the service and all its workers, which a busy machine changes less than the rate. */
async function driveAll(target: Target, seconds: number, round: number): Promise<Round & { readonly micros: number }> {
  const family = [target.pid, ...childrenOf(target.pid).filter(isWorker)];
  const used = (): number => family.reduce((sum, pid) => sum + processorMicros(pid), 0);
  const before = used();
  const driven = await driveRound(target, { connections, seconds }, round);
  return { ...driven, micros: (used() - before) / driven.requests };
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

const isWorker = (pid: number): boolean => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker.mjs');

// Reads by a service of two workers beside the same service as one process: the same data, the same connections, in turn.
import { readFileSync } from 'node:fs';
import type { Cleanup } from './cleanup.ts';
import { alternately, driveRound, type Round, type Target, warmUp } from './load.ts';
import { setLoanStage } from './loans/stage.ts';
import { pathOf } from './loans/template.ts';
import { processorMicros } from './processes.ts';
import { inWords, record, spread } from './report.ts';
import { liveKey, type RunningService, startService } from './service.ts';

export const workersName = 'workers';

const loanCount = 500;
const connections = 16;
/** On a machine of two cores, of which the database and the clients take their part too. */
const aim = 1.5;

export async function measureWorkers(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const stage = await setLoanStage(cleanup, loanCount);
  const two = await startService(stage.place, cleanup, { workers: 2 });
  const paths = stage.loans.map((loan) => `/api${pathOf(loan)}`);
  const target = (name: string, service: RunningService): Target => ({
    ...service,
    name,
    setupClient: (client, index) =>
      client.setRequests(
        paths
          .filter((_, i) => i % connections === index)
          .map((path) => ({ method: 'GET', path, headers: { 'x-api-key': liveKey } })),
      ),
  });
  const targets = [target('one', stage.service), target('two', two)];
  const seconds = isQuick ? 1 : 3;
  await warmUp(targets, seconds);
  const rounds = isQuick ? 3 : 5;
  const driven = await alternately(
    targets.map((each) => (round: number) => driveAll(each, seconds, round)),
    rounds,
  );
  const rates = (name: string): number[] => driven.filter(({ target: of }) => of === name).map(perSecond);
  const [one, both] = [rates('one'), rates('two')];
  const ratio = spread(both.map((rate, i) => rate / (one[i] ?? Number.NaN)));
  record({ figure: workersName, unit: 'ratio', connections, one: spread(one), two: spread(both), ratio, aim });
  console.log(`GET loan, ${connections} connections: two workers ${inWords(spread(both), 0)} a second`);
  console.log(`one process ${inWords(spread(one), 0)} a second; ratio ${inWords(ratio, 2)}, aim ${aim}`);
  const micros = (name: string) => spread(driven.filter(({ target: of }) => of === name).map(({ micros }) => micros));
  console.log(
    `processor time a request, all processes: ${inWords(micros('two'), 0)} us beside ${inWords(micros('one'), 0)} us`,
  );
  await cleanup.run();
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

const perSecond = ({ perSecond: rate }: Round): number => rate;

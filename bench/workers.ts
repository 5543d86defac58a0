// Reads by a service of two workers beside the same service as one process: the same data, the same connections, in turn.
import type { Cleanup } from './cleanup.ts';
import { alternately, driveRound, type Round, type Target, warmUp } from './load.ts';
import { setLoanStage } from './loans/stage.ts';
import { pathOf } from './loans/template.ts';
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
    targets.map((each) => (round: number) => driveRound(each, { connections, seconds }, round)),
    rounds,
  );
  const rates = (name: string): number[] => driven.filter(({ target: of }) => of === name).map(perSecond);
  const [one, both] = [rates('one'), rates('two')];
  const ratio = spread(both.map((rate, i) => rate / (one[i] ?? Number.NaN)));
  record({ figure: workersName, unit: 'ratio', connections, one: spread(one), two: spread(both), ratio, aim });
  console.log(`GET loan, ${connections} connections: two workers ${inWords(spread(both), 0)} a second`);
  console.log(`one process ${inWords(spread(one), 0)} a second; ratio ${inWords(ratio, 2)}, aim ${aim}`);
  await cleanup.run();
}

const perSecond = ({ perSecond: rate }: Round): number => rate;

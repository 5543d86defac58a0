// `tenor start` with several workers. This process joins the database server, gives the workers their connections in turn,
// counts for all of them, writes their one log and starts again what ended. It serves nothing itself, so that nothing
// of a request can end it.
import { machineClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { type Log, logOutput, makeLog } from '#platform/log.ts';
import { CommandFailed } from '../command.ts';
import { warnAtStart } from '../serving.ts';
import { stopSignal } from '../stop-signal.ts';
import { urlOf } from '../url-of.ts';
import { type FirstKeys, welcome } from '../welcome.ts';
import { granting, HoldsOfWorkers } from './counts.ts';
import { keepWorkers } from './keep-workers.ts';
import { busiestOf, giveLongWork } from './long-work.ts';
import { metricsOfAll } from './metrics-of-all.ts';
import type { OfParent } from './promises.ts';
import { launcher, type RunningWorker } from './running-worker.ts';

export async function startWorkers(config: Config, print: (text: string) => void): Promise<void> {
  const output = logOutput(config.logFormat);
  const log = makeLog(config.logLevel, undefined, output);
  const stopping = stopSignal(log);
  const ready = Promise.withResolvers<void>();
  const holds = new HoldsOfWorkers();
  let keys: FirstKeys | undefined;
  const launch = launcher({
    workers: config.workers,
    port: config.port,
    write: (lines) => void output.write(lines),
    promises: (worker) => promisesTo(worker, ready.promise),
  });
  const kept = keepWorkers({ count: config.workers, launch, log, ended: (worker) => holds.endAll(worker.number) });
  const metrics = metricsOfAll(kept);
  const grant = granting(machineClock, config.workers);
  const promisesTo = (worker: RunningWorker, mayBegin: Promise<void>): OfParent => ({
    mayBegin: () => mayBegin,
    grant,
    hold: ({ name, most }) => holds.begin(worker.number, name, most),
    endHold: ({ name }) => holds.end(worker.number, name),
    metrics: () => metrics.text(),
    takesLongWork: () => worker.takesLongWork(),
    handOver: giveLongWork(kept),
    busiest: busiestOf(kept),
    firstKeys: (made) => {
      keys = made;
    },
    hasStopped: () => worker.stopped(),
    startFailed: (failure) => worker.failed(failure),
  });
  // The first one loads its code while the database server starts, and then prepares the database.
  const first = kept.first();
  const url = (): string => config.publicUrl ?? urlOf(config.host, first.port ?? config.port);
  /** Also when the port is taken or the start is stopped, because they are shown only this once. */
  const tellKeys = (): void => {
    if (keys !== undefined) print(welcome(first.isReady ? url() : undefined, keys));
    keys = undefined;
  };
  let leave = async (): Promise<void> => {};
  try {
    leave = await joinDatabase(config, log);
    ready.resolve();
    await Promise.race([first.ready, stopping.signal]).finally(tellKeys);
    if (first.isReady) {
      log.info({ url: url(), workers: config.workers }, 'Tenor listens');
      warnAtStart(config, log);
      kept.begin();
    }
    await stopping.signal;
    log.info('stopping: no new requests; those that run may end');
    if (!(await kept.stop())) throw new CommandFailed('Not every worker ended in order.');
  } finally {
    await kept.stop();
    tellKeys();
    await leave();
  }
}

/** Returns how to leave the database server, which this process keeps as long as its workers live. */
async function joinDatabase(config: Config, log: Log): Promise<() => Promise<void>> {
  // The key comes before the database: a new database must never exist without its key.
  const { keySourceOf } = await import('../encryption-key.ts');
  await keySourceOf(config).keys();
  const { joinServer } = await import('../join-server.ts');
  const { leave } = await joinServer(config, log, (sentence) => log.info(sentence));
  return leave;
}

// `tenor start` with several workers. This process prepares the database, gives the workers their connections in turn,
// counts for all of them, writes their one log and starts again what ended. It serves nothing itself, so that nothing
// of a request can end it.
import { machineClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { type Log, logOutput, makeLog } from '#platform/log.ts';
import { CommandFailed } from '../command.ts';
import { joinServer } from '../connect.ts';
import { keySourceOf } from '../encryption-key.ts';
import { type FirstKeys, firstCompany, welcome } from '../first-company.ts';
import { urlOf } from '../server.ts';
import { openService } from '../service.ts';
import { believing } from '../serving.ts';
import { stopSignal } from '../stop-signal.ts';
import { granting, HoldsOfWorkers } from './counts.ts';
import { keepWorkers } from './keep-workers.ts';
import { busiestOf, giveLongWork } from './long-work.ts';
import { metricsOfAll } from './metrics-of-all.ts';
import type { OfParent } from './promises.ts';
import { launcher, type RunningWorker } from './running-worker.ts';

export async function startWorkers(config: Config, print: (text: string) => void): Promise<void> {
  const output = logOutput();
  const log = makeLog(config.logLevel, undefined, output);
  const stopping = stopSignal(log);
  const ready = Promise.withResolvers<void>();
  const holds = new HoldsOfWorkers();
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
    startFailed: (failure) => worker.failed(failure),
  });
  // The first one loads its code while the database is prepared.
  const first = kept.first();
  let leave = async (): Promise<void> => {};
  try {
    const prepared = await prepare(config, log);
    leave = prepared.leave;
    const { keys } = prepared;
    ready.resolve();
    await Promise.race([first.ready, stopping.signal]).finally(() => {
      // The keys are printed even when the port is taken, because they are shown only this once.
      if (keys !== undefined) print(welcome(config.publicUrl ?? urlOf(config.host, first.port ?? config.port), keys));
    });
    const { port } = first;
    if (port !== undefined) {
      log.info({ url: config.publicUrl ?? urlOf(config.host, port), workers: config.workers }, 'Tenor listens');
      if (config.trustProxy === true) log.warn(believing);
      kept.begin();
    }
    await stopping.signal;
    log.info('stopping: no new requests; those that run may end');
    if (!(await kept.stop())) throw new CommandFailed('Not every worker ended in order.');
  } finally {
    await kept.stop();
    await leave();
  }
}

interface Prepared {
  readonly keys: FirstKeys | undefined;
  leave(): Promise<void>;
}

/** Joins the database server, brings the database up to date and makes the first company. */
async function prepare(config: Config, log: Log): Promise<Prepared> {
  const encryptionKey = keySourceOf(config);
  await encryptionKey.keys();
  const { server, leave } = await joinServer(config, log, (sentence) => log.info(sentence));
  try {
    const service = await openService({ config, server, encryptionKey, log });
    try {
      return { keys: await firstCompany(service, config), leave };
    } finally {
      await service.close();
    }
  } catch (error) {
    await leave();
    throw error;
  }
}

// One of the processes of `tenor start`. It is a whole service, but what is bounded is shared with the others, and it
// begins and ends when its parent says so.
import cluster from 'node:cluster';
import { machineClock } from '#platform/clock.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { type Log, makeLog } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { connect } from '../connect.ts';
import { type Crew, makeServer } from '../server.ts';
import { drain } from '../serving.ts';
import { type Stopping, stopSignal } from '../stop-signal.ts';
import { type Channel, ChannelClosed, openChannel } from './channel.ts';
import { askedCounts } from './counts.ts';
import type { OfParent, OfWorker, Standing } from './promises.ts';

/** The parent stops the database afterwards, and all of it takes less than ten seconds. */
const stopMsMax = 8_000;

/** `words`: the worker's number, the number of workers, and the port. */
async function runWorker(words: readonly string[]): Promise<void> {
  const [number = 0, workers = 1, port = 0] = words.map(Number);
  const config: Config = { ...readConfig(), workers, port };
  const log = makeLog(config.logLevel, number);
  const stopping = stopSignal(log, stopMsMax);
  const { channel, crew } = joinCrew(workers, stopping);
  try {
    const begins = channel.ask('mayBegin', null).then(() => true);
    if (await Promise.race([begins, stopping.signal])) await serve(config, log, crew, stopping);
  } catch (error) {
    process.exitCode = 1;
    if (!(error instanceof ChannelClosed)) await channel.ask('startFailed', failure(error)).catch(() => {});
  }
  if (process.connected) process.disconnect();
}

async function serve(config: Config, log: Log, crew: Crew, stopping: Stopping): Promise<void> {
  const { service, leave } = await connect(config, log, (sentence) => log.info(sentence), config.workers);
  try {
    const app = makeServer(service, config, log, crew);
    await service.startWork();
    await app.listen({ host: config.host, port: config.port });
    log.info('a worker listens');
    await stopping.signal;
    await drain(app);
  } finally {
    await leave();
  }
}

function joinCrew(workers: number, stopping: Stopping): { channel: Channel<OfParent>; crew: Crew } {
  let standing: Standing = { running: 1, wanted: workers };
  let own: Metrics | undefined;
  const answers: OfWorker = {
    metrics: async () => (await own?.values()) ?? [],
    standing: (told) => {
      standing = told;
    },
    stop: () => stopping.stop(),
  };
  const channel = openChannel<OfParent>(
    {
      send: (message) => void process.send?.(message, undefined, undefined, () => {}),
      onMessage: (listener) => void process.on('message', listener),
      onClose: (listener) => void cluster.worker?.once('disconnect', listener),
    },
    answers,
  );
  endInOrderWithoutParent(stopping);
  const crew: Crew = {
    processes: workers,
    counts: askedCounts(channel, machineClock),
    offers: (metrics) => {
      own = metrics;
    },
    metricsText: (metrics) => channel.ask('metrics', null).catch(() => metrics.text()),
    standing: () => ({ workers: standing }),
  };
  return { channel, crew };
}

/** A worker whose parent was killed would be ended at once; it finishes its requests instead. */
function endInOrderWithoutParent(stopping: Stopping): void {
  const { worker } = cluster;
  worker?.once('disconnect', () => {
    worker.exitedAfterDisconnect = true;
    stopping.stop();
  });
}

function failure(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  return { message: error.message, code: 'code' in error ? String(error.code) : undefined, stack: error.stack };
}

await runWorker(process.argv.slice(2));

// The process of `tenor start` for work that outlives its request: imports, replays of an index, test clocks that move.
// It serves nothing, so that no request waits for such work, and it rests while requests need the processor.
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { makeMetrics } from '#platform/metrics.ts';
import type { JobData } from '#platform/work/jobs.ts';
import type { Operations } from '#platform/work/operations/operations.ts';
import { connect } from '../connect.ts';
import { joinParent } from './join-parent.ts';
import type { OfLongWork } from './promises.ts';

/** `words`: its number, which follows those of the workers, and the number of workers. */
async function runLongWork(words: readonly string[]): Promise<void> {
  const [number = 0, workers = 1] = words.map(Number);
  const metrics = makeMetrics();
  let taking: Taking | undefined;
  await joinParent({
    number,
    answers: (stopping): OfLongWork => ({
      metrics: () => metrics.values(),
      standing: () => {},
      stop: () => stopping.stop(),
      do(job) {
        if (taking === undefined) throw new Error('The process for long work is not ready.');
        taking.take(job);
      },
    }),
    async work(log, channel, stopping) {
      const { service, leave } = await connect(readConfig(), log, (sentence) => log.info(sentence), {
        processes: workers,
        crew: { busiest: () => channel.ask('busiest', null).catch(() => 0) },
      });
      try {
        service.signals.connect();
        taking = takesJobs(service.operations, log);
        await channel.ask('takesLongWork', null);
        log.info('the process for long work is ready');
        await stopping.signal;
        await taking.stop();
      } finally {
        await leave();
      }
    },
  });
}

interface Taking {
  take(job: JobData): void;
  stop(): Promise<unknown>;
}

/** What is at work gets this long to end its transactions. */
const stopMsMax = 5_000;

function takesJobs(operations: Operations, log: Log): Taking {
  const underWay = new Set<Promise<void>>();
  return {
    take(job) {
      const { operationId: operation, kind } = job.payload;
      log.info({ operation, kind }, 'takes long work');
      const doing: Promise<void> = operations
        .doHere(job)
        .catch((error) => log.error({ err: error, operation, kind }, 'long work failed'))
        .finally(() => underWay.delete(doing));
      underWay.add(doing);
    },
    stop() {
      operations.stop();
      return Promise.race([Promise.all(underWay), sleep(stopMsMax, undefined, { ref: false })]);
    },
  };
}

await runLongWork(process.argv.slice(2));

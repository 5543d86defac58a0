// The metrics of all workers as one text. What only grows stays in the sums when a worker has ended.
import { setTimeout as sleep } from 'node:timers/promises';
import { type MetricValues, makeMetrics, together, whatOnlyGrows } from '#platform/metrics.ts';
import type { KeptWorkers } from './keep-workers.ts';
import type { RunningWorker } from './running-worker.ts';

/**
 * A worker that is busy for longer is counted by what it said last. It waits for its own values for a second, so that it
 * can say which it does not know.
 */
const answerMsMax = 1_500;

export function metricsOfAll(kept: KeptWorkers): { text(): Promise<string> } {
  const own = makeMetrics();
  own.gauge('workers_running', 'Processes that serve requests.', () => kept.listening.length);
  own.gauge('workers_wanted', 'Processes that should serve requests.', () => kept.wanted);
  own.gauge('long_work_running', 'Whether the process for long work runs: 1 or 0.', () => (kept.longWork ? 1 : 0));
  own.counter(
    'workers_started_again_total',
    'How often a worker ended and was started again.',
    () => kept.startedAgain,
  );
  const last = new Map<RunningWorker, MetricValues>();
  let gone: MetricValues = [];
  kept.onEnd((worker) => {
    const left = whatOnlyGrows(last.get(worker) ?? []);
    last.delete(worker);
    void together([gone, left])
      .getMetricsAsJSON()
      .then((sum) => {
        gone = sum;
      });
  });
  const of = async (worker: RunningWorker): Promise<MetricValues> => {
    const asked = worker.channel.ask('metrics', null).then((values) => {
      if (kept.listening.includes(worker) || kept.longWork === worker) last.set(worker, values);
      return values;
    });
    const tooLate = sleep(answerMsMax, undefined, { ref: false });
    const values = await Promise.race([asked, tooLate]).catch(() => undefined);
    return values ?? last.get(worker) ?? [];
  };
  return {
    async text() {
      const all = await Promise.all(kept.listening.map(of));
      const long = kept.longWork === undefined ? [] : [await of(kept.longWork).then(withoutDelays)];
      return together([withoutDelays(await own.values()), gone, ...all, ...long]).metrics();
    },
  };
}

/** Memory and processor time are counted, of a process that serves no requests not the delays of its event loop. */
const withoutDelays = (values: MetricValues): MetricValues => values.filter(({ name }) => !name.startsWith('nodejs_'));

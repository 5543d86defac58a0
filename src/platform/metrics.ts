// Prometheus metrics. Labels are route patterns and statuses, never ids: their number stays bounded.
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The values of one process, in a form that can be sent to another. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/**
 * What several processes say together: the sum of theirs, or the highest, where each says the same of them all or tells
 * its longest.
 */
type Together = 'sum' | 'max';

/** One value of a metric that has several, told apart by labels: one for each mode, say. */
interface Labelled<Read> {
  readonly labels: Readonly<Record<string, string>>;
  readonly read: Read;
}

/** The value of a metric, or its values. They are read when the metrics are asked for; NaN: it is unknown. */
type Values<Read> = Read | readonly Labelled<Read>[];
type Read = () => number | Promise<number>;
/** What only grows is counted in memory. */
type Count = () => number;

/** A value for each value of a label. */
export const ofEach = <Value extends string, Read>(
  label: string,
  values: readonly Value[],
  read: (value: Value) => Read,
): Labelled<Read>[] => values.map((value) => ({ labels: { [label]: value }, read: read(value) }));

export interface Metrics {
  request(method: string, route: string, status: number, seconds: number): void;
  gauge(name: string, help: string, values: Values<Read>, together?: Together): void;
  /** The same for a value that only grows; its name ends with `_total`. */
  counter(name: string, help: string, values: Values<Count>, together?: Together): void;
  text(): Promise<string>;
  values(): Promise<MetricValues>;
  readonly contentType: string;
}

export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    request: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    gauge: (name, help, values, together = 'sum') => {
      const all = labelled(values);
      new Gauge({
        name,
        help,
        labelNames: labelsOf(all),
        aggregator: together,
        registers: [registry],
        async collect() {
          await Promise.all(all.map(async ({ labels, read }) => this.set(labels, await soon(read))));
        },
      });
    },
    counter: (name, help, values, together = 'sum') => {
      const all = labelled(values);
      new Counter({
        name,
        help,
        labelNames: labelsOf(all),
        aggregator: together,
        registers: [registry],
        collect() {
          this.reset();
          for (const { labels, read } of all) this.inc(labels, read());
        },
      });
    },
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
    contentType: registry.contentType,
  };
}

/** These are called totals and are none: they fall as well. Their namesakes without the ending tell the same by kind. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

const labelled = <Read>(values: Values<Read>): readonly Labelled<Read>[] =>
  Array.isArray(values) ? values : [{ labels: {}, read: values as Read }];

const labelsOf = (all: readonly Labelled<unknown>[]): string[] => Object.keys(all[0]?.labels ?? {});

/** One answer of several processes. A value that one of them does not know is left out. */
export const together = (all: readonly MetricValues[]): Registry =>
  AggregatorRegistry.aggregate(
    all.map((values) => values.map((metric) => ({ ...metric, values: metric.values.filter(isKnown) }))),
  );

/** What is not a number is sent as null. */
const isKnown = ({ value }: { readonly value: number | null }): boolean => value !== null && !Number.isNaN(value);

/** What only grows remains in the sum when its process has ended: a sum that falls would be taken for a new start. */
export const whatOnlyGrows = (values: MetricValues): MetricValues =>
  values.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));

/** One question for all values that are read at the same time. */
export function atOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}

/** Metrics matter most when something is wrong, so a value that is not known within this time is left out. */
const readMsMax = 1_000;

async function soon(read: () => number | Promise<number>): Promise<number> {
  const tooLate = new AbortController();
  try {
    return await Promise.race([read(), sleep(readMsMax, Number.NaN, { ref: false, signal: tooLate.signal })]);
  } catch {
    return Number.NaN;
  } finally {
    tooLate.abort();
  }
}

// Prometheus metrics. Labels are route patterns and statuses, never ids: their number stays bounded.
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The values of one process, in a form that can be sent to another. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What several processes say together: the sum of theirs, or the highest where each says the same of them all. */
type Together = 'sum' | 'max';

export interface Metrics {
  request(method: string, route: string, status: number, seconds: number): void;
  /** A value that is read when the metrics are asked for; NaN when it is unknown. */
  gauge(name: string, help: string, read: () => number | Promise<number>, together?: Together): void;
  /** The same for a value that only grows. */
  counter(name: string, help: string, read: () => number, together?: Together): void;
  text(): Promise<string>;
  values(): Promise<MetricValues>;
  readonly contentType: string;
}

export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    request: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    gauge: (name, help, read, together = 'sum') =>
      void new Gauge({
        name,
        help,
        aggregator: together,
        registers: [registry],
        async collect() {
          this.set(await soon(read));
        },
      }),
    counter: (name, help, read, together = 'sum') =>
      void new Counter({
        name,
        help,
        aggregator: together,
        registers: [registry],
        collect() {
          this.reset();
          this.inc(read());
        },
      }),
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
    contentType: registry.contentType,
  };
}

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

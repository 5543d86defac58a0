// Prometheus metrics. Labels are route patterns and statuses, never ids: their number stays bounded.
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  request(method: string, route: string, status: number, seconds: number): void;
  /** A value that is read when the metrics are asked for; NaN when it is unknown. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** The same for a value that only grows. */
  counter(name: string, help: string, read: () => number): void;
  text(): Promise<string>;
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
    gauge: (name, help, read) =>
      void new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await soon(read));
        },
      }),
    counter: (name, help, read) =>
      void new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset();
          this.inc(read());
        },
      }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
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

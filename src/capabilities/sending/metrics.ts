import type { MetricTools } from '#platform/capability.ts';
import type { Metrics } from '#platform/metrics.ts';

export function messageMetrics(metrics: Metrics, { ask }: MetricTools): void {
  metrics.gauge(
    'tenor_messages_waiting',
    'Messages of live mode that are still to be sent.',
    async () => {
      const [row] = await ask('live')<{ n: string }>(
        'select count(*) as n from live.messages where due_at is not null',
      );
      return Number(row?.n);
    },
    'max',
  );
}

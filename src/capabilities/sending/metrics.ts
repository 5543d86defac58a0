import type { MetricTools } from '#platform/capability.ts';
import { oldest, type Queue } from '#platform/doctor/backlog.ts';
import type { Metrics } from '#platform/metrics.ts';

/** Only live mode sends. */
export const messagesQueue: Queue = {
  name: 'messages',
  since: async (ask, mode) =>
    mode === 'live'
      ? oldest(ask, 'select min(recorded_at) as since from live.messages where due_at is not null')
      : null,
};

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

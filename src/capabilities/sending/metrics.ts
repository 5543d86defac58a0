import type { MetricTools } from '#platform/capability.ts';
import type { Metrics } from '#platform/metrics.ts';

export function messageMetrics(metrics: Metrics, { database }: MetricTools): void {
  metrics.gauge(
    'tenor_messages_waiting',
    'Messages of live mode that are still to be sent.',
    async () => {
      const { db, rows } = database.unscoped('live');
      const [row] = await rows(
        db
          .selectFrom('messages')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .where('due_at', 'is not', null),
      );
      return Number(row?.n ?? 0);
    },
    'max',
  );
}

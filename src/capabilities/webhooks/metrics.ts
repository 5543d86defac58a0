// The state of deliveries, for operators of the service.
import type { MetricTools } from '#platform/capability.ts';
import { modes } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { Metrics } from '#platform/metrics.ts';
import { failuresUntilProbing } from './delivery/back-off.ts';
import { deliverer } from './delivery/deliverer.ts';

export function webhookMetrics(metrics: Metrics, { database, running }: MetricTools): void {
  for (const outcome of ['delivered', 'failed', 'parked'] as const) {
    metrics.counter(
      `webhook_attempts_${outcome}_total`,
      `Webhook deliveries sent from here that were ${outcome}.`,
      () => running(deliverer)?.outcomes[outcome] ?? 0,
    );
  }
  metrics.gauge(
    'webhooks_served',
    'Subscriptions for which something is sent from here.',
    () => running(deliverer)?.serving ?? 0,
  );
  for (const mode of modes) {
    metrics.gauge(
      `webhooks_failing_${mode}`,
      `Subscriptions of ${mode} whose receiver fails again and again.`,
      () => countFailing(database, mode),
      'max',
    );
  }
}

async function countFailing(database: RealmDatabase, mode: (typeof modes)[number]): Promise<number> {
  const { db, rows } = database.unscoped(mode);
  const [row] = await rows(
    db
      .selectFrom('webhook_work')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('failures', '>=', failuresUntilProbing),
  );
  return row?.n ?? 0;
}

// The state of deliveries, for operators of the service.
import type { MetricTools } from '#platform/capability.ts';
import { modes } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { type Metrics, ofEach } from '#platform/metrics.ts';
import { failuresUntilProbing } from './delivery/back-off.ts';
import { deliverer } from './delivery/deliverer.ts';

export function webhookMetrics(metrics: Metrics, { database, running }: MetricTools): void {
  metrics.counter(
    'webhook_attempts_total',
    'Webhook deliveries that were sent: delivered, failed, or given up after many tries (parked).',
    ofEach('outcome', ['delivered', 'failed', 'parked'], (outcome) => () => running(deliverer)?.outcomes[outcome] ?? 0),
  );
  metrics.gauge(
    'webhooks_served',
    'Subscriptions that the workers are serving now.',
    () => running(deliverer)?.serving ?? 0,
  );
  metrics.gauge(
    'webhooks_failing',
    'Subscriptions whose receiver fails again and again.',
    ofEach('mode', modes, (mode) => () => countFailing(database, mode)),
    'max',
  );
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

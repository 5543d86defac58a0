import type { MetricTools } from '#platform/capability.ts';
import type { Metrics } from '#platform/metrics.ts';

const says = {
  warning: 'Rates of returned ACH debits of live mode that have come near their limit.',
  above: 'Rates of returned ACH debits of live mode that are not below their limit.',
};

export function rateMetrics(metrics: Metrics, { database }: MetricTools): void {
  for (const standing of ['warning', 'above'] as const) {
    metrics.gauge(
      `tenor_ach_return_rates_${standing}`,
      says[standing],
      async () => {
        const { db, rows } = database.unscoped('live');
        const [row] = await rows(
          db
            .selectFrom('ach_rate_standings')
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .where('standing', '=', standing),
        );
        return Number(row?.n ?? 0);
      },
      'max',
    );
  }
}

import type { MetricTools } from '#platform/capability.ts';
import { type Metrics, ofEach } from '#platform/metrics.ts';

export function rateMetrics(metrics: Metrics, { ask }: MetricTools): void {
  metrics.gauge(
    'tenor_ach_return_rates',
    'Rates of returned ACH debits of live mode that have come near their limit (warning), or are not below it (above).',
    ofEach('standing', ['warning', 'above'], (standing) => async () => {
      const text = 'select count(*) as n from live.ach_rate_standings where standing = $1';
      const [row] = await ask('live')<{ n: string }>(text, [standing]);
      return Number(row?.n);
    }),
    'max',
  );
}

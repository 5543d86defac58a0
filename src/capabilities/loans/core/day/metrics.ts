// Metrics of the passing days, for the operator.
import { realmsNow } from '#platform/business-clock.ts';
import type { MetricTools } from '#platform/capability.ts';
import { modes } from '#platform/db/realm.ts';
import { type Metrics, ofEach } from '#platform/metrics.ts';
import { dayWorker } from '#platform/own-capabilities.ts';
import { dueLoans } from './due.ts';

export function loanDayMetrics(metrics: Metrics, { database, clock, running }: MetricTools): void {
  metrics.counter(
    'tenor_loans_brought_total',
    'Loans whose daily work was done, because something was due.',
    () => running(dayWorker)?.outcomes.done ?? 0,
  );
  metrics.counter(
    'tenor_loans_not_brought_total',
    'How often the daily work of a loan failed; each is in the log.',
    () => running(dayWorker)?.outcomes.failed ?? 0,
  );
  metrics.gauge(
    'tenor_loans_behind',
    'Loans whose daily work has been due for more than an hour.',
    ofEach('mode', modes, (mode) => async () => {
      const late = await dueLoans.countOverdue(database, mode, await realmsNow(database, mode, clock));
      return Math.max(late, running(dayWorker)?.behind[mode] ?? 0);
    }),
    'max',
  );
}

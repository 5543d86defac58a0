// What needs a person where money is moved, for alerts. The doctor tells the same in sentences (`check-….ts`).
import type { MetricTools } from '#platform/capability.ts';
import { type Mode, modes } from '#platform/db/realm.ts';
import { atOnce, type Metrics, ofEach } from '#platform/metrics.ts';
import { rateMetrics } from './ach/rates/metrics.ts';
import { alarmAsked, warnAsked } from './orders/attempts/asked.ts';
import { failuresMax } from './orders/notices/check-carriers.ts';

interface Counted {
  readonly name: string;
  readonly help: string;
  readonly rows: (mode: Mode) => string;
}

const counted: readonly Counted[] = [
  {
    name: 'tenor_orders_without_answer',
    help: 'Payment orders of which it has been unknown for a quarter of an hour or longer whether they arrived.',
    rows: (mode) => `${mode}.payment_attempts where state = 'unknown' and asked >= ${warnAsked}`,
  },
  {
    name: 'tenor_orders_lost',
    help: 'Payment orders of which it has been unknown for four hours whether they arrived: a person must look.',
    rows: (mode) => `${mode}.payment_attempts where state = 'unknown' and asked >= ${alarmAsked}`,
  },
  {
    name: 'tenor_breaks_open',
    help: 'Breaks of moving money that nobody has resolved.',
    rows: (mode) => `${mode}.payment_breaks where resolved_at is null`,
  },
  {
    name: 'tenor_payments_stopped',
    help: 'Companies whose payments are stopped.',
    rows: (mode) => `${mode}.money_switches where stopped_at is not null`,
  },
  {
    name: 'tenor_payment_providers_failing',
    help: `Payment providers that have failed ${failuresMax} times in a row or more.`,
    rows: (mode) => `${mode}.payment_provider_work where failures >= ${failuresMax}`,
  },
];

export function movingMoneyMetrics(metrics: Metrics, tools: MetricTools): void {
  rateMetrics(metrics, tools);
  const counts = { live: atOnce(() => countAll(tools, 'live')), test: atOnce(() => countAll(tools, 'test')) };
  for (const { name, help } of counted) {
    metrics.gauge(
      name,
      help,
      ofEach('mode', modes, (mode) => async () => Number((await counts[mode]())?.[name])),
      'max',
    );
  }
}

/** All in one statement: metrics are asked for all the time. */
async function countAll({ ask }: MetricTools, mode: Mode): Promise<Record<string, string> | undefined> {
  const each = counted.map(({ name, rows }) => `(select count(*) from ${rows(mode)}) as ${name}`);
  const [row] = await ask(mode)<Record<string, string>>(`select ${each.join(', ')}`);
  return row;
}

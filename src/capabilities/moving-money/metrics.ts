// What needs a person where money is moved, for alerts. The doctor tells the same in sentences (`check-….ts`).
import type { MetricTools } from '#platform/capability.ts';
import { type Mode, modes } from '#platform/db/realm.ts';
import { oldest, type Queue } from '#platform/doctor/backlog.ts';
import { type Metrics, ofEach } from '#platform/metrics.ts';
import { failuresMax as filesFailuresMax } from './ach-incoming/check-ach-files.ts';
import { rateMetrics } from './ach-rates/metrics.ts';
import { alarmAsked, warnAsked } from './attempts/asked.ts';
import { failuresMax } from './notices/check-carriers.ts';

/** What providers have told and nobody has taken. */
export const noticesQueue: Queue = {
  name: 'payment_notices',
  since: (ask, mode) =>
    oldest(ask, `select min(due_at) as since from ${mode}.payment_notices where due_at is not null`),
};

export function movingMoneyMetrics(metrics: Metrics, tools: MetricTools): void {
  rateMetrics(metrics, tools);
  const count = (name: string, help: string, rows: (mode: Mode) => string): void =>
    metrics.gauge(
      name,
      help,
      ofEach('mode', modes, (mode) => counting(tools, mode, rows(mode))),
      'max',
    );
  count(
    'tenor_orders_without_answer',
    'Payment orders of which nobody knows for a quarter of an hour or longer whether they arrived.',
    (mode) => `${mode}.payment_attempts where state = 'unknown' and asked >= ${warnAsked}`,
  );
  count(
    'tenor_orders_lost',
    'Those of them of which nobody knows for four hours: a person must look.',
    (mode) => `${mode}.payment_attempts where state = 'unknown' and asked >= ${alarmAsked}`,
  );
  count(
    'tenor_breaks_open',
    'Breaks of moving money that nobody has resolved.',
    (mode) => `${mode}.payment_breaks where resolved_at is null`,
  );
  count(
    'tenor_payments_stopped',
    'Companies whose payments are stopped.',
    (mode) => `${mode}.money_switches where stopped_at is not null`,
  );
  count(
    'tenor_payment_providers_failing',
    `Payment providers that have failed ${failuresMax} times in a row or more.`,
    (mode) => `${mode}.payment_provider_work where failures >= ${failuresMax}`,
  );
  count(
    'tenor_ach_files_unsent',
    `ACH files that could not be left with their bank, ${filesFailuresMax} times or more.`,
    (mode) => `${mode}.ach_files where held_until is not null and tries >= ${filesFailuresMax}`,
  );
  count(
    'tenor_ach_files_unread',
    `Files of banks that could not be taken, ${filesFailuresMax} times or more.`,
    (mode) => `${mode}.ach_readings where held_until is not null and failures >= ${filesFailuresMax}`,
  );
}

const counting =
  ({ ask }: MetricTools, mode: Mode, rows: string) =>
  async (): Promise<number> => {
    const [row] = await ask(mode)<{ n: string }>(`select count(*) as n from ${rows}`);
    return Number(row?.n);
  };

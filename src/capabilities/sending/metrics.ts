import type { MetricTools } from '#platform/capability.ts';
import type { Metrics } from '#platform/metrics.ts';
import { stillRests } from './keep-rest.ts';

export function messageMetrics(metrics: Metrics, { ask, clock }: MetricTools): void {
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
  metrics.gauge(
    'tenor_bounces_read_seconds',
    'How long ago the mailbox for bounces was read; 0 where it never was, because none is set.',
    async () => {
      const [row] = await ask('live')<{ read: number | null }>(
        'select (extract(epoch from read_at))::float8 as read from live.bounce_mailbox',
      );
      return row?.read == null ? 0 : Math.max(0, clock.micros() / 1e6 - row.read);
    },
    'max',
  );
  metrics.gauge(
    'tenor_channels_rest_seconds',
    'For how long the longest of the channels has sent nothing because whoever carries its messages refuses everything; 0 where none rests.',
    async () => {
      const [row] = await ask('live')<{ since: string | null }>(
        `select min(rests_since) as since from live.resting_channels where ${stillRests}`,
        [clock.micros()],
      );
      return row?.since == null ? 0 : Math.max(0, (clock.micros() - Number(row.since)) / 1e6);
    },
    'max',
  );
}

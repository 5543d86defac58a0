// What the metrics tell of contents.
import type { MachineClock } from '#platform/clock.ts';
import type { Ask } from '#platform/db/ask.ts';
import { type Mode, modes } from '#platform/db/realm.ts';
import { type Metrics, ofEach } from '#platform/metrics.ts';
import { foundInStores } from './survey-stores.ts';
import { sweptSoFar } from './sweep.ts';

interface Asking {
  ask(mode: Mode): Ask;
  readonly clock: MachineClock;
}

/** It looks each minute. */
const heldMicrosMax = 3_600 * 1_000_000;

export function blobMetrics(metrics: Metrics, { ask, clock }: Asking): void {
  const left = async (mode: Mode): Promise<number> => {
    const [row] = await ask(mode)<{ n: string }>(`select count(*) as n from ${mode}.blobs where goes_at <= $1`, [
      clock.micros(),
    ]);
    return Number(row?.n ?? 0);
  };
  metrics.gauge(
    'tenor_blobs_to_remove',
    'Contents of documents that nobody keeps, and that the sweep has not removed yet.',
    ofEach('mode', modes, (mode) => () => left(mode)),
    'max',
  );
  metrics.counter('tenor_blobs_removed_total', 'Contents that the sweep has removed.', [
    { labels: { why: 'orphan' }, read: () => sweptSoFar.orphans },
    { labels: { why: 'forgotten' }, read: () => sweptSoFar.forgotten },
  ]);
  /** Another process may be at it by now, and then this one knows nothing. */
  const found = (what: 'lost' | 'strays') =>
    ofEach('mode', modes, (mode) => () => {
      const { at, [what]: count } = foundInStores[mode];
      return clock.micros() - at < heldMicrosMax ? count : 0;
    });
  metrics.gauge(
    'tenor_blobs_without_bytes',
    'Contents whose bytes were gone, or not as many as were written, when their folder or bucket was last looked through.',
    found('lost'),
    'max',
  );
  metrics.gauge(
    'tenor_blobs_unknown',
    'What lay in the folder or the bucket of contents and belonged to none of them, when it was last looked through.',
    found('strays'),
    'max',
  );
}

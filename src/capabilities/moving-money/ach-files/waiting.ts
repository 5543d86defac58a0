import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Builder } from '#platform/db/builder.ts';

/** Those of an originator whose cut-off has come. */
export const waitingEntries = (db: Builder, carrierId: string, now: Instant) =>
  db
    .selectFrom('ach_entries')
    .where('carrier_id', '=', carrierId)
    .where('file_id', 'is', null)
    .where('leaves_at', '<=', now);

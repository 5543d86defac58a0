import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';

/** Entries of an originator whose cut-off has come. */
export const waitingEntries = (db: Builder, carrierId: string, now: Instant) =>
  db
    .selectFrom('ach_entries')
    .where('carrier_id', '=', carrierId)
    .where('file_id', 'is', null)
    .where('leaves_at', '<=', now);

/** Attempts by their keys, for a statement about many. */
export const keysOf = (people: readonly string[], attempts: readonly string[]) =>
  sql<{ of_person: string; of_attempt: string }>`unnest(${people}::text[], ${attempts}::text[])`.as<'v'>(
    sql`v(of_person, of_attempt)`,
  );

// Who brought events about, by the business clock.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { EventKind } from './event-kind.ts';
import { commitColumns } from './tables.ts';
import { unpackEvents } from './unpack-events.ts';

interface Asked {
  readonly subjectId: string;
  readonly kinds: readonly EventKind[];
  /** Only events about this case count. */
  readonly caseId?: string;
  /** At any time, if not given. */
  readonly since?: Instant;
}

interface Did {
  readonly actorId: string;
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Deeds of the system itself are left out. */
export async function whoDid(reader: Reader, { subjectId, kinds, caseId, since }: Asked): Promise<readonly Did[]> {
  const types = new Set(kinds.map(({ type }) => type));
  let told = reader.db
    .selectFrom('event_commits')
    .select(commitColumns)
    .where('subject_id', '=', subjectId)
    .where(sql<boolean>`types && ${[...types]}::text[]`);
  if (caseId !== undefined) told = told.where('case_id', '=', caseId);
  if (since !== undefined) told = told.where('created_at', '>=', since);
  const rows = await reader.rows(told);
  return rows.flatMap((row) =>
    row.actor_id === null
      ? []
      : unpackEvents(row)
          .filter(({ event_type }) => types.has(event_type))
          .map(({ event_type, details }) => ({ actorId: row.actor_id as string, type: event_type, fields: details })),
  );
}

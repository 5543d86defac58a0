// Who brought events about, by the business clock.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { EventKind } from './event-kind.ts';

interface Asked {
  readonly subjectId: string;
  readonly kinds: readonly EventKind[];
  /** At any time, if not given. */
  readonly since?: Instant;
}

interface Did {
  readonly actorId: string;
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Deeds of the system itself are left out. */
export async function whoDid(reader: Reader, { subjectId, kinds, since }: Asked): Promise<readonly Did[]> {
  const told = reader.db
    .selectFrom('events')
    .select(['event_type', 'actor_id', 'details'])
    .where('subject_id', '=', subjectId)
    .where('event_type', '=', sql<string>`any(${kinds.map(({ type }) => type)}::text[])`);
  const rows = await reader.rows(since === undefined ? told : told.where('created_at', '>=', since));
  return rows.flatMap(({ actor_id, event_type, details }) =>
    actor_id === null ? [] : [{ actorId: actor_id, type: event_type, fields: details }],
  );
}

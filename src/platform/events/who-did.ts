// Who brought events about, by the business clock.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { NamedActor } from '#platform/actor.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { actorAndFields } from './event-actor.ts';
import type { EventKind } from './event-kind.ts';

interface Asked {
  readonly subjectId: string;
  readonly kinds: readonly EventKind[];
  /** At any time, if not given. */
  readonly since?: Instant;
}

interface Did {
  readonly actorId: NamedActor['id'];
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Those that the system itself brought about are left out. */
export async function whoDid(reader: Reader, { subjectId, kinds, since }: Asked): Promise<readonly Did[]> {
  const told = reader.db
    .selectFrom('events')
    .select(['event_type', 'api_key_id', 'details'])
    .where('subject_id', '=', subjectId)
    .where('event_type', '=', sql<string>`any(${kinds.map(({ type }) => type)}::text[])`);
  const rows = await reader.rows(since === undefined ? told : told.where('created_at', '>=', since));
  return rows.flatMap((row) => {
    const { actor, fields } = actorAndFields(row);
    return actor.id === null ? [] : [{ actorId: actor.id, type: row.event_type, fields }];
  });
}

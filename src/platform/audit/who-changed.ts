// Who made or changed something, as the audit tells it, with what waits for its number still.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { type AuditEntry, entryOf } from './entry.ts';

interface Asked {
  readonly objectId: string;
  /** Names of endpoints; all of them if not given. */
  readonly actions?: readonly string[];
  /** By the machine clock. */
  readonly since?: Instant;
}

/** The ids of those who did one of these to the object of the company. */
export async function whoChanged(reader: Reader, { objectId, actions, since }: Asked): Promise<ReadonlySet<string>> {
  let numbered = reader.db
    .selectFrom('audit')
    .select('entry')
    .where('object_id', '=', objectId)
    .where('outcome', '=', 'done');
  if (actions !== undefined) numbered = numbered.where('action', '=', sql<string>`any(${actions}::text[])`);
  if (since !== undefined) numbered = numbered.where('created_at', '>=', since);
  const waiting = reader.db
    .selectFrom('waiting_audit')
    .select('entry')
    .where('subject_id', '=', reader.realm.companyId);
  const [old, fresh] = await reader.together(numbered, waiting);
  const did = ({ outcome, ...entry }: AuditEntry): boolean =>
    outcome === 'done' &&
    entry.objectId === objectId &&
    (actions === undefined || actions.includes(entry.action)) &&
    (since === undefined || entry.createdAt >= since);
  const entries = [...old, ...fresh].map(({ entry }) => entryOf(entry)).filter((entry) => entry !== undefined);
  return new Set(entries.filter(did).flatMap(({ actorId }) => (actorId === null ? [] : [actorId])));
}

export const daysBefore = (now: Instant, days: number): Instant => addSeconds(now, -days * 86_400);

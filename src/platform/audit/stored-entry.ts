// An entry as the tables say it: what few entries have is kept together, so that the others have no column for it.
import type { Selectable } from 'kysely';
import type { Tables } from '#platform/db/tables.ts';
import type { AuditEntry } from './entry.ts';
import type { saidColumns } from './tables.ts';

type Rare =
  | 'fields'
  | 'errorType'
  | 'permission'
  | 'userType'
  | 'method'
  | 'reason'
  | 'unknownName'
  | 'sha256'
  | 'count';

/** What a row of the tables says. */
export type Said = Pick<Selectable<Tables['audit']>, (typeof saidColumns)[number]>;

export function saidBy(entry: AuditEntry): Said {
  const { createdAt, outcome, action, actorType, actorId, sessionId, address, requestId, personId, objectId, ...rare } =
    entry;
  const more = JSON.stringify(rare satisfies Pick<AuditEntry, Rare>);
  return {
    created_at: createdAt,
    outcome,
    action,
    actor_type: actorType,
    actor_id: actorId,
    session_id: sessionId,
    address,
    request_id: requestId,
    person_id: personId,
    object_id: objectId,
    more: more === '{}' ? null : more,
  };
}

export const entryOf = (row: Said): AuditEntry => ({
  createdAt: row.created_at,
  outcome: row.outcome,
  action: row.action,
  actorType: row.actor_type,
  actorId: row.actor_id,
  sessionId: row.session_id,
  address: row.address,
  requestId: row.request_id,
  personId: row.person_id,
  objectId: row.object_id,
  ...rareOf(row.more),
});

/** A text that was altered past the service may be no JSON; verifying names its row, and the list goes on. */
function rareOf(more: string | null): Pick<AuditEntry, Rare> {
  try {
    const rare: unknown = JSON.parse(more ?? '{}');
    return typeof rare === 'object' && rare !== null ? rare : {};
  } catch {
    return {};
  }
}

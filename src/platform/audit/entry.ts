// What a row of the audit says. It holds ids and names of fields, never a value of a borrower: it stays when a borrower
// is erased.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Selectable } from 'kysely';
import type { Actor, UserType } from '#platform/actor.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { saidColumns } from './tables.ts';

/** A change that was made, a request that was refused, or personal values that somebody was shown. */
export const outcomes = ['done', 'refused', 'read'] as const;
export type Outcome = (typeof outcomes)[number];

export interface AuditEntry {
  /** By the machine clock: no test clock moves it. */
  readonly createdAt: Instant;
  readonly outcome: Outcome;
  /** The name of the endpoint, or of the command of the command line. */
  readonly action: string;
  readonly actorType: Actor['type'];
  readonly actorId: string | null;
  readonly sessionId: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly personId: string | null;
  readonly objectId: string | null;
  /** Set for an object that existed: the names of the fields that were sent and are not known to be what they were. */
  readonly fields?: readonly string[] | undefined;
  /** Only in entries of refusals: the kind, and the permission that was missing. */
  readonly errorType?: string | undefined;
  readonly permission?: string | undefined;
  /** Only in entries of signing in: the kind of user, the method, and what ended the session. */
  readonly userType?: UserType | undefined;
  readonly method?: string | undefined;
  readonly reason?: string | undefined;
  /** A keyed hash of a name that nobody has: it may be a password. */
  readonly unknownName?: string | undefined;
  /** How often it happened within a second or so; a flood is only counted. */
  readonly count?: number | undefined;
}

type Rare = 'fields' | 'errorType' | 'permission' | 'userType' | 'method' | 'reason' | 'unknownName' | 'count';

/** What a row of the tables says. */
export type Said = Pick<Selectable<Tables['audit']>, (typeof saidColumns)[number]>;

/** What few entries have is kept together. */
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

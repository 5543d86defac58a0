// What a row of the audit says. It holds ids and names of fields, never a value of a borrower: it stays when a borrower
// is erased.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Actor, UserType } from '#platform/actor.ts';

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
  /** SHA-256 of the content that was accepted or made, in hex. It tells nothing to whoever does not have the content. */
  readonly sha256?: string | undefined;
  /** How often it happened within a second or so; a flood is only counted. */
  readonly count?: number | undefined;
}

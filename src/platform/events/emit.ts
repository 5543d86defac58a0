// How a command emits events.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { EventKind, FieldsOf } from './event-kind.ts';

/** What an event may be about, besides the person it belongs to. */
export interface About {
  readonly loanId?: string;
  readonly caseId?: string;
  readonly transactionId?: string;
  readonly periodId?: string;
}

interface EventOptions {
  /** When it took effect; the business instant of the command if not given. */
  readonly effectiveAt?: Instant;
  readonly about?: About;
  /** Makes the event a fact that a replay finds again, and takes back when it no longer holds. */
  readonly cause?: string;
  /** Set when the person is not the subject of the command. */
  readonly personExternalId?: string | null;
}

/** Emits an event: something happened to a thing of the subject, a person or the company. */
export type Emit = <K extends EventKind>(
  kind: K,
  subjectId: string,
  fields: FieldsOf<K>,
  options?: EventOptions,
) => void;

// An event as all the code sees it, however it is stored.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Actor } from '#platform/actor.ts';

/** What is collected while a command runs. */
export interface NewEvent {
  readonly subject_id: string;
  /** It gives the commits of a subject their order; the events of a row have that of its first one. */
  readonly position: number;
  readonly event_type: string;
  readonly cause: string | null;
  readonly created_at: Instant;
  readonly effective_at: Instant;
  readonly loan_id: string | null;
  readonly case_id: string | null;
  readonly transaction_id: string | null;
  readonly period_id: string | null;
  readonly message_id: string;
  readonly request_id: string | null;
  readonly actor_type: Actor['type'];
  readonly actor_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface ToldEvent extends Omit<NewEvent, 'message_id'> {
  /** Null in a commit of one row: there it follows from the place of the row. */
  readonly message_id: string | null;
  readonly company_id: string;
  readonly deleted_at: Instant | null;
}

export interface EventRow extends ToldEvent {
  readonly id: string;
  readonly message_id: string;
}

export interface StoredEvent extends EventRow {
  /** Its place in the one order of its mode. */
  readonly sequence: number;
}

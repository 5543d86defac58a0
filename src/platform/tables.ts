// The platform's own tables; migrations/0001-platform.sql makes them.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Generated, Insertable } from 'kysely';
import { byKey, bySubject, type Company, type Json, type TableClasses } from './db/tables.ts';
import { importTables } from './uploads/tables.ts';

export interface TestClockRow {
  company_id: Company;
  now_at: Instant | null;
  operation_id: string | null;
}

export interface IdempotencyRow {
  key_hash: Buffer;
  company_id: Company;
  /** Null where the command had none. */
  subject_id: string | null;
  request_sealed: Buffer;
  status: number;
  headers: Json<Record<string, string>>;
  /** Null where it showed a secret. */
  body: Buffer | null;
  made_id: string | null;
  recorded_at: number;
}

export interface OutboxRow {
  subject_id: string;
  id: string;
  company_id: Company;
  position: number;
  job: string;
  payload: Json<Record<string, unknown>>;
}

export const operationStates = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const;
export type OperationState = (typeof operationStates)[number];

export interface OperationRow {
  id: string;
  company_id: Company;
  position: number;
  kind: string;
  state: OperationState;
  input: Json<Record<string, unknown>>;
  progress_done: Generated<number>;
  progress_total: number | null;
  result: Json<Record<string, unknown>> | null;
  error: Json<Record<string, unknown>> | null;
  attempts: Generated<number>;
  lease_until: Generated<number>;
  created_at: Instant;
  started_at: Instant | null;
  finished_at: Instant | null;
}

export interface DeletedPositionRow {
  subject_id: string;
  id: string;
  company_id: Company;
  position: number;
  sort_values: Json<Record<string, unknown>>;
}

export interface ExternalIdRow {
  external_id: string;
  company_id: Company;
  kind: string;
  subject_id: string;
  object_id: string;
}

export interface EventRow {
  subject_id: string;
  id: string;
  company_id: Company;
  position: number;
  sequence: Generated<number | null>;
  event_type: string;
  cause: string | null;
  created_at: Instant;
  effective_at: Instant;
  deleted_at: Generated<Instant | null>;
  loan_id: string | null;
  case_id: string | null;
  transaction_id: string | null;
  period_id: string | null;
  message_id: string;
  request_id: string | null;
  api_key_id: string | null;
  details: Json<Record<string, unknown>>;
}

export type NewEventRow = Insertable<EventRow>;

export interface EventPlaceRow {
  name: string;
  last_sequence: number;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    test_clocks: TestClockRow;
    idempotency: IdempotencyRow;
    outbox: OutboxRow;
    operations: OperationRow;
    deleted_positions: DeletedPositionRow;
    external_ids: ExternalIdRow;
    events: EventRow;
    event_places: EventPlaceRow;
  }
}

export const platformTables: TableClasses = {
  test_clocks: bySubject('company_id'),
  idempotency: byKey('key_hash'),
  outbox: bySubject('subject_id'),
  operations: byKey('id'),
  deleted_positions: bySubject('subject_id'),
  external_ids: byKey('external_id'),
  events: bySubject('subject_id'),
  event_places: byKey('name'),
  ...importTables,
};

// The platform's own tables; migrations/0001-platform.sql makes them.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Generated, Insertable } from 'kysely';
import { byKey, bySubject, type Company, type Json, type TableClasses } from './db/tables.ts';
import { importTables } from './uploads/tables.ts';
import { workTables } from './work/tables.ts';

interface TestClockRow {
  company_id: Company;
  now_at: Instant | null;
  operation_id: string | null;
}

export interface IdempotencyRow {
  key_hash: Buffer;
  company_id: Company;
  /** Null when the command had no subject. */
  subject_id: string | null;
  request_sealed: Buffer;
  status: number;
  headers: Json<Record<string, string>>;
  /** Null when the answer showed a secret. */
  body: Buffer | null;
  made_id: string | null;
  recorded_at: number;
}

interface DeletedPositionRow {
  subject_id: string;
  id: string;
  company_id: Company;
  position: number;
  sort_values: Json<Record<string, unknown>>;
}

interface ExternalIdRow {
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

interface EventPlaceRow {
  name: string;
  last_sequence: number;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    test_clocks: TestClockRow;
    idempotency: IdempotencyRow;
    deleted_positions: DeletedPositionRow;
    external_ids: ExternalIdRow;
    events: EventRow;
    event_places: EventPlaceRow;
  }
}

export const platformTables: TableClasses = {
  test_clocks: bySubject('company_id'),
  idempotency: byKey('key_hash'),
  deleted_positions: bySubject('subject_id'),
  external_ids: byKey('external_id'),
  events: bySubject('subject_id'),
  event_places: byKey('name'),
  ...workTables,
  ...importTables,
};

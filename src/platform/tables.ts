// The platform's own tables; migrations/0001-platform.sql makes them.
import type { Insertable } from 'kysely';
import { defineTable, json, type Stored, tablesByName } from './db/define-table.ts';
import { byKey, bySubject } from './db/tables.ts';
import { importTables } from './uploads/tables.ts';
import { workTables } from './work/tables.ts';

const testClocks = defineTable('test_clocks', bySubject('company_id'), {
  company_id: 'company',
  now_at: 'instant?',
  operation_id: 'text?',
});

const idempotency = defineTable('idempotency', byKey('key_hash'), {
  key_hash: 'bytes',
  company_id: 'company',
  /** Null where the command had none. */
  subject_id: 'text?',
  /** Written by release 0.1.0 and no longer. */
  request_hash: 'bytes?',
  request_sealed: 'bytes',
  status: 'int',
  headers: json<Record<string, string>>(),
  /** Null where it showed a secret. */
  body: 'bytes?',
  made_id: 'text?',
  recorded_at: 'bigint',
});

export type IdempotencyRow = Omit<Stored<typeof idempotency>, 'request_hash'>;

const deletedPositions = defineTable('deleted_positions', bySubject('subject_id'), {
  subject_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  sort_values: json<Record<string, unknown>>(),
});

const externalIds = defineTable('external_ids', byKey('external_id'), {
  external_id: 'text',
  company_id: 'company',
  kind: 'text',
  subject_id: 'text',
  object_id: 'text',
});

const events = defineTable('events', bySubject('subject_id'), {
  subject_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  sequence: 'bigint?',
  event_type: 'text',
  cause: 'text?',
  created_at: 'instant',
  effective_at: 'instant',
  deleted_at: 'instant?',
  loan_id: 'text?',
  case_id: 'text?',
  transaction_id: 'text?',
  period_id: 'text?',
  message_id: 'text',
  request_id: 'text?',
  api_key_id: 'text?',
  details: json<Record<string, unknown>>(),
});

export type EventRow = Stored<typeof events>;
export type NewEventRow = Insertable<EventRow>;

const eventPlaces = defineTable('event_places', byKey('name'), {
  name: 'text',
  last_sequence: 'bigint',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    test_clocks: Stored<typeof testClocks>;
    idempotency: Stored<typeof idempotency>;
    deleted_positions: Stored<typeof deletedPositions>;
    external_ids: Stored<typeof externalIds>;
    events: Stored<typeof events>;
    event_places: Stored<typeof eventPlaces>;
  }
}

export const platformTables = {
  ...tablesByName(testClocks, idempotency, deletedPositions, externalIds, events, eventPlaces),
  ...importTables,
  ...workTables,
};

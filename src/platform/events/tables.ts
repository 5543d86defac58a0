// Events and the places up to which they are followed; migrations/0004-events.sql makes the tables.

import type { Insertable } from 'kysely';
import { defineTable, json, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { byKey, bySubject } from '#platform/db/tables.ts';

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

const eventPlaces = defineTable('event_places', byKey('name'), {
  name: 'text',
  last_sequence: 'bigint',
});

export type EventRow = Stored<typeof events>;
export type NewEventRow = Insertable<EventRow>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    events: Stored<typeof events>;
    event_places: Stored<typeof eventPlaces>;
  }
}

export const eventTables = tablesByName(events, eventPlaces);

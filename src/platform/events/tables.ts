// Events, their places, and the places up to which they are followed; the tables are made by migrations/0004-events.sql
// and 0026-placed-events.sql.

import type { Insertable } from 'kysely';
import { columnsWithout, defineTable, json, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, onCoordinator } from '#platform/db/tables.ts';

const events = defineTable('events', bySubject('subject_id'), {
  subject_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  /** 0: see placed_events. A process of the release before writes null, and later the place. */
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

/** The events of a commit about one subject, until they have places. */
const waitingEvents = defineTable('waiting_events', bySubject('subject_id'), {
  subject_id: 'text',
  position: 'bigint',
  company_id: 'company',
  ids: 'texts',
});

/** The place of an event, and what lists are filtered and sorted by. */
const placedEvents = defineTable('placed_events', onCoordinator, {
  company_id: 'company',
  sequence: 'bigint',
  subject_id: 'text',
  id: 'text',
  event_type: 'text',
  created_at: 'instant',
  effective_at: 'instant',
  loan_id: 'text?',
  case_id: 'text?',
  transaction_id: 'text?',
  period_id: 'text?',
  message_id: 'text',
});

const eventPlaces = defineTable('event_places', onCoordinator, {
  name: 'text',
  last_sequence: 'bigint',
});

export type EventRow = Omit<Stored<typeof events>, 'sequence'>;
export type NewEventRow = Insertable<Stored<typeof events>>;

/** What is read of an event; its place is that of placed_events. */
export const eventColumns = columnsWithout(events, 'sequence');

/** What a place repeats of its event. */
export const placedColumns = columnsWithout(placedEvents, 'sequence');
export const typeOfPlaced = (column: (typeof placedColumns)[number]): string => placedEvents.columns[column].type;

declare module '#platform/db/tables.ts' {
  interface Tables {
    events: Stored<typeof events>;
    waiting_events: Stored<typeof waitingEvents>;
    placed_events: Stored<typeof placedEvents>;
    event_places: Stored<typeof eventPlaces>;
  }
}

export const eventTables = tablesByName(events, waitingEvents, placedEvents, eventPlaces);

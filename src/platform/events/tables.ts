// Events, their places, and the places up to which they are followed; migrations/0001-platform.sql makes the tables.

import type { Insertable } from 'kysely';
import type { Actor } from '#platform/actor.ts';
import { as, columnsWithout, defineTable, json, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, onCoordinator } from '#platform/db/tables.ts';

const events = defineTable('events', bySubject('subject_id'), {
  subject_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
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
  actor_type: as<Actor['type']>('text'),
  actor_id: 'text?',
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

export type EventRow = Stored<typeof events>;
export type NewEventRow = Insertable<EventRow>;

export const eventColumns = events.all;

/** What a place repeats of its event. */
export const placedColumns = columnsWithout(placedEvents, 'sequence');
export const typeOfPlaced = (column: (typeof placedColumns)[number]): string => placedEvents.columns[column].type;

declare module '#platform/db/tables.ts' {
  interface Tables {
    events: EventRow;
    waiting_events: Stored<typeof waitingEvents>;
    placed_events: Stored<typeof placedEvents>;
    event_places: Stored<typeof eventPlaces>;
  }
}

export const eventTables = tablesByName(events, waitingEvents, placedEvents, eventPlaces);

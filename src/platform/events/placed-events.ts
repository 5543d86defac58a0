// Events in the order of their places: the places are found first, by an index that has their order, and only then are
// the events of these read.
import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import { plannedAfresh } from '#platform/db/statements.ts';
import type { Tables } from '#platform/db/tables.ts';
import { type EventRow, eventColumns } from './tables.ts';

export type StoredEvent = Selectable<EventRow> & { readonly sequence: number };

type Places = SelectQueryBuilder<Tables, 'placed_events', Selectable<Tables['placed_events']>>;

/** The events of some places, in no order. */
export const eventsOf = (db: Builder, places: Places) =>
  db
    .selectFrom(places.as('placed_events'))
    .innerJoin('events', (join) =>
      join.onRef('events.subject_id', '=', 'placed_events.subject_id').onRef('events.id', '=', 'placed_events.id'),
    )
    .select('placed_events.sequence')
    .select(eventColumns.map((column) => `events.${column}` as const));

/**
 * The same in the order of the places. A plan that was made while there were few events would read them all for each
 * place, and the server may keep it for minutes.
 */
export const eventsInOrder = (db: Builder, places: Places) =>
  plannedAfresh(eventsOf(db, places).orderBy('placed_events.sequence'));

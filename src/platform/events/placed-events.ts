// Events in the order of their places: the places are found first, by an index that has their order, and only then are
// the events of these read.
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import type { Tables } from '#platform/db/tables.ts';
import { type EventRow, eventColumns } from './tables.ts';

export type StoredEvent = Selectable<EventRow> & { readonly sequence: number };

type Places = SelectQueryBuilder<Tables, 'placed_events', Selectable<Tables['placed_events']>>;

/**
 * The event of one place, read by its key. The limit keeps the server from reading all events for a page of places,
 * which it prefers while there are few, and goes on with for as long as it keeps the plan.
 */
export const theEvent = (db: Builder, { subject, id }: { readonly subject: string; readonly id: string }) =>
  db
    .selectFrom('events')
    .select(eventColumns.map((column) => `events.${column}` as const))
    .where('events.subject_id', '=', sql.ref<string>(subject))
    .where('events.id', '=', sql.ref<string>(id))
    .limit(sql.lit(1))
    .as('events');

/** The events of some places, in no order. */
export const eventsOf = (db: Builder, places: Places) =>
  db
    .selectFrom(places.as('placed_events'))
    .innerJoinLateral(theEvent(db, { subject: 'placed_events.subject_id', id: 'placed_events.id' }), (join) =>
      join.onTrue(),
    )
    .select('placed_events.sequence')
    .select(eventColumns.map((column) => `events.${column}` as const));

// The stream of events as they happen: those that pass the filters, in the order of the list, from a place on and
// without an end.

import type { Reader } from '#platform/db/realm-database.ts';
import { errors, refuseFields } from '#platform/errors.ts';
import type { ServerSentEvent, StreamContext } from '#platform/http/endpoint.ts';
import { eventsOf, isThere, lastIdOf, rowOfId } from '../events/placed-events.ts';
import { presentEvent } from '../events/present-event.ts';
import type { Event } from '../events/schemas.ts';
import { eventsOfRows, type PlacedEvent, placedKey } from '../events/shapes.ts';
import type { PlacesWatched } from '../events/stream-places.ts';
import { type EventFilters, passes, rowsPassing } from './list-events.ts';
import { type EventResource, thingsOf } from './payload.ts';

type Batch = readonly ServerSentEvent<Event>[];

/** The most rows of events that are in memory for a slow client. */
const batchMax = 50;
/** Limits the length of one query if a filter passes little: a stream may begin millions of places back. */
const placesAtOnce = 20_000;

/** An empty batch means that time has passed. */
export async function streamEvents(
  ctx: StreamContext,
  filters: EventFilters,
  resources?: readonly EventResource[],
): Promise<AsyncIterable<Batch>> {
  const found = await beginning(ctx);
  return eventsAfter(ctx, filters, found.start, found.places, resources);
}

/** Where the stream begins, and the watch of the places after it. */
async function beginning(ctx: StreamContext): Promise<{ start: Start; places: PlacesWatched }> {
  if (ctx.resume !== undefined) return { start: await resumed(ctx, ctx.resume), places: ctx.watchPlaces() };
  // What was answered before the stream began is not new, even if the relay has not ordered it yet.
  await ctx.orderEvents();
  // The watch begins before the end of the list is read, so that no place is missed in between.
  const places = ctx.watchPlaces();
  const { reader } = ctx;
  const newest = await reader.row(
    reader.db.selectFrom('placed_commits').select(placedKey).orderBy('place', 'desc').limit(1),
  );
  const id = newest && (await lastIdOf(reader, newest));
  return { start: { id, place: newest?.place ?? 0, rest: [] }, places };
}

const sent = <T extends { readonly id: string; readonly eventType: string }>(event: T): ServerSentEvent<T> => ({
  id: event.id,
  event: event.eventType,
  data: event,
});

interface Start {
  /** The place of a row: all up to it was seen, but for the rest of its events. */
  readonly place: number;
  readonly rest: readonly PlacedEvent[];
  /** Sent to the client, so that it can resume before any event has come. */
  readonly id?: string | undefined;
}

async function resumed({ reader }: StreamContext, { id, path }: { id: string; path: string }): Promise<Start> {
  const found = await rowOfId(reader, id);
  if (found !== undefined) {
    const { row, events, sequence } = found;
    return { place: row.place, rest: events.filter((event) => event.sequence > sequence) };
  }
  const message = 'names no event that this list has ever held';
  throw refuseFields(errors.UnknownCursor, [{ path, message, expected: 'the id of an event of this list' }]);
}

async function* eventsAfter(
  { reader, vault, signal }: StreamContext,
  filters: EventFilters,
  start: Start,
  places: PlacesWatched,
  resources: readonly EventResource[] | undefined,
): AsyncGenerator<Batch> {
  const mayPass = passes(filters);
  const batchOf = async (found: readonly PlacedEvent[]): Promise<Batch> => {
    const rows = await eventsOf(reader, found.filter(mayPass));
    const events = (filters.includeDeleted === false ? rows.filter(isThere) : rows).map(presentEvent);
    const things = resources && (await thingsOf(reader, vault, resources, events));
    return events.map((event, i) => sent({ ...event, ...things?.[i] }));
  };
  if (start.id !== undefined) yield [{ id: start.id }];
  if (await isPassing(reader, filters, start)) yield batchOf(start.rest);
  for (let seen = start.place; !signal.aborted; ) {
    const { last, hasNews } = await places.beyond(seen);
    if (!hasNews) seen = Math.max(seen, last);
    // Places become visible in their order, so all up to the last one can be read.
    while (seen < last && !signal.aborted) {
      const upTo = Math.min(last, seen + placesAtOnce);
      const next = rowsPassing(reader.db, filters)
        .where('placed_commits.place', '>', seen)
        .where('placed_commits.place', '<=', upTo)
        .orderBy('placed_commits.place')
        .limit(batchMax);
      const found = await reader.rows(next);
      seen = found.length < batchMax ? upTo : (found.at(-1)?.place ?? upTo);
      yield batchOf((await eventsOfRows(reader, found)).flat());
    }
    yield [];
  }
}

/** Whether the row in which the stream begins passes the filters. */
async function isPassing(reader: Reader, filters: EventFilters, { place, rest }: Start): Promise<boolean> {
  if (rest.length === 0) return false;
  const row = rowsPassing(reader.db, filters).where('placed_commits.place', '=', place);
  return (await reader.row(row)) !== undefined;
}

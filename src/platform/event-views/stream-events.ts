// The stream of events as they happen: those that pass the filters, in the order of the list, from a place on and
// without an end.
import { errors, refuseFields } from '#platform/errors.ts';
import type { ServerSentEvent, StreamContext } from '#platform/http/endpoint.ts';
import { eventsOf, isThere } from '../events/placed-events.ts';
import { presentEvent } from '../events/present-event.ts';
import type { Event } from '../events/schemas.ts';
import type { PlacesWatched } from '../events/stream-places.ts';
import { type EventFilters, placesPassing } from './list-events.ts';
import { type EventResource, thingsOf } from './payload.ts';

type Batch = readonly ServerSentEvent<Event>[];

/** The most events that are in memory for a slow client. */
const batchMax = 100;
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
    reader.db.selectFrom('placed_events').select(['id', 'sequence']).orderBy('sequence', 'desc').limit(1),
  );
  return { start: { id: newest?.id, sequence: newest?.sequence ?? 0 }, places };
}

const sent = <T extends { readonly id: string; readonly eventType: string }>(event: T): ServerSentEvent<T> => ({
  id: event.id,
  event: event.eventType,
  data: event,
});

interface Start {
  readonly sequence: number;
  /** Sent to the client, so that it can resume before any event has come. */
  readonly id?: string | undefined;
}

async function resumed({ reader }: StreamContext, { id, path }: { id: string; path: string }): Promise<Start> {
  const found = await reader.row(reader.db.selectFrom('placed_events').select('sequence').where('id', '=', id));
  if (found !== undefined) return { sequence: found.sequence };
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
  if (start.id !== undefined) yield [{ id: start.id }];
  for (let seen = start.sequence; !signal.aborted; ) {
    const { last, hasNews } = await places.beyond(seen);
    if (!hasNews) seen = Math.max(seen, last);
    // Places become visible in their order, so all up to the last one can be read.
    while (seen < last && !signal.aborted) {
      const upTo = Math.min(last, seen + placesAtOnce);
      const next = placesPassing(reader.db, filters)
        .where('placed_events.sequence', '>', seen)
        .where('placed_events.sequence', '<=', upTo)
        .orderBy('placed_events.sequence')
        .limit(batchMax);
      const found = await reader.rows(next);
      seen = found.length < batchMax ? upTo : (found.at(-1)?.sequence ?? upTo);
      const rows = await eventsOf(reader, found);
      const events = (filters.includeDeleted === false ? rows.filter(isThere) : rows).map(presentEvent);
      const things = resources && (await thingsOf(reader, vault, resources, events));
      yield events.map((event, i) => sent({ ...event, ...things?.[i] }));
    }
    yield [];
  }
}

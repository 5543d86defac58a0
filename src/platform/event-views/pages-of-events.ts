// A page of events: a page of places, and then their events. Which events were taken back is known by the events alone,
// so a page without those goes on along the places until it is full.
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { plannedAfresh } from '#platform/db/statements.ts';
import type { Tables } from '#platform/db/tables.ts';
import { type ListSource, type Page, type PageInput, page, pageLimit } from '#platform/http/pages.ts';
import type { Total } from '#platform/http/totals.ts';
import { eventsOf, isThere, type StoredEvent } from '../events/placed-events.ts';

export interface PlacesList {
  readonly reader: Reader;
  readonly source: ListSource;
  readonly query: SelectQueryBuilder<Tables, 'placed_events', Selectable<Tables['placed_events']>>;
}

export async function pageOfAll({ reader, source, query }: PlacesList, input: PageInput): Promise<Page<StoredEvent>> {
  const found = await page(reader, source, query, input, (place) => place.id);
  return { ...found, items: await eventsOf(reader, found.items) };
}

/** Without the events that were taken back. */
export async function pageOfThere(list: PlacesList, input: PageInput): Promise<Page<StoredEvent>> {
  const limit = input.limit ?? pageLimit;
  const uncounted = { ...list, source: { ...list.source, atLeast: 0 } };
  const backwards = input.endingBefore !== undefined;
  const { total: _, ...cursor } = input;
  let there: StoredEvent[] = [];
  let hasBehind: boolean | undefined;
  for (let from: PageInput = cursor; ; ) {
    const found = await pageOfAll(uncounted, { ...from, limit: limit + 1 });
    hasBehind ??= (backwards ? found.next : found.previous) !== null;
    const kept = found.items.filter(isThere);
    there = backwards ? [...kept, ...there] : [...there, ...kept];
    const goesOn = backwards ? found.previous : found.next;
    if (there.length > limit || goesOn === null) break;
    from = { ...cursor, ...(backwards ? { endingBefore: goesOn } : { startingAfter: goesOn }) };
  }
  const items = backwards ? there.slice(-limit) : there.slice(0, limit);
  const ids = items.map(({ id }) => id);
  const [hasNext, hasPrevious] = backwards ? [hasBehind, there.length > limit] : [there.length > limit, hasBehind];
  return {
    items,
    ...(await countThere(list, input.total === 'exact' ? Number.POSITIVE_INFINITY : countedMax)),
    next: hasNext ? (ids.at(-1) ?? null) : null,
    previous: hasPrevious ? (ids[0] ?? null) : null,
    ids,
    backwards,
  };
}

/** A total is counted up to this number, as in every list. */
const countedMax = 10_000;
const countedAtOnce = 100_000;

async function countThere(list: PlacesList, max: number): Promise<Total> {
  if (max !== Number.POSITIVE_INFINITY) {
    const { places, there } = await countIn(list, (query) => query.limit(sql.lit(max + 1)));
    return { total: Math.min(there, max), totalIsLowerBound: places > max };
  }
  // All of them, a stretch of places at a time.
  const last = await lastPlace(list);
  let total = 0;
  for (let from = 0; from < last; from += countedAtOnce) {
    const within = (query: PlacesList['query']) =>
      query.where('placed_events.sequence', '>', from).where('placed_events.sequence', '<=', from + countedAtOnce);
    total += (await countIn(list, within)).there;
  }
  return { total, totalIsLowerBound: false };
}

async function lastPlace({ reader }: PlacesList): Promise<number> {
  const last = reader.db.selectFrom('placed_events').select('sequence').orderBy('sequence', 'desc').limit(1);
  return (await reader.row(last))?.sequence ?? 0;
}

async function countIn({ reader, query }: PlacesList, within: (query: PlacesList['query']) => PlacesList['query']) {
  const keys = within(query).clearSelect().select(['placed_events.subject_id', 'placed_events.id']);
  const places = await reader.rows(plannedAfresh(keys));
  return { places: places.length, there: places.length - (await countTakenBack(reader, places)) };
}

async function countTakenBack(reader: Reader, places: readonly { readonly subject_id: string; readonly id: string }[]) {
  if (places.length === 0) return 0;
  const subjects = places.map(({ subject_id }) => subject_id);
  const keys = sql<{
    of_subject: string;
    of_id: string;
  }>`unnest(${subjects}::text[], ${places.map(({ id }) => id)}::text[])`;
  const counted = await reader.row(
    reader.db
      .selectFrom('events')
      .innerJoin(keys.as<'key'>(sql`key(of_subject, of_id)`), (join) =>
        join.onRef('events.subject_id', '=', 'key.of_subject').onRef('events.id', '=', 'key.of_id'),
      )
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('events.subject_id', '=', sql<string>`any(${[...new Set(subjects)]}::text[])`)
      .where('events.deleted_at', 'is not', null),
  );
  return counted?.n ?? 0;
}

// A page of events: a page of places, and then their events. Which events were taken back is known by the events alone,
// so a page without those goes on along the places until it is full.
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
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

/** As in every list. */
const countedMax = 10_000;
const countedAtOnce = 10_000;

async function countThere({ reader, query }: PlacesList, max: number): Promise<Total> {
  let total = 0;
  for (let after = 0; total <= max; ) {
    const places = await reader.rows(
      query
        .clearSelect()
        .select(['placed_events.sequence', 'placed_events.subject_id', 'placed_events.id'])
        .where('placed_events.sequence', '>', after)
        .orderBy('placed_events.sequence')
        .limit(countedAtOnce),
    );
    total += places.length - (await countTakenBack(reader, places));
    if (places.length < countedAtOnce) return { total: Math.min(total, max), totalIsLowerBound: total > max };
    after = places.at(-1)?.sequence as number;
  }
  return { total: max, totalIsLowerBound: true };
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

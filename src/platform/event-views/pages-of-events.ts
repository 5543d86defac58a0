// A page of events. A row of places stands for several events, some of which may not pass the filters, and which of them
// were taken back is known by the events alone: so a page goes on along the rows until it is full.
import { type Compilable, type SelectQueryBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { plannedAfresh } from '#platform/db/statements.ts';
import type { Tables } from '#platform/db/tables.ts';
import {
  type ListSource,
  type Page,
  type PageInput,
  type Place,
  pageLimit,
  rowsBeyond,
  type SortKey,
  sortKeys,
  unknownCursor,
} from '#platform/http/pages.ts';
import type { Total } from '#platform/http/totals.ts';
import type { StoredEvent } from '../events/event-row.ts';
import { eventsOf, isThere, keyOf, rowOfId } from '../events/placed-events.ts';
import { eventsOfRows, type PlacedEvent } from '../events/shapes.ts';
import type { PlacedRow } from '../events/tables.ts';

type RowsQuery = SelectQueryBuilder<Tables, 'placed_commits', PlacedRow>;

interface EventList {
  readonly reader: Reader;
  readonly source: ListSource;
  /** What the source arranges into the rows of the page. */
  readonly query: RowsQuery;
  /** All rows with events of the list, in no order. */
  readonly counted: RowsQuery;
  /** Whether an event of such a row is in the list. */
  passes(event: PlacedEvent): boolean;
  /** The transaction and the period that the list asks for. */
  readonly about: Pick<PlacedEvent, 'transaction_id' | 'period_id'>;
  readonly withoutTakenBack: boolean;
}

/** Where a page begins: the place of an event, and that of its row in the list. */
interface Cursor {
  readonly sequence: number;
  readonly place: Place;
}

export async function pageOfEvents(list: EventList, input: PageInput): Promise<Page<StoredEvent>> {
  const limit = input.limit ?? pageLimit;
  const keys = sortKeys(list.source, input.sortBy ?? []);
  const backwards = input.endingBefore !== undefined;
  const cursor = await cursorOf(list.reader, keys, input);
  const walk = { list, keys, cursor };
  const max = input.total === 'exact' ? Number.POSITIVE_INFINITY : countedMax;
  const here = { backwards, count: limit + 1, withCursor: false };
  // One event on the other side shows whether there is a page to go back to.
  const there = { backwards: !backwards, count: 1, withCursor: true };
  const asked = [
    firstRows(walk, here),
    cursor === undefined ? [] : firstRows(walk, there),
    list.withoutTakenBack ? [] : [shapesCounted(list, max)],
  ] as const;
  const answers: unknown[][] = await list.reader.together(...asked.flat());
  const [rowsHere, rowsThere, shapes] = asked.map((queries) => answers.splice(0, queries.length).flat());
  const look = list.withoutTakenBack ? thoseThere(list) : whole(list);
  const beyond = await eventsBeyond(walk, here, rowsHere as PlacedRow[], look);
  const glance: Look<unknown> = list.withoutTakenBack ? look : async (places) => [...places];
  const behind = cursor === undefined ? [] : await eventsBeyond(walk, there, rowsThere as PlacedRow[], glance);
  const total = list.withoutTakenBack ? countThere(list, max) : totalOfShapes(list, shapes as Counted[], max);
  const items = beyond.slice(0, limit);
  if (backwards) items.reverse();
  const ids = items.map(({ id }) => id);
  const [hasMore, hasOther] = [beyond.length > limit, behind.length > 0];
  return {
    items,
    ...(await total),
    next: (backwards ? hasOther : hasMore) ? (ids.at(-1) ?? null) : null,
    previous: (backwards ? hasMore : hasOther) ? (ids[0] ?? null) : null,
    ids,
    backwards,
  };
}

async function cursorOf(
  reader: Reader,
  keys: readonly SortKey[],
  { startingAfter, endingBefore }: PageInput,
): Promise<Cursor | undefined> {
  const id = endingBefore ?? startingAfter;
  if (id === undefined) return undefined;
  const found = await rowOfId(reader, id);
  if (found === undefined) throw unknownCursor(endingBefore === undefined ? 'startingAfter' : 'endingBefore');
  return { sequence: found.sequence, place: placeOf(keys, found.row) };
}

const columns = { createdAt: 'created_at', effectiveAt: 'effective_at', position: 'place', id: 'place' } as const;

const placeOf = (keys: readonly SortKey[], row: PlacedRow): Place =>
  keys.map(({ name }) => row[columns[name as keyof typeof columns]]);

interface Walk {
  readonly list: EventList;
  readonly keys: readonly SortKey[];
  readonly cursor: Cursor | undefined;
}

interface Wanted {
  readonly backwards: boolean;
  readonly count: number;
  /** The event at the cursor is wanted too. */
  readonly withCursor: boolean;
}

/** Reads events of these places, perhaps not all of them. */
type Look<T> = (places: readonly PlacedEvent[]) => Promise<T[]>;

const whole =
  ({ reader }: EventList): Look<StoredEvent> =>
  (places) =>
    eventsOf(reader, places);

const thoseThere =
  ({ reader }: EventList): Look<StoredEvent> =>
  async (places) =>
    (await eventsOf(reader, places)).filter(isThere);

/** The events of the list beyond the cursor, nearest first. */
async function eventsBeyond<T>(walk: Walk, wanted: Wanted, first: PlacedRow[], look: Look<T>): Promise<T[]> {
  const { list, keys, cursor } = walk;
  const falls = keys.at(-1)?.descending !== wanted.backwards;
  const isBeyond = ({ sequence }: PlacedEvent): boolean =>
    cursor === undefined ||
    (wanted.withCursor && sequence === cursor.sequence) ||
    (falls ? sequence < cursor.sequence : sequence > cursor.sequence);
  const events: T[] = [];
  for (let rows = first; ; ) {
    const places = (await eventsOfRows(list.reader, rows)).flatMap((own, i) => {
      const isOfCursor = cursor?.place.at(-1) === rows[i]?.place;
      return (falls ? own.toReversed() : own).filter((event) => list.passes(event) && (!isOfCursor || isBeyond(event)));
    });
    const missing = wanted.count - events.length;
    events.push(...(await look(list.withoutTakenBack ? places : places.slice(0, missing))));
    const last = rows.at(-1);
    if (events.length >= wanted.count || last === undefined || rows.length < rowsAtOnce(wanted)) {
      return events.slice(0, wanted.count);
    }
    const next = rowsBeyond(sorted(list, keys), placeOf(keys, last), { ...wanted, limit: rowsAtOnce(wanted) });
    rows = (await list.reader.together(...next)).flat() as PlacedRow[];
  }
}

const sorted = ({ source, query }: EventList, keys: readonly SortKey[]) => ({ source, query, keys });

/** The row of the cursor may have none of the events that are wanted. */
const rowsAtOnce = ({ count }: Wanted): number => count + 1;

/** The row of the cursor is among them: some of its events may lie beyond it. */
const firstRows = ({ list, keys, cursor }: Walk, { backwards, count }: Wanted) =>
  rowsBeyond(sorted(list, keys), cursor?.place, { backwards, limit: count + 1, withPlace: true });

/** A total is counted up to this number, as in every list. */
const countedMax = 10_000;

const totalOf = (total: number, max: number, isCut = false): Total => ({
  total: Math.min(total, max),
  totalIsLowerBound: isCut || total > max,
});

interface Counted {
  readonly shape: number;
  readonly rows: number;
}

/** A row has at least one event of the list, so no more rows than events are counted. */
function shapesCounted({ reader, counted }: EventList, max: number): Compilable<Counted> {
  const bare = counted.clearSelect().select('placed_commits.shape');
  const limited = max === Number.POSITIVE_INFINITY ? bare : bare.limit(sql.lit(max + 1));
  return plannedAfresh(
    reader.db
      .selectFrom(limited.as('counted'))
      .select(({ fn }) => ['counted.shape', fn.countAll<number>().as('rows')])
      .groupBy('counted.shape'),
  );
}

async function totalOfShapes({ reader, passes, about }: EventList, shapes: readonly Counted[], max: number) {
  const events = await eventsOfRows(
    reader,
    shapes.map(({ shape }) => ({ shape, ...about, place: 0, subject_id: '', position: 0 })),
  );
  const total = events.reduce((sum, own, i) => sum + own.filter(passes).length * (shapes[i]?.rows ?? 0), 0);
  return totalOf(total, max);
}

const countedAtOnce = 100_000;

/** Without the events that were taken back. */
async function countThere(list: EventList, max: number): Promise<Total> {
  if (max !== Number.POSITIVE_INFINITY) {
    const { rows, there } = await countIn(list, (query) => query.limit(sql.lit(max + 1)));
    return totalOf(there, max, rows > max);
  }
  // All of them, a stretch of places at a time.
  const last = await lastPlace(list);
  let total = 0;
  for (let from = 0; from < last; from += countedAtOnce) {
    const within = (query: RowsQuery) =>
      query.where('placed_commits.place', '>', from).where('placed_commits.place', '<=', from + countedAtOnce);
    total += (await countIn(list, within)).there;
  }
  return totalOf(total, max);
}

async function lastPlace({ reader }: EventList): Promise<number> {
  const last = reader.db.selectFrom('placed_commits').select('place').orderBy('place', 'desc').limit(1);
  return (await reader.row(last))?.place ?? 0;
}

async function countIn({ reader, counted, passes }: EventList, within: (query: RowsQuery) => RowsQuery) {
  const rows = await reader.rows(plannedAfresh(within(counted)));
  const places = (await eventsOfRows(reader, rows)).flat().filter(passes);
  return { rows: rows.length, there: places.length - (await countTakenBack(reader, places)) };
}

async function countTakenBack(reader: Reader, places: readonly PlacedEvent[]): Promise<number> {
  if (places.length === 0) return 0;
  const byRow = new Map(places.map((place) => [keyOf(place), place]));
  const subjects = [...byRow.values()].map(({ subject_id }) => subject_id);
  const positions = [...byRow.values()].map(({ position }) => position);
  const keys = sql<{ of_subject: string; of_position: number }>`unnest(${subjects}::text[], ${positions}::bigint[])`;
  const takenBackOfThese = reader.db
    .selectFrom('event_commits')
    .innerJoin(keys.as<'key'>(sql`key(of_subject, of_position)`), (join) =>
      join
        .onRef('event_commits.subject_id', '=', 'key.of_subject')
        .onRef('event_commits.position', '=', 'key.of_position'),
    )
    .select(['event_commits.subject_id', 'event_commits.position', 'event_commits.taken_back'])
    .where('event_commits.subject_id', '=', sql<string>`any(${[...new Set(subjects)]}::text[])`)
    .where('event_commits.taken_back', 'is not', null);
  // A plan for any keys takes them for ten: with ten thousand it compares each with each, for 14 seconds.
  const found = await reader.rows(plannedAfresh(takenBackOfThese));
  const takenBack = new Map(found.map((row) => [keyOf(row), row.taken_back]));
  return places.filter((place) => takenBack.get(keyOf(place))?.[place.nth] !== undefined).length;
}

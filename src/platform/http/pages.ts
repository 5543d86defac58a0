// Pages by key and never by offset: every page costs the same, and a row that is added meanwhile is neither shown twice
// nor skipped. Lists run newest first by the recorded position, whatever the business clock says. In a list sorted by a
// field, rows with equal values are ordered by position, in the direction of the last field named: so an index of
// company, field, position and id serves the order both ways.
import { type Compilable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import Type from 'typebox';
import type { Reader } from '#platform/db/realm-database.ts';
import { plannedAfresh } from '#platform/db/statements.ts';
import type { Tables } from '#platform/db/tables.ts';
import { errors, refuseField, refuseFields } from '#platform/errors.ts';
import { Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { type Counted, type CountedList, type Total, totaling } from './totals.ts';

/** Counting further would cost time that nobody needs: beyond this a total is a lower bound, and a header says so. */
export const countedMax = 10_000;

/** The names by which a list may be sorted, and their columns. Only plain columns: sealed values have no order. */
type Sortable = Readonly<Record<string, string>>;

export interface Page<T> extends Total {
  readonly items: readonly T[];
  /** The id to continue after, or null at the end. */
  readonly next: string | null;
  readonly previous: string | null;
  /** The ids of the items, to continue after any of them; empty when the list is never cut. */
  readonly ids: readonly string[];
  /** True when the page was asked for by the item after it: its last items are the nearest ones. */
  readonly backwards: boolean;
  /** True when no page was asked for, in a list that is whole then: the answer has no counts and no links. */
  readonly isWhole?: boolean;
}

export interface PageInput {
  readonly limit?: number;
  readonly startingAfter?: string;
  readonly endingBefore?: string;
  readonly sortBy?: readonly string[];
  readonly total?: 'exact';
  /** Only lists take it that say so: they bound it, for the rows before it are read. */
  readonly offset?: number;
}

/** The query parameters of a list. */
export function pageQuery(sortable: Sortable) {
  return {
    limit: Type.Optional(Int({ min: 1, max: 100, description: 'How many to return; 25 if not given.' })),
    startingAfter: Type.Optional(Text({ max: 64, description: 'Go on after the object with this id (older ones).' })),
    endingBefore: Type.Optional(
      Text({ max: 64, description: 'The page before the object with this id (newer ones). Wins over startingAfter.' }),
    ),
    sortBy: Type.Optional(
      Type.Array(Text({ min: 1, max: 64 }), {
        maxItems: 5,
        description:
          sortNames(sortable) === ''
            ? 'This list has one order: no field is taken.'
            : `Fields to sort by, a minus before one for descending: ${sortNames(sortable)}. Equal ones run by age, the way of the last field.`,
      }),
    ),
    total: Type.Optional(
      StringEnum(['exact'], {
        description:
          '`exact` counts all matches; otherwise counting stops at 10,000, in a search and in lists of cases and tasks at 1,000.',
      }),
    ),
  };
}

export const pageLimit = 25;

export interface ListSource extends CountedList {
  readonly sortable: Sortable;
  /** Its rows with those that are joined, where a column of `sortable` is one of these: `loan_standing.updated_at`. */
  sortedRows?(reader: Reader): unknown;
  /** Where an id is written from the value of `idColumn`: that value, or undefined for what is no id of the list. */
  valueOfId?(id: string): unknown;
  /** What stands for a column of `sortable` that is none: never null. */
  readonly expressions?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** For a list below a subject: the subject's column and id. */
  readonly subject?: { readonly column: string; readonly id: string };
  /** The column that gives the list its order, newest first; `position` by default. */
  readonly order?: string;
  /** What comes before it in the order and changes nothing of it, but is in the index: a coarser form of the column. */
  coarse?(order: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Beyond this a total is a lower bound; 10,000 by default. */
  readonly countedMax?: number;
  /**
   * For a filter that no index serves in the list's order: builds the query of the page. `within` takes the rows of the
   * page, in their order, from any query.
   */
  arrange?<Q>(query: Q, within: <W>(query: W) => W): Q;
}

/** What is known of every list that is declared as a value (resource/define-list.ts). */
export interface ListShape {
  readonly table: keyof Tables & string;
  /** The column that says below which object the rows lie. */
  readonly below: string | undefined;
  readonly sortable: Sortable;
  /** Columns by which it is filtered, without those whose condition is written out. */
  readonly filtered: readonly string[];
}

export interface SortKey {
  readonly column: RawBuilder<unknown>;
  readonly name: string;
  readonly descending: boolean;
  coarse?(value: RawBuilder<unknown>): RawBuilder<unknown>;
}

/** The place of a row in the list: its values of the sort keys, in their order. */
export type Place = readonly unknown[];

type Query<DB, TB extends keyof DB, O> = SelectQueryBuilder<DB, TB, O>;

/** `query` has the filters and selects what the caller needs; `idOf` returns the id of a row. */
export async function page<DB, TB extends keyof DB, O>(
  reader: Reader,
  source: ListSource,
  query: Query<DB, TB, O>,
  input: PageInput,
  idOf: (row: O) => string,
): Promise<Page<O>> {
  const keys = sortKeys(source, input.sortBy ?? []);
  const limit = input.limit ?? pageLimit;
  const backwards = input.endingBefore !== undefined;
  const place = await placeOf(reader, source, keys, input);
  // The rows after the cursor, and one row on its other side, which shows whether there is a page to go back to.
  const list = { source, query, keys };
  const { offset = 0 } = input;
  if (offset > 0 && place !== undefined) {
    throw refuseField('offset', 'stands beside the id of an object', 'one of the two, not both');
  }
  const from = offset === 0 ? list : { ...list, query: query.offset(sql.lit(offset)) };
  const onThisSide = rowsBeyond(from, place, { backwards, limit: limit + 1 });
  const onTheOther =
    place === undefined ? [] : rowsBeyond(list, place, { backwards: !backwards, limit: 1, withPlace: true });
  const max = input.total === 'exact' ? null : (source.countedMax ?? countedMax);
  const counting = totaling(reader, source, query, max);
  const answers = await reader.together(...counting.asks, ...onThisSide, ...onTheOther);
  const pages = answers.slice(counting.asks.length);
  const found = pages.slice(0, onThisSide.length).flat() as O[];
  const behind = pages.slice(onThisSide.length).flat();
  const items = found.slice(0, limit);
  if (backwards) items.reverse();
  const more = found.length > limit;
  const ids = items.map(idOf);
  const counted = await counting.total((answers as unknown[][])[0] as Counted[]);
  const hasNext = backwards ? behind.length > 0 : more;
  const hasPrevious = backwards ? more : behind.length > 0 || offset > 0;
  return {
    items,
    ...counted,
    // A row that came after the count was asked for stands on the page, and so it counts.
    total: Math.max(counted.total, found.length === 0 ? 0 : offset + found.length + behind.length),
    next: hasNext ? (ids.at(-1) ?? null) : null,
    previous: hasPrevious ? (ids[0] ?? null) : null,
    ids,
    backwards,
  };
}

interface SortedList<DB, TB extends keyof DB, O> {
  readonly source: ListSource;
  /** It has its filters already. */
  readonly query: Query<DB, TB, O>;
  readonly keys: readonly SortKey[];
}

/** The rows beyond the place, nearest first: what the queries find, one after the other. */
export function rowsBeyond<DB, TB extends keyof DB, O>(
  { source, query, keys }: SortedList<DB, TB, O>,
  place: Place | undefined,
  more: Omit<Stretch, 'arm'>,
): Compilable<O>[] {
  const planned = <T>(one: Compilable<T>): Compilable<T> => (source.isSkewed ? plannedAfresh(one) : one);
  return armsBeyond(keys, place, more).map((arm) => planned(stretch(source, query, keys, { ...more, arm })));
}

export function sortKeys(source: ListSource, sortBy: readonly string[]): SortKey[] {
  const keyOf = (name: string, columnName: string, descending: boolean): SortKey => ({
    name,
    column:
      source.expressions?.[columnName] ??
      sql.ref(columnName.includes('.') ? columnName : `${source.table}.${columnName}`),
    descending,
  });
  const given = sortBy.map((item) => {
    const name = item
      .replace(/^\[|\]$/g, '')
      .trim()
      .replace(/^[+-]/, '');
    const column = Object.hasOwn(source.sortable, name) ? source.sortable[name] : undefined;
    if (column === undefined) throw unknownSort(source.sortable);
    return keyOf(name, column, /^\[?\s*-/.test(item));
  });
  const descending = given.at(-1)?.descending ?? true;
  return [
    ...given,
    { ...keyOf('position', source.order ?? 'position', descending), ...(source.coarse && { coarse: source.coarse }) },
    ...(source.idColumn === source.order ? [] : [keyOf('id', source.idColumn, descending)]),
  ];
}

const sortNames = (sortable: Sortable): string => Object.keys(sortable).join(', ');

/** For a list without sort fields. Errors: InvalidRequest (sortBy). */
export function mustHaveOneOrder({ sortBy = [] }: PageInput): void {
  if (sortBy.length > 0) throw unknownSort({});
}

const unknownSort = (sortable: Sortable) =>
  refuseFields(errors.InvalidRequest, [
    {
      path: 'sortBy',
      message: 'names a field that this list cannot be sorted by',
      expected: sortNames(sortable) || 'no sortBy: this list has one order',
    },
  ]);

interface Stretch {
  /** The part of the list to read; undefined: all of it. */
  readonly arm: RawBuilder<boolean> | undefined;
  readonly backwards: boolean;
  readonly limit: number;
  /** True: the row at the place comes first, if it exists. */
  readonly withPlace?: boolean;
}

/** Sorts in the list's order, or against it. */
const inOrder = <DB, TB extends keyof DB, O>(
  query: Query<DB, TB, O>,
  keys: readonly SortKey[],
  backwards: boolean,
): Query<DB, TB, O> =>
  keys.reduce(
    (sorted, { column, descending, coarse }) =>
      [...(coarse ? [coarse(column)] : []), column].reduce(
        (by, one) => by.orderBy(sql`${one} ${sql.raw(descending === backwards ? 'asc' : 'desc')}`),
        sorted,
      ),
    query,
  );

/** Rows after the place in the list's order, or before it in the opposite order. */
function stretch<DB, TB extends keyof DB, O>(
  source: ListSource,
  query: Query<DB, TB, O>,
  keys: readonly SortKey[],
  { arm, backwards, limit }: Stretch,
): Query<DB, TB, O> {
  const within = (all: Query<DB, TB, O>): Query<DB, TB, O> => {
    const beyond = arm === undefined ? all : all.where(arm);
    // The limit is part of the text: with a parameter the server would plan without knowing it.
    return inOrder(beyond, keys, backwards).limit(sql.lit(limit));
  };
  return source.arrange ? source.arrange(query, within as <W>(all: W) => W) : within(query);
}

/**
 * The rows beyond the place, in parts that follow one another. An index answers each part from the right place on: rows
 * with a value are one row comparison; rows without a value come after them (ascending) or before (descending).
 */
function armsBeyond(
  keys: readonly SortKey[],
  place: Place | undefined,
  { backwards, withPlace = false }: Pick<Stretch, 'backwards' | 'withPlace'>,
): (RawBuilder<boolean> | undefined)[] {
  if (place === undefined) return [undefined];
  const [first, ...rest] = keys as [SortKey, ...SortKey[]];
  // Behind the fields of the caller stand the position and, where it is another column, the id.
  const fields = keys.length - (keys.at(-1)?.name === 'id' ? 2 : 1);
  if (fields > 1) return [beyondPlace(keys, place, backwards, withPlace)];
  const descending = first.descending !== backwards;
  const beyond = (of: readonly SortKey[], values: Place): RawBuilder<boolean> => {
    const sign = sql.raw((descending ? '<' : '>') + (withPlace ? '=' : ''));
    const columns = of.flatMap(({ column, coarse }) => (coarse ? [coarse(column), column] : [column]));
    const places = of.flatMap(({ coarse }, i) => (coarse ? [coarse(sql`${values[i]}`), values[i]] : [values[i]]));
    return sql<boolean>`(${sql.join(columns)}) ${sign} (${sql.join(places)})`;
  };
  if (fields === 0) return [beyond(keys, place)];
  const without = sql<boolean>`${first.column} is null`;
  if (place[0] !== null) return descending ? [beyond(keys, place)] : [beyond(keys, place), without];
  const beyondWithout = sql<boolean>`(${without} and ${beyond(rest, place.slice(1))})`;
  return descending ? [beyondWithout, sql<boolean>`${first.column} is not null`] : [beyondWithout];
}

/**
 * Compares several columns lexicographically, each in its own direction. Null comes last ascending and first
 * descending, as in the database.
 */
function beyondPlace(
  keys: readonly SortKey[],
  place: Place,
  backwards: boolean,
  withPlace: boolean,
): RawBuilder<boolean> {
  const [key, ...rest] = keys as [SortKey, ...SortKey[]];
  const value = place[0];
  const descending = key.descending !== backwards;
  if (rest.length === 0 && withPlace) {
    return descending ? sql<boolean>`${key.column} <= ${value}` : sql<boolean>`${key.column} >= ${value}`;
  }
  const further = isBeyond(key.column, value, descending);
  if (rest.length === 0) return further;
  const same = value === null ? sql<boolean>`${key.column} is null` : sql<boolean>`${key.column} = ${value}`;
  const beyond = sql<boolean>`(${further} or (${same} and ${beyondPlace(rest, place.slice(1), backwards, withPlace)}))`;
  // The condition is repeated without the "or", so that an index on the first key begins at the right place.
  return descending && value !== null ? sql<boolean>`${key.column} <= ${value} and ${beyond}` : beyond;
}

function isBeyond(column: RawBuilder<unknown>, value: unknown, descending: boolean): RawBuilder<boolean> {
  if (descending) return value === null ? sql<boolean>`${column} is not null` : sql<boolean>`${column} < ${value}`;
  return value === null ? sql<boolean>`false` : sql<boolean>`(${column} > ${value} or ${column} is null)`;
}

/**
 * The place of a cursor: of a row that exists, or of one that was deleted. When two rows of a company have the id, as
 * contacts of two persons may, it is the earlier place, from which some rows are repeated and none is missed.
 */
export async function placeOf(
  reader: Reader,
  source: ListSource,
  keys: readonly SortKey[],
  { startingAfter, endingBefore }: PageInput,
): Promise<Place | undefined> {
  const id = endingBefore ?? startingAfter;
  if (id === undefined) return undefined;
  const columns = keys.map(({ column }, i) => sql<unknown>`${column}`.as(`k${i}`));
  const inList = (column: string) => sql<boolean>`${sql.ref(`${source.table}.${column}`)}`;
  const rows = reader.db.selectFrom(source.table as 'outbox');
  const named = ((source.sortedRows?.(reader) as typeof rows | undefined) ?? rows)
    .select(columns)
    .where(sql<boolean>`${inList(source.idColumn)} = ${source.valueOfId ? (source.valueOfId(id) ?? null) : id}`)
    .where(source.subject ? sql<boolean>`${inList(source.subject.column)} = ${source.subject.id}` : sql<boolean>`true`)
    // A row without a place is in no list yet.
    .where(sql<boolean>`${inList(source.order ?? 'position')} is not null`);
  const [present, deleted] = await reader.together(
    named,
    reader.db
      .selectFrom('deleted_positions')
      .select(['position', 'sort_values'])
      .where('subject_id', '=', source.subject?.id ?? id)
      .where('id', '=', id),
  );
  const row = present[0] as Record<string, unknown> | undefined;
  if (row !== undefined) return keys.map((_, i) => row[`k${i}`]);
  const gone = deleted[0];
  if (gone === undefined) {
    throw unknownCursor(endingBefore === undefined ? 'startingAfter' : 'endingBefore');
  }
  return keys.map(({ name }) =>
    name === 'position' ? gone.position : name === 'id' ? id : (gone.sort_values[name] ?? null),
  );
}

export const unknownCursor = (path: 'startingAfter' | 'endingBefore' | 'after') =>
  refuseFields(errors.UnknownCursor, [
    {
      path,
      message: 'names no object that this list has ever held',
      expected: 'the id of an object of this list',
    },
  ]);

const status = Type.Integer({ examples: [200] });
const pageFields = {
  total: Type.Integer({
    description:
      'All matches, up to 10,000, in a search and in lists of cases and tasks up to 1,000; see the header Total-Is-Lower-Bound.',
  }),
  count: Type.Integer({ description: 'How many this page holds.' }),
  nextUrl: Nullable(Type.String(), { description: 'The next page; null at the end.' }),
  previousUrl: Nullable(Type.String(), { description: 'The page before; null at the beginning.' }),
};

/** The envelope of a list, for the description. */
export const PageEnvelope = Type.Object({ status, ...pageFields }, { title: 'Page' });

/** The envelope of a list that may be whole: it has the fields of a page only in pages. */
export const PartialPageEnvelope = Type.Object(
  { status, ...Type.Partial(Type.Object(pageFields)).properties },
  { title: 'PageOrWhole' },
);

// A list over several tables, each of which has an index in the order of the list: a page takes the nearest rows of all
// of them. No statement joins the tables, which may lie in different places of a cluster.
import { type Compilable, type SelectQueryBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import {
  countedMax,
  type ListSource,
  type Page,
  type PageInput,
  type Place,
  pageLimit,
  placeOf,
  rowsBeyond,
  type SortKey,
  sortKeys,
  unknownCursor,
} from '#platform/http/pages.ts';
import { type Counted, type Total, totaling } from '#platform/http/totals.ts';
import type { IdPrefix } from '#platform/ids.ts';

type Stretch = Parameters<typeof rowsBeyond>[2];
type Values = Readonly<Record<string, unknown>>;

/** Rows of one table that belong to the list. */
export interface JoinedPart<T> {
  /** How their ids begin. */
  readonly prefix: IdPrefix;
  readonly source: ListSource;
  /** The rows beyond a place, nearest first, each with its own place in the list. */
  nearest(keys: readonly SortKey[], place: Place | undefined, stretch: Stretch): Compilable<Values>[];
  counting(reader: Reader, max: number | null): ReturnType<typeof totaling>;
  show(rows: readonly Values[]): Promise<readonly T[]>;
}

interface Declared<DB, TB extends keyof DB, R, T> extends Pick<JoinedPart<T>, 'prefix' | 'source'> {
  /** The rows with the conditions that are asked for. No column that the list is sorted by may be null in them. */
  readonly rows: SelectQueryBuilder<DB, TB, R>;
  show(rows: readonly R[]): Promise<readonly T[]>;
}

const nameOf = (i: number): string => `k${i}`;

export const joinedPart = <DB, TB extends keyof DB, R extends object, T>({
  prefix,
  source,
  rows,
  show,
}: Declared<DB, TB, R, T>): JoinedPart<T> => ({
  prefix,
  source,
  nearest(keys, place, stretch) {
    const values = keys.map(({ column }, i) => sql<unknown>`${column}`.as(nameOf(i)));
    return rowsBeyond({ source, query: rows.select(values), keys }, place, stretch) as Compilable<Values>[];
  },
  counting: (reader, max) => totaling(reader, source, rows, max),
  show: (found) => show(found as readonly R[]),
});

interface Found<T> {
  readonly part: JoinedPart<T>;
  readonly row: Values;
  readonly place: Place;
}

/** Errors: InvalidRequest (sortBy), UnknownCursor. */
export async function joinedPage<T>(
  reader: Reader,
  parts: readonly JoinedPart<T>[],
  input: PageInput,
): Promise<Page<T>> {
  const { limit = pageLimit, sortBy = [], endingBefore } = input;
  const backwards = endingBefore !== undefined;
  const place = await placeIn(reader, parts, input);
  const max = input.total === 'exact' ? null : (parts[0]?.source.countedMax ?? countedMax);
  const asked = parts.map((part) => {
    const keys = sortKeys(part.source, sortBy);
    const here = part.nearest(keys, place, { backwards, limit: limit + 1 });
    const other = { backwards: !backwards, limit: 1, withPlace: true };
    const there = place === undefined ? [] : part.nearest(keys, place, other);
    return { part, keys, here, there, counting: part.counting(reader, max) };
  });
  const queries = asked.flatMap(({ counting, here, there }) => [...counting.asks, ...here, ...there]);
  const answers = [...(await reader.together(...queries))];
  const take = (count: number): Values[] => answers.splice(0, count).flat();
  const found: Found<T>[] = [];
  const totals: Promise<Total>[] = [];
  let isBehind = false;
  for (const { part, keys, counting, here, there } of asked) {
    totals.push(counting.total(take(counting.asks.length) as Counted[]));
    found.push(...take(here.length).map((row) => ({ part, row, place: keys.map((_, i) => row[nameOf(i)]) })));
    // Taken in any case: what comes next are the answers for the next part.
    const behind = take(there.length);
    isBehind ||= behind.length > 0;
  }
  const nearest = found.sort(inOrder(asked[0]?.keys ?? [], backwards));
  const items = nearest.slice(0, limit);
  if (backwards) items.reverse();
  const isMore = nearest.length > limit;
  const ids = items.map((item) => String(item.place.at(-1)));
  return {
    items: await shown(items),
    ...sumOf(await Promise.all(totals), max),
    next: (backwards ? isBehind : isMore) ? (ids.at(-1) ?? null) : null,
    previous: (backwards ? isMore : isBehind) ? (ids[0] ?? null) : null,
    ids,
    backwards,
  };
}

/** The cursor is a row of the part whose ids begin like it. Errors: UnknownCursor. */
function placeIn<T>(reader: Reader, parts: readonly JoinedPart<T>[], input: PageInput): Promise<Place | undefined> {
  const id = input.endingBefore ?? input.startingAfter;
  if (id === undefined) return Promise.resolve(undefined);
  const part = parts.find(({ prefix }) => id.startsWith(`${prefix}-`));
  if (part === undefined) throw unknownCursor(input.endingBefore === undefined ? 'startingAfter' : 'endingBefore');
  return placeOf(reader, part.source, sortKeys(part.source, input.sortBy ?? []), input);
}

const inOrder =
  (keys: readonly SortKey[], backwards: boolean) =>
  (one: Found<unknown>, other: Found<unknown>): number => {
    for (const [i, { descending }] of keys.entries()) {
      const [a, b] = [one.place[i] as string, other.place[i] as string];
      if (a !== b) return a < b === (descending === backwards) ? -1 : 1;
    }
    return 0;
  };

/** Each part shows its rows at once. */
async function shown<T>(items: readonly Found<T>[]): Promise<T[]> {
  const done = new Map<Found<T>, T>();
  const shows = [...Map.groupBy(items, ({ part }) => part)].map(async ([part, own]) => {
    const answers = await part.show(own.map(({ row }) => row));
    for (const [i, one] of own.entries()) done.set(one, answers[i] as T);
  });
  await Promise.all(shows);
  return items.map((item) => done.get(item) as T);
}

function sumOf(totals: readonly Total[], max: number | null): Total {
  const total = totals.reduce((sum, one) => sum + one.total, 0);
  const totalIsLowerBound = totals.some((one) => one.totalIsLowerBound) || (max !== null && total > max);
  return { total: totalIsLowerBound && max !== null ? max : total, totalIsLowerBound };
}

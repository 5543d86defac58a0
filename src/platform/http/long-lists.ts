// A list from which no row ever goes is not counted as a whole again: what is counted is what has come since. Once it
// is longer than what is counted, it is enough that the row after the oldest ones is still there. After a restore rows
// may be gone: then all is counted anew.
import { type Compilable, type SelectQueryBuilder, sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';

interface LongList {
  /** It names the filters too: a list that is filtered is another list. */
  readonly name: string;
  readonly table: keyof Tables & string;
  readonly idColumn: string;
}

type Query<DB, TB extends keyof DB, O> = SelectQueryBuilder<DB, TB, O>;

/** A row, and how many come before it in the order of their positions. */
interface Mark {
  readonly id: string;
  readonly position: number;
  readonly before: number;
}

interface Known {
  /** Rows before it are not counted again; undefined while all are new. */
  readonly mark?: Mark | undefined;
  /** Set once the list is longer than what is counted: the id of the row after the oldest ones. */
  readonly beyond?: string;
  /** How often it may still be used. Then all is counted again: a row may have come late beyond all measure. */
  readonly usesLeft: number;
  /** How many had come since the mark when it was last to be moved: it is tried again after many more. */
  readonly triedAt: number;
}

/** What is known of each company, by mode and list. */
const lists = new WeakMap<Builder, Map<string, Known>>();

const keyOf = ({ realm }: Reader, { table, name }: LongList): string => `${realm.mode} ${table} ${name}`;

const knownOf = (reader: Reader, list: LongList): Known | undefined => lists.get(reader.db)?.get(keyOf(reader, list));

/** Rows were deleted, so what was counted is wrong: the list is counted anew. */
export const forget = (reader: Reader, list: LongList): void => void lists.get(reader.db)?.delete(keyOf(reader, list));

function keep(reader: Reader, list: LongList, known: Known): void {
  const ofCompany = lists.get(reader.db) ?? new Map<string, Known>();
  lists.set(reader.db, ofCompany.set(keyOf(reader, list), known));
}

const idOf = ({ table, idColumn }: LongList) => sql<string>`${sql.ref(`${table}.${idColumn}`)}`;
const positionOf = ({ table }: LongList) => sql<number>`${sql.ref(`${table}.position`)}`;

/** What is counted of it; `isThere` is null when nothing is known of any row. */
export type Counted = { readonly total: number; readonly isThere?: boolean | null };

interface Recount {
  readonly ask: Compilable<Counted>;
  /** The count of all; undefined: rows are gone, so all must be counted. */
  read(rows: readonly Counted[]): readonly Counted[] | undefined;
}

/** How a list that was counted is counted again; undefined if it was not. `max`: the most that is counted. */
export function recounted<DB, TB extends keyof DB, O>(
  reader: Reader,
  list: LongList,
  query: Query<DB, TB, O>,
  max: number,
): Recount | undefined {
  const known = knownOf(reader, list);
  if (known === undefined || known.usesLeft === 0) {
    forget(reader, list);
    return undefined;
  }
  keep(reader, list, { ...known, usesLeft: known.usesLeft - 1 });
  if (known.beyond !== undefined) {
    const ask = reader.db
      .selectFrom(list.table as 'outbox')
      .select(sql<number>`${sql.lit(max + 1)}`.as('total'))
      .where(sql<boolean>`${idOf(list)} = ${known.beyond}`);
    return { ask, read: (rows) => (rows.length === 0 ? undefined : rows) };
  }
  const { mark } = known;
  return {
    ask: countSince(list, query, mark),
    read(rows) {
      if (mark === undefined) return rows;
      const [row] = rows;
      return row?.isThere === true ? [{ total: mark.before + row.total }] : undefined;
    },
  };
}

/** Without a limit, which would make every shard of a cluster send its rows: since the mark there are few. */
function countSince<DB, TB extends keyof DB, O>(list: LongList, query: Query<DB, TB, O>, mark: Mark | undefined) {
  const all = query.clearSelect().select(sql<number>`count(*)`.as('total'));
  const counted =
    mark === undefined
      ? all
      : all
          .select(sql<boolean | null>`bool_or(${idOf(list)} = ${mark.id})`.as('isThere'))
          .where(sql<boolean>`${positionOf(list)} >= ${mark.position}`);
  return counted as Compilable<unknown> as Compilable<Counted>;
}

const usesMax = 1_000;

/** When so many have come, the mark is moved to a later row. */
const sinceMax = 500;

/** Remembers a count. Beyond `max` the list is long, and `total` says only that. */
export async function keepCounted<DB, TB extends keyof DB, O>(
  reader: Reader,
  list: LongList,
  query: Query<DB, TB, O>,
  total: number,
  max: number,
): Promise<void> {
  const known = knownOf(reader, list);
  if (total > max) {
    if (known?.beyond === undefined) await keepLong(reader, list, query, max);
    return;
  }
  const { mark, triedAt, usesLeft } = known ?? { triedAt: 0, usesLeft: usesMax };
  const isMany = total - (mark?.before ?? 0) > triedAt + sinceMax;
  if (known !== undefined && !isMany) return;
  const next = (isMany ? await markOf(reader, list, query) : undefined) ?? mark;
  keep(reader, list, { mark: next, triedAt: isMany ? total - (next?.before ?? 0) : 0, usesLeft });
}

async function keepLong<DB, TB extends keyof DB, O>(
  reader: Reader,
  list: LongList,
  query: Query<DB, TB, O>,
  max: number,
): Promise<void> {
  const oldest = query
    .clearSelect()
    .select(idOf(list).as('id'))
    .orderBy(sql.ref(`${list.table}.position`))
    .orderBy(idOf(list))
    .limit(sql.lit(1))
    .offset(sql.lit(max));
  const row = await reader.row(oldest as Compilable<unknown> as Compilable<{ id: string }>);
  if (row !== undefined) keep(reader, list, { beyond: row.id, triedAt: 0, usesLeft: usesMax });
}

/**
 * A slow transaction commits after others that have later positions. A statement may take an hour at most, so hardly a
 * row comes any more before one that is two hours older than the newest.
 */
const settledAfterMicros = 2 * 3_600 * 1_000_000;

/** The newest row that is old enough; undefined if there is none. */
async function markOf<DB, TB extends keyof DB, O>(
  reader: Reader,
  list: LongList,
  query: Query<DB, TB, O>,
): Promise<Mark | undefined> {
  const bare = query.clearSelect() as Query<DB, TB, object>;
  const newest = await reader.row(
    bare.select(sql<number | null>`max(${positionOf(list)})`.as('position')) as Compilable<unknown> as Compilable<{
      position: number | null;
    }>,
  );
  const until = (newest?.position ?? 0) - settledAfterMicros;
  const row = await reader.row(
    bare
      .select([idOf(list).as('id'), positionOf(list).as('position')])
      .where(sql<boolean>`${positionOf(list)} <= ${until}`)
      .orderBy(sql`${positionOf(list)} desc`)
      .limit(sql.lit(1)) as Compilable<unknown> as Compilable<{ id: string; position: number }>,
  );
  if (row === undefined) return undefined;
  const [count] = await reader.rows(
    bare
      .select(sql<number>`count(*)`.as('total'))
      .where(sql<boolean>`${positionOf(list)} < ${row.position}`) as Compilable<unknown> as Compilable<Counted>,
  );
  return { ...row, before: count?.total ?? 0 };
}

// A list from which no row ever goes, once longer than what is counted, is not counted again: it is enough that the row
// after the oldest ones is still there. After a restore it may not be: then the list is counted anew.
import { type Compilable, type SelectQueryBuilder, sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';

interface LongList {
  /** With its filters. */
  readonly name: string;
  readonly table: keyof Tables & string;
  readonly idColumn: string;
}

/** For each company the id of that row, by mode and list. */
const known = new WeakMap<Builder, Map<string, string>>();

const keyOf = ({ realm }: Reader, { table, name }: LongList): string => `${realm.mode} ${table} ${name}`;

const idOf = ({ table, idColumn }: LongList) => sql<string>`${sql.ref(`${table}.${idColumn}`)}`;

/** Asks for the row that is there if the list is longer than `max`; undefined when no such row is known. */
export function stillLong(reader: Reader, list: LongList, max: number): Compilable<{ total: number }> | undefined {
  const id = known.get(reader.db)?.get(keyOf(reader, list));
  if (id === undefined) return undefined;
  return reader.db
    .selectFrom(list.table as 'outbox')
    .select(sql<number>`${sql.lit(max)}`.as('total'))
    .where(sql<boolean>`${idOf(list)} = ${id}`);
}

/** Keeps the row that shows that the list of `query` is longer than `max`. */
export async function keepLong<DB, TB extends keyof DB, O>(
  reader: Reader,
  list: LongList,
  query: SelectQueryBuilder<DB, TB, O>,
  max: number,
): Promise<void> {
  const row = await reader.row<{ id: string }>(
    query
      .clearSelect()
      .select(idOf(list).as('id'))
      .orderBy(sql.ref(`${list.table}.position`))
      .orderBy(idOf(list))
      .limit(sql.lit(1))
      .offset(sql.lit(max)) as Compilable<unknown> as Compilable<{ id: string }>,
  );
  if (row === undefined) return;
  const ofCompany = known.get(reader.db) ?? new Map<string, string>();
  known.set(reader.db, ofCompany.set(keyOf(reader, list), row.id));
}

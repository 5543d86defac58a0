// Reads of one person that are always asked together go to the server as one statement: a union whose rows say of which
// read they are, with all values as texts. Most of such reads find no row or one, so what a statement costs by itself is
// most of what each of them costs, here and at the server. The reads of many persons stay statements of their own: there
// the rows cost most.
import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Builder } from './builder.ts';
import { parserOf } from './connection.ts';
import type { PlaceholderOf } from './prepared.ts';
import { preparedOfPeople } from './prepared-of-people.ts';
import type { Reader } from './realm-database.ts';
import { type Row, readerOfTexts, textColumn } from './row-reader.ts';

type Values = Readonly<Record<string, unknown>>;
type Named = Readonly<Record<string, string>>;
type OneOfThem = (column: string) => RawBuilder<boolean>;

/** What a union has to know of a read. */
interface Part {
  readonly build: (db: Builder, isOneOfThem: OneOfThem, place: (name: string) => never) => Compilable<unknown>;
  readonly values: Named;
  readonly columns: Named;
}

/** A read that is asked by itself. */
type Read<T, V extends Values> = (db: Builder, people: readonly string[], values: V) => Compilable<T>;

/** A read that is asked by itself, or as a part of one statement. */
export interface PartRead<T, V extends Values = Record<never, never>> extends Read<T, V> {
  readonly part: Part;
}

interface Types<T, V> {
  /** The types of all its columns in PostgreSQL: a union gives their values as texts. */
  readonly columns: { readonly [K in keyof T & string]: string };
  /** The names of its further values. */
  readonly values: { readonly [K in keyof V & string]: string };
}

export function partRead<T, V extends Values = Record<never, never>>(
  build: (db: Builder, isOneOfThem: OneOfThem, placeholder: PlaceholderOf<V>) => Compilable<T>,
  { columns, values }: Types<T, V>,
): PartRead<T, V> {
  return Object.assign(preparedOfPeople<T, V>(build, values), { part: { build, columns, values } });
}

type Parts = Readonly<Record<string, PartRead<unknown, never>>>;
type Reads = Readonly<Record<string, Read<unknown, never>>>;

type Found<R extends Reads> = {
  readonly [K in keyof R]: R[K] extends Read<infer T, never> ? readonly T[] : never;
};

/** All that one of the reads wants to be given. */
type ValuesOf<R extends Reads> = {
  [K in keyof R]: R[K] extends Read<unknown, infer V> ? (values: V) => void : never;
}[keyof R] extends (values: infer All) => void
  ? All
  : never;

/**
 * Asks all of these reads in one flight. Of one person the parts are one statement, which sees all of them as of one
 * moment; of many each is a statement, in this order. `apart` are those that name no person: their rows may lie anywhere.
 */
export function readTogether<P extends Parts, A extends Reads>(
  parts: P,
  apart: A,
): (reader: Reader, people: readonly string[], values: ValuesOf<P & A> & Values) => Promise<Found<P & A>> {
  const union = unionOf(Object.values(parts).map(({ part }) => part));
  const names = [...Object.keys(parts), ...Object.keys(apart)];
  return async (reader, people, values) => {
    const { db } = reader;
    const ask = (read: Read<unknown, never>) => (read as Read<unknown, Values>)(db, people, values);
    const others = Object.values(apart).map(ask);
    if (people.length !== 1) return found(await reader.together(...Object.values(parts).map(ask), ...others));
    const [rows = [], ...more] = await reader.together(union.read(db, people, values), ...others);
    return found([...union.split(rows as readonly UnionRow[]), ...more]);
  };

  function found(rows: readonly (readonly unknown[])[]): Found<P & A> {
    return Object.fromEntries(names.map((name, i) => [name, rows[i]])) as Found<P & A>;
  }
}

interface UnionRow extends Row {
  /** The place of the read in the list of parts. */
  readonly part: number;
}

function unionOf(parts: readonly Part[]) {
  const width = Math.max(...parts.map(({ columns }) => Object.keys(columns).length));
  const readers = parts.map(({ columns }) =>
    readerOfTexts(Object.entries(columns).map(([name, type]) => ({ name, parse: parserOf(type) }))),
  );
  const names = ['part', ...Array.from({ length: width }, (_, i) => textColumn(i))];
  const alias = sql`"found"(${sql.join(names.map((name) => sql.ref(name)))})`;
  const read = preparedOfPeople<UnionRow, Values>(
    (db, isOneOfThem, placeholder) => {
      const selects = parts.map(({ build, columns }, i) => {
        const query = build(db, isOneOfThem, placeholder as (name: string) => never);
        return sql`select ${sql.lit(i)}, ${textsOf(columns, width)} from (${query}) as "one"`;
      });
      return db.selectFrom(sql<UnionRow>`(${sql.join(selects, sql` union all `)})`.as<'found'>(alias)).selectAll();
    },
    Object.assign({}, ...parts.map(({ values }) => values)),
  );
  const split = (rows: readonly UnionRow[]): readonly Row[][] => {
    const each: Row[][] = parts.map(() => []);
    for (const row of rows) each[row.part]?.push((readers[row.part] as (row: Row) => Row)(row));
    return each;
  };
  return { read, split };
}

function textsOf(columns: Named, width: number): RawBuilder<unknown> {
  const names = Object.keys(columns);
  return sql.join(
    Array.from({ length: width }, (_, i) => {
      const name = names[i];
      return name === undefined ? sql`null::text` : sql`${sql.ref(name)}::text`;
    }),
  );
}

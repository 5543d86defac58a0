// A query that is built, scoped and compiled once and then only gets its values, so that a frequent query costs nothing
// to build. The scope is compiled in, so it applies as to any other query.
import type { Compilable, CompiledQuery, Insertable, InsertQueryBuilder, InsertResult } from 'kysely';
import type { Builder } from './builder.ts';
import type { Tables } from './tables.ts';

/** Marks the place of a value while the query is built. */
class Placeholder {
  readonly name: string;
  /** Of an insert of several rows. */
  readonly row: number;
  constructor(name: string, row = 0) {
    this.name = name;
    this.row = row;
  }
}

type Values = Readonly<Record<string, unknown>>;

export type PlaceholderOf<V extends Values> = <K extends keyof V & string>(name: K) => V[K];

type Prepared<V extends Values, T> = (db: Builder, values: V) => Compilable<T>;

export function prepared<V extends Values, T>(
  build: (db: Builder, placeholder: PlaceholderOf<V>) => Compilable<T>,
): Prepared<V, T> {
  const placeholder: PlaceholderOf<V> = (name) => new Placeholder(name) as never;
  const compiled = compiledOnce((db) => build(db, placeholder));
  return (db, values) => filled(compiled(db), [values], 0);
}

function compiledOnce<T>(build: (db: Builder) => Compilable<T>): (db: Builder) => CompiledQuery<T> {
  const byBuilder = new WeakMap<Builder, CompiledQuery<T>>();
  return (db) => {
    let compiled = byBuilder.get(db);
    if (compiled === undefined) {
      compiled = build(db).compile();
      byBuilder.set(db, compiled);
    }
    return compiled;
  };
}

/** The rows from `first` on give the values. */
function filled<T>({ parameters: places, ...compiled }: CompiledQuery<T>, rows: readonly Values[], first: number) {
  const parameters = places.map((place) =>
    place instanceof Placeholder ? (rows[first + place.row] as Values)[place.name] : place,
  );
  const query: CompiledQuery<T> = { ...compiled, parameters };
  return { compile: () => query };
}

/** Inserts one row with all the named columns. */
export function preparedInsert<T extends keyof Tables & string>(
  table: T,
  columns: readonly (keyof Insertable<Tables[T]> & string)[],
): Prepared<Insertable<Tables[T]> & Values, unknown> {
  return prepared((db, placeholder) => {
    const row = Object.fromEntries(columns.map((column) => [column, placeholder(column as never)]));
    return db.insertInto(table as 'outbox').values(row as never);
  });
}

/** Largest first: many rows go in few statements, and there are few different texts. A command's few rows go in one. */
const sizes = [64, 16, 8, 7, 6, 5, 4, 3, 2, 1];

type Inserting<T extends keyof Tables & string> = InsertQueryBuilder<Tables, T, InsertResult>;

/** Inserts many rows with all the named columns. `otherwise` says what happens to rows that exist already. */
export function preparedInserts<T extends keyof Tables & string>(
  table: T,
  columns: readonly (keyof Insertable<Tables[T]> & string)[],
  otherwise: (insert: Inserting<T>) => Inserting<T> = (insert) => insert,
): (db: Builder, rows: readonly Insertable<Tables[T]>[]) => Compilable<unknown>[] {
  const bySize = sizes.map((size) => {
    const places = Array.from({ length: size }, (_, row) =>
      Object.fromEntries(columns.map((column) => [column, new Placeholder(column, row)])),
    );
    const query = compiledOnce((db) => otherwise(db.insertInto(table as 'outbox').values(places as never) as never));
    return { size, query };
  });
  return (db, rows) => {
    const queries: Compilable<unknown>[] = [];
    let at = 0;
    for (const { size, query } of bySize) {
      for (; rows.length - at >= size; at += size) queries.push(filled(query(db), rows as readonly Values[], at));
    }
    return queries;
  };
}

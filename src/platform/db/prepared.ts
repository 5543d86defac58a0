// A query that is built, scoped and compiled once and then only gets its values, so that a frequent query costs nothing
// to build. The scope is compiled in, so it applies as to any other query.
import type { Compilable, CompiledQuery, Insertable, InsertQueryBuilder, InsertResult } from 'kysely';
import type { Builder } from './builder.ts';
import type { Tables } from './tables.ts';

/** Marks the place of a value while the query is built. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Values = Readonly<Record<string, unknown>>;

export type PlaceholderOf<V extends Values> = <K extends keyof V & string>(name: K) => V[K];

type Prepared<V extends Values, T> = (db: Builder, values: V) => Compilable<T>;

export function prepared<V extends Values, T>(
  build: (db: Builder, placeholder: PlaceholderOf<V>) => Compilable<T>,
): Prepared<V, T> {
  const byBuilder = new WeakMap<Builder, CompiledQuery<T>>();
  const placeholder: PlaceholderOf<V> = (name) => new Placeholder(name) as never;
  return (db, values) => {
    let compiled = byBuilder.get(db);
    if (compiled === undefined) {
      compiled = build(db, placeholder).compile();
      byBuilder.set(db, compiled);
    }
    const query = { ...compiled, parameters: compiled.parameters.map((value) => filled(value, values)) };
    return { compile: () => query };
  };
}

const filled = (value: unknown, values: Values): unknown => (value instanceof Placeholder ? values[value.name] : value);

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
    const names = Array.from({ length: size }, (_, i) => columns.map((column) => [column, `${column} ${i}`] as const));
    const query = prepared<Values, unknown>((db, placeholder) => {
      const rows = names.map((row) => Object.fromEntries(row.map(([column, name]) => [column, placeholder(name)])));
      return otherwise(db.insertInto(table as 'outbox').values(rows as never) as never);
    });
    return { names, query };
  });
  return (db, rows) => {
    const queries: Compilable<unknown>[] = [];
    let at = 0;
    for (const { names, query } of bySize) {
      for (; rows.length - at >= names.length; at += names.length) {
        const values: Record<string, unknown> = {};
        for (const [i, row] of names.entries()) {
          for (const [column, name] of row) values[name] = rows[at + i]![column];
        }
        queries.push(query(db, values));
      }
    }
    return queries;
  };
}

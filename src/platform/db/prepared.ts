// A query that is built, scoped and compiled once and then only gets its values, so that a frequent query costs nothing
// to build. The scope is compiled in, so it applies as to any other query.
import {
  type Compilable,
  type CompiledQuery,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  sql,
} from 'kysely';
import { ofEach } from '#platform/of-each.ts';
import type { Builder } from './builder.ts';
import type { Gatherable, Kind, Values } from './gathering.ts';
import { askedColumn } from './row-reader.ts';
import type { Tables } from './tables.ts';

/** Marks the place of a value while the query is built. */
class Placeholder {
  readonly name: string;
  /** Tells which row it belongs to, in an insert of several rows. */
  readonly row: number;
  constructor(name: string, row = 0) {
    this.name = name;
    this.row = row;
  }
}

export type PlaceholderOf<V extends Values> = <K extends keyof V & string>(name: K) => V[K];

type Prepared<V extends Values, T> = (db: Builder, values: V) => Compilable<T>;

/** The types of the values in PostgreSQL; the first one says whose rows they are. */
type Types<V extends Values> = { readonly [K in keyof V & string]: string };

/** With the types of its values, what comes up for several persons in one turn is one statement: see gathering.ts. */
export function prepared<V extends Values, T>(
  build: (db: Builder, placeholder: PlaceholderOf<V>) => Compilable<T>,
  types?: Types<NoInfer<V>>,
): Prepared<V, T> {
  const placeholder: PlaceholderOf<V> = (name) => new Placeholder(name) as never;
  const compiled = compiledOnce((db) => build(db, placeholder));
  const kindOf = types && ofEach((db: Builder) => kindFor((name) => build(db, name as PlaceholderOf<V>), types));
  return (db, values) => ({
    ...filled(compiled(db), [values], 0),
    ...(kindOf && { kind: kindOf(db), values: [values] }),
  });
}

const compiledOnce = <T>(build: (db: Builder) => Compilable<T>): ((db: Builder) => CompiledQuery<T>) =>
  ofEach((db: Builder) => build(db).compile());

/** Values that are lists themselves have no place in a list. */
function mustBeSingle(types: Types<Values>): void {
  const list = Object.keys(types).find((name) => /^_|\[\]$/.test(types[name] ?? ''));
  if (list !== undefined) throw new Error(`Queries with the list ${list} among their values cannot be put together.`);
}

function kindFor(build: (place: (name: string) => unknown) => Compilable<unknown>, types: Types<Values>): Kind {
  mustBeSingle(types);
  const names = Object.keys(types);
  const query = overList(build((name) => sql`${sql.raw(placeOf(name))}`).compile(), types);
  return {
    subject: names[0] as string,
    does: query.sql.startsWith('select ') ? 'read' : 'change',
    together: (rows) => [
      { ...query, parameters: [...query.parameters, ...names.map((name) => rows.map((row) => row[name]))] },
    ],
  };
}

/** No column of a table has such a name. */
const placeOf = (name: string): string => `"asked"."of ${name}"`;

/**
 * The query over a list for each of its values. A read stays a question of its own for each place of the lists, which
 * the server answers by an index as it does the single one.
 */
function overList(one: CompiledQuery<unknown>, types: Types<Values>): CompiledQuery<unknown> {
  const lists = Object.values(types).map((type, i) => `$${one.parameters.length + i + 1}::${type}[]`);
  const places = Object.keys(types).map((name) => `"of ${name}"`);
  const asked = `unnest(${lists.join(', ')}) with ordinality as "asked"(${places.join(', ')}, "place")`;
  const text = one.sql.startsWith('select ')
    ? `select "found".*, "asked"."place" as "${askedColumn}" from ${asked} cross join lateral (${one.sql} offset 0) as "found"`
    : one.sql.replace(' where ', ` ${one.sql.startsWith('delete ') ? 'using' : 'from'} ${asked} where `);
  return { ...one, sql: text };
}

/** The rows from `first` on give the values. */
function filled<T>({ parameters: places, ...compiled }: CompiledQuery<T>, rows: readonly Values[], first: number) {
  const parameters = places.map((place) =>
    place instanceof Placeholder ? (rows[first + place.row] as Values)[place.name] : place,
  );
  const query: CompiledQuery<T> = { ...compiled, parameters };
  return { compile: () => query };
}

/** Largest first: many rows go in few statements, and there are few different texts. A command's few rows go in one. */
const sizes = [64, 16, 8, 7, 6, 5, 4, 3, 2, 1];

type Inserting<T extends keyof Tables & string> = InsertQueryBuilder<Tables, T, InsertResult>;

type Inserts<T extends keyof Tables & string> = (db: Builder, rows: readonly Insertable<Tables[T]>[]) => Gatherable[];

/**
 * Inserts many rows with all the named columns; the first one says whose they are. `otherwise` says what happens to rows
 * that exist already.
 */
export function preparedInserts<T extends keyof Tables & string>(
  table: T,
  columns: readonly (keyof Insertable<Tables[T]> & string)[],
  otherwise?: (insert: Inserting<T>) => Inserting<T>,
): Inserts<T> {
  const bySize = sizes.map((size) => {
    const places = Array.from({ length: size }, (_, row) =>
      Object.fromEntries(columns.map((column) => [column, new Placeholder(column, row)])),
    );
    const query = compiledOnce((db) => {
      const insert = db.insertInto(table as 'outbox').values(places as never) as never;
      return otherwise?.(insert) ?? insert;
    });
    return { size, query };
  });
  const kindOf = ofEach(
    (db: Builder): Kind => ({
      subject: columns[0] as string,
      does: otherwise === undefined ? 'insert' : 'change',
      together: (rows) => inserts(db, rows as never).map((query) => query.compile()),
    }),
  );
  const inserts: Inserts<T> = (db, given) => {
    const rows = given as readonly Values[];
    const queries: Gatherable[] = [];
    let at = 0;
    for (const { size, query } of bySize) {
      for (; rows.length - at >= size; at += size) {
        queries.push({ ...filled(query(db), rows, at), kind: kindOf(db), values: rows.slice(at, at + size) });
      }
    }
    return queries;
  };
  return inserts;
}

/** Inserts one row with all the named columns. */
export function preparedInsert<T extends keyof Tables & string>(
  table: T,
  columns: readonly (keyof Insertable<Tables[T]> & string)[],
): Prepared<Insertable<Tables[T]> & Values, unknown> {
  const inserts = preparedInserts(table, columns);
  return (db, row) => inserts(db, [row])[0] as Gatherable;
}

// A table is stated once, as a value: its columns, and how its rows would be spread over a cluster. From it come the
// types of its rows, the lists of columns that statements name, and the test against the real schema.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Company, TableClass } from './tables.ts';

/** The kinds of columns: of each the type in PostgreSQL, as the catalogue names it. */
const kinds = {
  text: 'text',
  texts: '_text',
  bool: 'bool',
  int: 'int4',
  bigint: 'int8',
  bigints: '_int8',
  rate: 'numeric',
  date: 'date',
  instant: 'timestamptz',
  bytes: 'bytea',
  uuid: 'uuid',
  json: 'jsonb',
  /** Keyed hashes of 64 bits, as texts. */
  tokens: '_int8',
  /** The company's own column, which the scoped handle writes. */
  company: 'text',
} as const;

interface Values {
  readonly text: string;
  readonly texts: string[];
  readonly bool: boolean;
  readonly int: number;
  readonly bigint: number;
  readonly bigints: readonly number[];
  readonly rate: Rate;
  readonly date: CivilDate;
  readonly instant: Instant;
  readonly bytes: Buffer;
  readonly uuid: string;
  readonly json: unknown;
  readonly tokens: readonly string[];
  readonly company: Company;
}

type Kind = keyof Values;
/** With a question mark: it may be null. */
export type Said = Kind | `${Kind}?`;
type ValueOf<S> = S extends `${infer K extends Kind}?` ? Values[K] | null : S extends Kind ? Values[S] : never;

/** A column of which more is to be said than its kind. */
export interface Column<T> {
  readonly said: Said;
  readonly hasDefault: boolean;
  /** Only the compiler knows it: no value is ever here. */
  readonly type?: T;
}

export type Columns = Readonly<Record<string, Said | Column<unknown>>>;

/** The values have a type of their own: `as<Cents>('bigint')`. */
export const as = <T>(said: Said): Column<T> => ({ said, hasDefault: false });

type Text<T> = null extends T ? string | null : string;

/** Parsed when it is read, given as its text when it is written. */
export const json = <T>(said: 'json' | 'json?' = 'json'): Column<ColumnType<T, Text<T>, Text<T>>> => as(said);

/** The database gives the value where an insert names none. */
export function defaulted<S extends Said>(column: S): Column<Generated<ValueOf<S>>>;
export function defaulted<S, I, U>(column: Column<ColumnType<S, I, U>>): Column<ColumnType<S, I | undefined, U>>;
export function defaulted(column: Said | Column<unknown>): Column<unknown> {
  return { said: typeof column === 'string' ? column : column.said, hasDefault: true };
}

interface StatedColumn {
  readonly type: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
}

export type Table<N extends string = string, C extends Columns = Columns> = TableClass & {
  readonly name: N;
  readonly columns: { readonly [K in keyof C]: StatedColumn };
  /** The names of all columns. */
  readonly all: readonly (keyof C & string)[];
  /** Only the compiler knows it: no value is ever here. */
  readonly said?: C;
};

export function defineTable<const N extends string, const C extends Columns>(
  name: N,
  spread: TableClass,
  columns: C,
): Table<N, C> {
  const stated = Object.entries(columns).map(([column, said]) => [column, statedColumn(said)]);
  return { ...spread, name, columns: Object.fromEntries(stated), all: Object.keys(columns) };
}

function statedColumn(column: Said | Column<unknown>): StatedColumn {
  const { said, hasDefault } = typeof column === 'string' ? as(column) : column;
  const isNullable = said.endsWith('?');
  return { type: kinds[said.replace('?', '') as Kind], isNullable, hasDefault };
}

/** What Kysely knows of a table: the line of `declare module '#platform/db/tables.ts'`. */
export type Stored<T extends Table> = {
  [K in keyof NonNullable<T['said']>]: NonNullable<T['said']>[K] extends Column<infer V>
    ? V
    : ValueOf<NonNullable<T['said']>[K]>;
};

export type RowOf<T extends Table> = Selectable<Stored<T>>;

/** What is read where some columns are of no use. */
export const columnsWithout = <C extends Columns, N extends keyof C & string>(
  { all }: Table<string, C>,
  ...left: readonly N[]
): readonly Exclude<keyof C & string, N>[] =>
  (all as readonly string[]).filter((column) => !left.includes(column as N)) as Exclude<keyof C & string, N>[];

/** The types of these columns in PostgreSQL, for a query that is prepared. */
export const typesOf = <N extends string>(
  { columns }: { readonly columns: Readonly<Record<N, StatedColumn>> },
  names: readonly N[],
): Record<N, string> => Object.fromEntries(names.map((name) => [name, columns[name].type])) as Record<N, string>;

/** By their names, as the app joins them. */
export const tablesByName = (...tables: readonly Table[]): Readonly<Record<string, Table>> =>
  Object.fromEntries(tables.map((table) => [table.name, table]));

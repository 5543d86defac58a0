// A table is stated once, as a value: its columns, and how its rows would be spread over a cluster. From it come the
// types of its rows, the lists of columns that statements name, and the test against the real schema.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import type { ColumnType, Selectable } from 'kysely';
import type { TableClass } from './tables.ts';

/** A column: what is read from it, what an insert takes and what an update takes. */
export interface Column<S = unknown, I = S, U = I> {
  /** Its type in PostgreSQL, by the name that the catalogue gives it. */
  readonly type: string;
  readonly isNullable: boolean;
  /** The database gives the value where an insert names none. */
  readonly hasDefault: boolean;
  /** For the compiler only. */
  readonly types?: ColumnType<S, I, U>;
}

export type Columns = Readonly<Record<string, Column>>;

const column = <S, I = S, U = I>(type: string): Column<S, I, U> => ({ type, isNullable: false, hasDefault: false });

export const text = column<string>('text');
export const texts = column<string[]>('_text');
export const bool = column<boolean>('bool');
/** A whole number of 32 bits. */
export const int = column<number>('int4');
/** A whole number of 64 bits; we keep none beyond 2^53. */
export const bigint = column<number>('int8');
export const rate = column<Rate>('numeric');
export const date = column<CivilDate>('date');
export const instant = column<Instant>('timestamptz');
export const bytes = column<Buffer>('bytea');
/** The company's column: the scoped handle writes it, nobody else can. */
export const company = column<string, undefined, never>('text');
/** Parsed when it is read, given as its text when it is written. */
export const json = <T>(): Column<T, string, string> => column<T, string, string>('jsonb');

/** The same column, of which more is known: `as<Cents>(bigint)`. */
export const as = <T>(wider: Column): Column<T> => wider as Column<T>;

export const nullable = <S, I, U>(one: Column<S, I, U>): Column<S | null, I | null, U | null> =>
  ({ ...one, isNullable: true }) as Column<S | null, I | null, U | null>;

export const defaulted = <S, I, U>(one: Column<S, I, U>): Column<S, I | undefined, U> =>
  ({ ...one, hasDefault: true }) as Column<S, I | undefined, U>;

export type Table<N extends string = string, C extends Columns = Columns> = TableClass & {
  readonly name: N;
  readonly columns: C;
  /** The names of all columns. */
  readonly all: readonly (keyof C & string)[];
};

export function defineTable<const N extends string, C extends Columns>(
  name: N,
  spread: TableClass,
  columns: C,
): Table<N, C> {
  return { ...spread, name, columns, all: Object.keys(columns) };
}

type TypeOf<K> = K extends Column<infer S, infer I, infer U> ? ColumnType<S, I, U> : never;

/** What Kysely knows of a table: the line of `declare module '#platform/db/tables.ts'`. */
export type Stored<T extends Table> = { [K in keyof T['columns']]: TypeOf<T['columns'][K]> };

export type RowOf<T extends Table> = Selectable<Stored<T>>;

/** By their names, as the app joins them. */
export const tablesByName = (...tables: readonly Table[]): Readonly<Record<string, Table>> =>
  Object.fromEntries(tables.map((table) => [table.name, table]));

// A list is a value: its table, its order, its sort fields and its filters, each declared once. A filter makes its
// query parameter, its documentation, its condition and the test that an index serves it.

import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import Type, { type TOptional, type TProperties, type TSchema } from 'typebox';
import { columnOf } from '#platform/db/column-of.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';
import { type ListShape, type ListSource, type Page, type PageInput, page, pageQuery } from '#platform/http/pages.ts';
import { Int } from '#platform/input/schemas.ts';
import { eachInSlices } from '#platform/loop/slices.ts';

type Condition = RawBuilder<boolean>;

/** The schema of the parameter. Without `where`, the column of the same name must be equal to the value. */
interface Filter {
  readonly schema: TSchema;
  /** Returns undefined for no condition. Called with undefined if the parameter was not sent. */
  where?(asked: never, parent: never): Condition | undefined;
}

export type Filters = Readonly<Record<string, TSchema | Filter>>;

type SchemaOf<F> = F extends { readonly schema: infer S extends TSchema } ? S : F extends TSchema ? F : never;
type QueryOf<F extends Filters> = ReturnType<typeof pageQuery> & { [K in keyof F]: TOptional<SchemaOf<F[K]>> };

interface Declared<F extends Filters> extends Pick<ListSource, 'order' | 'isSkewed' | 'countedMax'> {
  readonly table: keyof Tables & string;
  /** The column of the id; `id` if not given. */
  readonly id?: string;
  /** Where no column has the id: how it is written from the column `id`. */
  readonly ids?: (realm: Realm) => WrittenIds;
  /** The column with the id of the parent object of the rows: the person of a contact. */
  readonly below?: string | undefined;
  /** Fields by which it may be sorted. */
  readonly sort?: readonly string[] | Readonly<Record<string, string>>;
  readonly filters?: F;
  /** It may also be asked for from the row after so many others. */
  readonly offsetMax?: number;
}

/** Ids that are written from the value of a column. */
interface WrittenIds {
  idOf(value: number): string;
  /** Undefined for a text that is no such id. */
  valueOfId(id: string): number | undefined;
}

interface Below {
  /** The id of the parent object of the rows. */
  readonly below?: string | undefined;
  /** The parent, for conditions that need it. */
  readonly parent?: unknown;
}

/** Shows one row after the other, in slices, or all together where more is read for them. */
export type Shown<R, T> = { each(row: R): T } | { show(rows: readonly R[]): Promise<readonly T[]> };

export interface List<F extends Filters = Filters> extends ListShape {
  /** Its query parameters. */
  readonly query: QueryOf<F>;
  /** `rows` selects what is shown, with the conditions that are always needed. */
  page<DB, TB extends keyof DB, R extends object, T>(
    reader: Reader,
    rows: SelectQueryBuilder<DB, TB, R>,
    input: PageInput,
    shown: Below & Shown<R, T>,
  ): Promise<Page<T>>;
}

export function defineList<const F extends Filters = Record<never, never>>(declared: Declared<F>): List<F> {
  const { table, id: idColumn = 'id', ids, below, sort = [], filters = {} as F, offsetMax, ...order } = declared;
  const sortable = Array.isArray(sort) ? Object.fromEntries(sort.map((name) => [name, columnOf(name)])) : sort;
  const all = Object.entries(filters).map(([name, declared]) => filterOf(table, name, declared));
  const source = { ...order, table, idColumn, sortable: sortable as Record<string, string> };
  const query = Object.fromEntries(all.map(({ name, schema }) => [name, Type.Optional(schema)]));
  return {
    table,
    below,
    sortable: source.sortable,
    filtered: all.filter(({ isPlain }) => isPlain).map(({ name }) => columnOf(name)),
    query: { ...pageQuery(source.sortable), ...offsetQuery(offsetMax), ...(query as TProperties) } as QueryOf<F>,
    async page(reader, rows, input, shown) {
      const asked = all
        .map(({ name, where }) => where(input[name as never], shown.parent))
        .filter((one) => one !== undefined);
      const owner = below === undefined ? {} : { subject: { column: below, id: shown.below as string } };
      const inside = below === undefined ? [] : [equals(table, below, shown.below)];
      const matching = [...inside, ...asked].reduce((some, condition) => some.where(condition), rows);
      const written = ids?.(reader.realm);
      const found = await page(reader, { ...source, ...owner, ...written }, matching, input, (row) =>
        written === undefined ? row[idColumn as never] : written.idOf(row[idColumn as never]),
      );
      const items = 'each' in shown ? eachInSlices(found.items, shown.each) : shown.show(found.items);
      return { ...found, items: await items };
    },
  };
}

const offsetQuery = (max: number | undefined): TProperties =>
  max === undefined
    ? {}
    : {
        offset: Type.Optional(
          Int({ min: 0, max, description: 'How many to pass over, in place of the id of an object.' }),
        ),
      };

/** The values that a deleted row had in all sort fields of the list. */
export const sortValuesOf = ({ sortable }: ListShape, row: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(sortable).map(([field, column]) => [field, row[column as never]]));

const equals = (table: string, column: string, value: unknown): Condition =>
  sql<boolean>`${sql.ref(`${table}.${column}`)} = ${value}`;

interface Made {
  readonly name: string;
  readonly schema: TSchema;
  readonly isPlain: boolean;
  where(asked: unknown, parent: unknown): Condition | undefined;
}

function filterOf(table: string, name: string, declared: TSchema | Filter): Made {
  const { schema, where } = 'schema' in declared ? (declared as Filter) : { schema: declared };
  const isAsked = (asked: unknown) => (asked === undefined ? undefined : equals(table, columnOf(name), asked));
  return { name, schema, isPlain: where === undefined, where: (where as Made['where']) ?? isAsked };
}

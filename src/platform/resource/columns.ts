// The interface names a field `effectiveDate`, the table `effective_date`: this file translates values and types.
import type { Static, TObject } from 'typebox';
import { columnOf } from '#platform/db/column-of.ts';

type ColumnOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : '';

type ColumnsOf<T> = {
  [K in keyof T & string as ColumnOf<K>]?: Exclude<T[K], undefined>;
};

/** The columns that a partial update sets: those of the fields that were sent. The others stay as they are. */
export function columnsSent<T extends object>(fields: T): ColumnsOf<T> {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent.map(([field, value]) => [columnOf(field), value])) as ColumnsOf<T>;
}

/** The fields as they are after the update. */
export function fieldsAfter<B extends object>(before: B, sent: { readonly [K in keyof B]?: B[K] | undefined }): B {
  const changes = Object.entries(sent).filter(([field, value]) => value !== undefined && field in before);
  return { ...before, ...Object.fromEntries(changes) };
}

/** Fields that the schema gives, or null where the table has no such column. */
type SaidAnyway = { readonly object: unknown; readonly updatedAt: null; readonly deletedAt: null };

/** Fields of an answer that are not columns of its row, and any that are shown differently. */
type NotInRow<A, R> = {
  readonly [K in keyof A & string as ColumnOf<K> extends keyof R
    ? R[ColumnOf<K>] extends A[K]
      ? never
      : K
    : K extends keyof SaidAnyway
      ? never
      : K]: A[K];
} & Partial<A>;

/**
 * An answer in the order of its schema: the given fields, and the other fields from the row. It costs a microsecond or
 * two for a row, twenty times a literal: what is shown by the thousand, such as loans and events, is written out.
 */
export function presenter<S extends TObject, R extends object>(
  schema: S,
): (row: R, given: NotInRow<Static<S>, R>) => Static<S> {
  const properties = Object.entries(schema.properties as Record<string, { readonly const?: unknown }>);
  const fields = properties.map(([field]) => ({ field, column: columnOf(field) }));
  const blank = Object.fromEntries(properties.map(([field, said]) => [field, said.const ?? null]));
  return (row, given) => {
    // A copy has all fields from the start: it costs half of an object that grows, here and when it is written as JSON.
    const answer = { ...blank };
    for (const { field, column } of fields) {
      const said: unknown = given[field as never];
      answer[field] = said === undefined ? (row[column as never] ?? answer[field]) : said;
    }
    return answer as Static<S>;
  };
}

// The fields of a thing of a loan, each stated once: its schema, and the column in which it lies. From them come the
// schema of the thing, the columns of its table, and how a row is shown.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Static, TLiteral, TObject, TSchema, TUnsafe } from 'typebox';
import type { Column, Columns, Said } from '#platform/db/define-table.ts';
import { DateTime, Nullable, Text } from '#platform/input/schemas.ts';

interface StoredField<C extends string, S extends TSchema> {
  readonly column: C;
  readonly schema: S;
}

/** An instant that the row keeps in `timestamps`. */
interface StampField {
  readonly isStamp: true;
  readonly schema: typeof at;
}

/** A field that is only a schema has no column: its value is computed when the thing is shown. */
export type Fields = Readonly<Record<string, StoredField<string, TSchema> | StampField | TSchema>>;

export const at = Nullable(DateTime);
export const id = (example: string) => Text({ max: 12, example });

/** The field is shown as it lies in this column. */
export const from = <const C extends string, S extends TSchema>(column: C, schema: S): StoredField<C, S> => ({
  column,
  schema,
});

/** When it got into each of these statuses. */
export const stampsOf = <const S extends string>(...statuses: readonly S[]) =>
  Object.fromEntries(statuses.map((status) => [`${status}At`, { isStamp: true, schema: at }])) as unknown as {
    readonly [K in `${S}At`]: StampField;
  };

export const ofLoan = {
  companyId: from('company_id', id('CP-4H7K-2MXA')),
  loanId: from('loan_id', id('LN-7KQ2-M4XA')),
};
export const ofBorrower = { ...ofLoan, mainBorrowerId: from('person_id', id('BO-9XK3-T2WA')) };
export const dated = { createdAt: from('created_at', DateTime), updatedAt: from('updated_at', at) };

// ---- what follows from them -----------------------------------------------------------------------------------------

type SchemaOf<F> = F extends { readonly schema: infer S extends TSchema } ? S : F extends TSchema ? F : never;

type StoredIn<F> = F extends StoredField<infer C, TSchema> ? C : never;

/** The columns of the fields, without those that every thing of a loan has. */
export type ColumnsOf<F> = {
  readonly [K in keyof F as Exclude<StoredIn<F[K]>, keyof typeof heads>]: Column<Static<SchemaOf<F[K]>>>;
};

type IsComputed<F> = F extends StoredField<string, TSchema> | StampField
  ? false
  : Static<SchemaOf<F>> extends null
    ? false
    : true;

/** The fields that are given when a row is shown. */
export type Computed<F> = {
  readonly [K in keyof F as IsComputed<F[K]> extends true ? K : never]: Static<SchemaOf<F[K]>>;
};

/** The fields that an event can tell from the row. */
export type ToldField<F> = { [K in keyof F]: F[K] extends StoredField<string, TSchema> ? K : never }[keyof F] & string;

export type ShapeOf<O extends string, F> = TObject<
  { id: TUnsafe<string>; object: TLiteral<O> } & { -readonly [K in keyof F]: SchemaOf<F[K]> }
>;

/** The columns that every thing of a loan begins with. */
export const heads = {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
} as const satisfies Columns;

export const isStored = (field: object): field is StoredField<string, TSchema> => 'column' in field;
const isStamp = (field: object): field is StampField => 'isStamp' in field;

export const schemaOf = (field: Fields[string]): TSchema => (isStored(field) || isStamp(field) ? field.schema : field);

export function columnsOf(fields: Fields): Columns {
  const stored = Object.values(fields)
    .filter(isStored)
    .filter(({ column }) => !(column in heads));
  return Object.fromEntries(stored.map(({ column, schema }) => [column, { said: kindOf(schema), hasDefault: false }]));
}

interface Form {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Form[];
  readonly 'x-tenor'?: string;
}

const kindsOfValues: Readonly<Record<string, Said>> = {
  amount: 'bigint',
  rate: 'rate',
  date: 'date',
  dateTime: 'instant',
  string: 'text',
  boolean: 'bool',
  integer: 'int',
};

/** The kind of the column that holds such values. */
function kindOf(schema: TSchema): Said {
  const { anyOf, type, 'x-tenor': decoder } = schema as Form;
  if (anyOf !== undefined) return `${kindOf(anyOf[0] as TSchema)}?` as Said;
  if (Array.isArray(type)) return `${kindsOfValues[type[0]]}?` as Said;
  return kindsOfValues[decoder ?? (type as string)] ?? 'json';
}

type Row = Readonly<Record<string, unknown>> & { readonly timestamps?: Readonly<Record<string, Instant>> };

/** Shows a row in the order of the fields: what is computed is given beside it. */
export function showing(object: string, fields: Fields) {
  const readers = Object.entries(fields).map(([name, field]) => [name, readerOf(name, field)] as const);
  return (row: Row, given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => {
    const shown: Record<string, unknown> = { id: row.id, object };
    for (const [name, read] of readers) shown[name] = name in given ? given[name] : read(row);
    return shown;
  };
}

function readerOf(name: string, field: Fields[string]): (row: Row) => unknown {
  if (isStored(field)) return (row) => row[field.column];
  if (isStamp(field)) return ({ timestamps }) => timestamps?.[name] ?? null;
  return () => null;
}

// What the server says of an answer: the types of its columns.
import type { CustomTypesConfig, FieldDef } from 'pg';
import pg from 'pg';
import type { AnswerColumn, ColumnType } from '../words.ts';

const { builtins } = pg.types;

const typesByOid: ReadonlyMap<number, ColumnType> = new Map([
  ...[builtins.TEXT, builtins.VARCHAR, builtins.BPCHAR, builtins.CHAR].map((oid) => [oid, 'text'] as const),
  ...[builtins.INT2, builtins.INT4, builtins.INT8].map((oid) => [oid, 'integer'] as const),
  ...[builtins.NUMERIC, builtins.FLOAT4, builtins.FLOAT8].map((oid) => [oid, 'number'] as const),
  [builtins.BOOL, 'boolean'],
  [builtins.DATE, 'date'],
  [builtins.TIMESTAMPTZ, 'instant'],
]);

export const columnsOf = (fields: readonly FieldDef[]): AnswerColumn[] =>
  fields.map(({ name, dataTypeID }) => ({ name, type: typesByOid.get(dataTypeID) ?? 'other' }));

/** Values come as the text that the server sends. */
export const asText: CustomTypesConfig = { getTypeParser: (() => String) as CustomTypesConfig['getTypeParser'] };

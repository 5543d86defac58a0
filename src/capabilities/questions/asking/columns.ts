// What the server says of an answer: the types of its columns, and values in the form in which they are shown.
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

/** 2026-03-01 08:00:00.5+00 becomes 2026-03-01T08:00:00.5Z; what lies before Christ or never ends stays as it is. */
const instantShown = (text: string): string =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/.test(text) ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text;

const shownByType: Partial<Record<ColumnType, (text: string) => string>> = {
  boolean: (text) => (text === 't' ? 'true' : 'false'),
  instant: instantShown,
};

type Cell = string | null;

/** Changes the values of a row where they are not shown as the server writes them. */
export function shower(columns: readonly AnswerColumn[]): (row: Cell[]) => Cell[] {
  const changed = columns.flatMap(({ type }, i) => {
    const shown = shownByType[type];
    return shown === undefined ? [] : [[i, shown] as const];
  });
  return (row) => {
    for (const [i, shown] of changed) {
      const text = row[i] as Cell;
      if (text !== null) row[i] = shown(text);
    }
    return row;
  };
}

/** Values come as the text that the server sends. */
export const asText: CustomTypesConfig = { getTypeParser: (() => String) as CustomTypesConfig['getTypeParser'] };

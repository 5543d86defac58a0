// CSV as RFC 4180 says: a line with the names of the columns, then a line for each row. In columns of text an apostrophe
// stands before what a spreadsheet would run.
import { quotedCell } from '#platform/csv.ts';
import type { Kind, Value } from '../catalogue/field.ts';
import type { MoneyUnit } from '../types/words.ts';
import { harmless, writerOf } from './cell.ts';
import type { Lines } from './lines.ts';

const quoted: ReadonlySet<Kind> = new Set(['text', 'word', 'id']);

export const csv: Lines = {
  head: (columns) => `${columns.map(({ name }) => quotedCell(harmless(name, 'text'))).join(',')}\r\n`,
  line(columns, unit) {
    const cells = columns.map(({ kind }) => cellOf(kind, unit));
    return (values) => `${cells.map((cell, i) => cell(values[i] ?? null)).join(',')}\r\n`;
  },
};

function cellOf(kind: Kind, unit: MoneyUnit): (value: Value) => string {
  const text = writerOf(kind, unit);
  if (!quoted.has(kind)) return (value) => (value === null ? '' : text(value));
  // Many loans have the same type, status or time zone as the one before.
  let last: { readonly value: Value; readonly text: string } = { value: null, text: '' };
  return (value) => {
    if (value === null) return '';
    if (value !== last.value) last = { value, text: quotedCell(harmless(text(value), kind)) };
    return last.text;
  };
}

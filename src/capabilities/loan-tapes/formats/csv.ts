// CSV as RFC 4180 says: a line with the names of the columns, then a line for each loan. In columns of text an apostrophe
// stands before what a spreadsheet would run.
import { quotedCell } from '#platform/csv.ts';
import type { Kind } from '../catalogue/field.ts';
import { harmless, textOf } from './cell.ts';
import type { Lines } from './lines.ts';

const quoted: ReadonlySet<Kind> = new Set(['text', 'word', 'id']);

export const csv: Lines = {
  head: (columns) => lineOf(columns.map(({ name }) => cell(name, 'text'))),
  line: (columns, values, unit) =>
    lineOf(columns.map(({ kind }, i) => cell(textOf(values[i] ?? null, kind, unit), kind))),
};

const lineOf = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

function cell(text: string | null, kind: Kind): string {
  if (text === null) return '';
  if (!quoted.has(kind)) return text;
  return quotedCell(harmless(text, kind));
}

// CSV as RFC 4180 says: a line with the names of the columns, then a line for each row. In columns of text an apostrophe
// stands before what a spreadsheet would run.
import { quotedCell } from '#platform/csv.ts';
import type { Kind } from '../catalogue/field.ts';
import type { MoneyUnit } from '../types/words.ts';
import { harmless, writerOf } from './cell.ts';
import type { Lines } from './lines.ts';

const quoted: ReadonlySet<Kind> = new Set(['text', 'word', 'id']);

export const csv: Lines = {
  head: (columns) => `${columns.map(({ name }) => quotedCell(harmless(name, 'text'))).join(',')}\r\n`,
  line(columns, unit) {
    const cells = columns.map(({ kind }) => cellOf(kind, unit));
    return (values) => {
      let line = '';
      for (let i = 0; i < cells.length; i += 1) {
        const value = values[i] ?? null;
        if (i > 0) line += ',';
        if (value !== null) line += cells[i]?.(value);
      }
      return `${line}\r\n`;
    };
  },
};

function cellOf(kind: Kind, unit: MoneyUnit): ReturnType<typeof writerOf> {
  const text = writerOf(kind, unit);
  return quoted.has(kind) ? (value) => quotedCell(harmless(text(value), kind)) : text;
}

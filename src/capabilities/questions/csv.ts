// Answers as CSV (RFC 4180): lines end with CR LF, what is null is nothing, an empty text is "". A spreadsheet would take a
// text that begins like a formula for one, so it gets an apostrophe before it, and so does one that has apostrophes
// there already: who reads it back takes one away.
import { likeFormulaQuoted, quotedCell } from '#platform/csv.ts';
import type { AnswerColumn } from './words.ts';

type Cell = string | null;

const isText = ({ type }: AnswerColumn): boolean => type === 'text' || type === 'other';

const safe = (text: string): string => quotedCell(likeFormulaQuoted.test(text) ? `'${text}` : text);

export const headOf = (columns: readonly AnswerColumn[]): string =>
  `${columns.map(({ name }) => safe(name)).join(',')}\r\n`;

export function lineWriter(columns: readonly AnswerColumn[]): (row: readonly Cell[]) => string {
  const written = columns.map((column) => (isText(column) ? safe : quotedCell));
  return (row) => {
    let line = '';
    for (let i = 0; i < row.length; i += 1) {
      const text = row[i] as Cell;
      if (i > 0) line += ',';
      if (text !== null) line += (written[i] as (text: string) => string)(text);
    }
    return `${line}\r\n`;
  };
}

/** Reads back what `lineWriter` has written. */
export function rowsOfLines(columns: readonly AnswerColumn[], text: string): Cell[][] {
  const texts = columns.map(isText);
  const rows: Cell[][] = [];
  for (let at = 0; at < text.length; ) {
    const row: Cell[] = [];
    for (const isOfText of texts) {
      const { cell, end } = cellAt(text, at);
      row.push(
        cell !== null && isOfText && likeFormulaQuoted.test(cell) && cell.startsWith("'") ? cell.slice(1) : cell,
      );
      at = end + 1;
    }
    rows.push(row);
    // The last cell ends at the CR; the LF follows.
    at += 1;
  }
  return rows;
}

function cellAt(text: string, start: number): { cell: Cell; end: number } {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && text[end] !== ',' && text[end] !== '\r') end += 1;
    return { cell: end === start ? null : text.slice(start, end), end };
  }
  let cell = '';
  for (let at = start + 1; ; at += 1) {
    const quote = text.indexOf('"', at);
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    at = quote + 1;
  }
}

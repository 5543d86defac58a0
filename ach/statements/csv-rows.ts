// Rows of a CSV file: quotes around a field take delimiters, doubled quotes and line breaks into it.
import { refuse } from '../text/file-refused.ts';
import { type Chunks, linesOf } from '../text/lines.ts';

export interface Cell {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

const lineMax = 20_000;
const cellsMax = 500;
const linesOfFieldMax = 50;

/** Throws FileRefused. Empty lines are no rows; `skip` lines at the beginning are none either. */
export async function* rowsOf(chunks: Chunks, delimiter: string, skip: number): AsyncGenerator<readonly Cell[]> {
  const parser = new RowParser(delimiter);
  let number = 0;
  for await (const lines of linesOf(chunks, { encoding: 'utf-8', lengthMax: lineMax })) {
    for (const line of lines) {
      number += 1;
      if (number <= skip) continue;
      // Some programs begin a file with a byte order mark.
      const row = parser.take(number === 1 ? line.replace(/^\uFEFF/, '') : line, number);
      if (row !== null) yield row;
    }
  }
  parser.end();
}

class RowParser {
  readonly #delimiter: string;
  #cells: Cell[] = [];
  /** The field whose quote is open. */
  #quoted: { text: string; line: number; column: number } | null = null;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Null: the row goes on in the next line, or the line is empty. */
  take(line: string, number: number): readonly Cell[] | null {
    if (this.#quoted === null && line.trim() === '') return null;
    let at = 0;
    while (at <= line.length) {
      at = this.#quoted === null ? this.#plain(line, number, at) : this.#inQuotes(line, number, at);
      if (this.#cells.length > cellsMax) refuse(number, at, `a row has ${cellsMax} fields at the most`);
    }
    if (this.#quoted !== null) return null;
    const row = this.#cells;
    this.#cells = [];
    return row;
  }

  end(): void {
    if (this.#quoted !== null)
      refuse(this.#quoted.line, this.#quoted.column, 'the quote that opens here is never closed');
  }

  /** Takes a field from here, or opens its quote; gives where to go on. */
  #plain(line: string, number: number, at: number): number {
    if (line[at] === '"') {
      this.#quoted = { text: '', line: number, column: at + 1 };
      return at + 1;
    }
    const found = line.indexOf(this.#delimiter, at);
    const end = found === -1 ? line.length : found;
    this.#cells.push({ text: line.slice(at, end).trim(), line: number, column: at + 1 });
    return end + 1;
  }

  #inQuotes(line: string, number: number, at: number): number {
    const open = this.#quoted as { text: string; line: number; column: number };
    const found = line.indexOf('"', at);
    if (found === -1) {
      open.text += `${line.slice(at)}\n`;
      if (number - open.line >= linesOfFieldMax)
        refuse(open.line, open.column, `the quote that opens here is not closed within ${linesOfFieldMax} lines`);
      return line.length + 1;
    }
    open.text += line.slice(at, found);
    if (line[found + 1] === '"') {
      open.text += '"';
      return found + 2;
    }
    const next = line[found + 1];
    if (next !== undefined && next !== this.#delimiter)
      refuse(number, found + 2, 'only a delimiter may follow a quote that closes');
    this.#cells.push({ text: open.text.trim(), line: open.line, column: open.column });
    this.#quoted = null;
    return found + 2;
  }
}

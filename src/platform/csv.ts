// CSV (RFC 4180): how a cell is written, what a spreadsheet would run, and lines read as they come. A field that was not
// quoted and is empty is null. Wide signs are taken for the same by some programs.
const signs = '[=+\\-@\\t\\r\\n＝＋－＠]';

/** Whoever writes it for people puts an apostrophe before it. */
export const likeFormula = new RegExp(`^${signs}`);

/** Also where apostrophes stand before it: for what is read back, by taking one away. */
export const likeFormulaQuoted = new RegExp(`^'*${signs}`);

const needsQuotes = /[",\r\n]|^\s|\s$|^$/;

/** An empty text has quotes; what is null is no cell of text, and is written as nothing. */
export const quotedCell = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export type CsvLine = (string | null)[];

/** The file is no CSV. */
export class NotCsv extends Error {
  override readonly name = 'NotCsv';
}

interface Reading {
  /** True: an empty line is a line of one field that is null. Files of others may have lines that are nothing. */
  readonly keepsEmpty?: boolean;
  readonly lineLengthMax?: number;
}

/** Yields the lines of each part together; no more than a part and a line are in memory. Errors: NotCsv. */
export async function* csvLines(
  parts: AsyncIterable<Buffer>,
  { keepsEmpty = false, lineLengthMax = 1_000_000 }: Reading = {},
): AsyncGenerator<readonly CsvLine[]> {
  const decoder = new TextDecoder('utf-8');
  const reader = new LineReader(keepsEmpty, lineLengthMax);
  for await (const part of parts) {
    const lines = reader.take(decoder.decode(part, { stream: true }));
    if (lines.length > 0) yield lines;
  }
  const last = reader.end(decoder.decode());
  if (last.length > 0) yield last;
}

const [quote, comma, lineFeed, carriageReturn] = [34, 44, 10, 13];

class LineReader {
  /** From where the line begins that has not ended yet. */
  #text = '';
  #at = 0;
  /** A line that goes on for long is looked at again only once there is twice as much of it. */
  #lookAt = 0;
  #number = 1;
  #isLast = false;
  readonly #keepsEmpty: boolean;
  readonly #lengthMax: number;

  constructor(keepsEmpty: boolean, lengthMax: number) {
    this.#keepsEmpty = keepsEmpty;
    this.#lengthMax = lengthMax;
  }

  take(text: string): CsvLine[] {
    this.#text += text;
    if (!this.#isLast && this.#text.length < this.#lookAt) return [];
    const lines: CsvLine[] = [];
    let start = 0;
    for (let line = this.#line(); line !== undefined; line = this.#line()) {
      const isNothing = line.length === 1 && line[0] === null;
      if (!isNothing || this.#keepsEmpty) lines.push(line);
      start = this.#at;
      this.#number += 1;
    }
    this.#text = this.#text.slice(start);
    this.#at = 0;
    this.#lookAt = Math.min(2 * this.#text.length, this.#lengthMax);
    if (this.#text.length > this.#lengthMax)
      throw new NotCsv(`Line ${this.#number} has more than ${this.#lengthMax} characters.`);
    return lines;
  }

  end(text: string): CsvLine[] {
    this.#isLast = true;
    return this.take(text);
  }

  /** Undefined: there is none, or it goes on in what comes. */
  #line(): CsvLine | undefined {
    if (this.#at === this.#text.length) return undefined;
    const line: CsvLine = [];
    for (;;) {
      const isQuoted = this.#text.charCodeAt(this.#at) === quote;
      const field = isQuoted ? this.#quoted() : this.#plain();
      if (field === undefined) return undefined;
      line.push(field);
      if (this.#at === this.#text.length) return this.#isLast ? line : undefined;
      const sign = this.#text.charCodeAt(this.#at);
      this.#at += 1;
      if (sign === comma) continue;
      if (sign !== carriageReturn) return line;
      // The line feed of the same line end may come later.
      if (this.#at === this.#text.length && !this.#isLast) return undefined;
      if (this.#text.charCodeAt(this.#at) === lineFeed) this.#at += 1;
      return line;
    }
  }

  #plain(): string | null {
    const text = this.#text;
    let end = this.#at;
    for (; end < text.length; end += 1) {
      const sign = text.charCodeAt(end);
      if (sign === comma || sign === lineFeed || sign === carriageReturn) break;
    }
    const field = end === this.#at ? null : text.slice(this.#at, end);
    this.#at = end;
    return field;
  }

  /** Undefined: its quotes are not closed yet. Errors: NotCsv. */
  #quoted(): string | undefined {
    const text = this.#text;
    let field = '';
    for (let from = this.#at + 1; ; ) {
      const end = text.indexOf('"', from);
      if (end < 0) {
        if (this.#isLast) throw new NotCsv(`Line ${this.#number} ends inside of quotes.`);
        return undefined;
      }
      field += text.slice(from, end);
      const next = text.charCodeAt(end + 1);
      if (next === quote) {
        field += '"';
        from = end + 2;
        continue;
      }
      if (![comma, lineFeed, carriageReturn].includes(next) && end + 1 < text.length)
        throw new NotCsv(`Line ${this.#number} goes on after a quoted field.`);
      this.#at = end + 1;
      return field;
    }
  }
}

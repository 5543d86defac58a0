// Reads CSV as RFC 4180 says, as it comes: no more than a line is in memory. A field that was not quoted and is empty is
// null. Line ends of one character are taken, too.

export type CsvLine = (string | null)[];

/** The file is no CSV. */
export class NotCsv extends Error {
  override readonly name = 'NotCsv';
}

const lineLengthMax = 1_000_000;

/** Yields the lines of each part together. Errors: NotCsv. */
export async function* csvLines(parts: AsyncIterable<Buffer>): AsyncGenerator<readonly CsvLine[]> {
  const decoder = new TextDecoder('utf-8');
  const reading = new Reading();
  for await (const part of parts) {
    const lines = reading.take(decoder.decode(part, { stream: true }));
    if (lines.length > 0) yield lines;
  }
  const last = [...reading.take(decoder.decode()), ...reading.end()];
  if (last.length > 0) yield last;
}

class Reading {
  #field = '';
  #line: CsvLine = [];
  /** `before`: the field has not begun. `closing`: a quote was read, which ends the field unless a second one follows. */
  #state: 'before' | 'plain' | 'quoted' | 'closing' = 'before';
  #length = 0;
  #number = 1;
  #isFirst = true;

  take(text: string): CsvLine[] {
    const lines: CsvLine[] = [];
    for (const sign of this.#isFirst ? text.replace(/^\uFEFF/, '') : text) {
      const line = this.#sign(sign);
      if (line !== undefined) lines.push(line);
    }
    if (text !== '') this.#isFirst = false;
    return lines;
  }

  end(): CsvLine[] {
    if (this.#state === 'quoted') throw new NotCsv(`Line ${this.#number} ends inside of quotes.`);
    const line = this.#line.length === 0 && this.#state === 'before' ? undefined : this.#ended();
    return line === undefined ? [] : [line];
  }

  #sign(sign: string): CsvLine | undefined {
    this.#length += 1;
    if (this.#length > lineLengthMax)
      throw new NotCsv(`Line ${this.#number} has more than ${lineLengthMax} characters.`);
    if (this.#state === 'quoted') {
      if (sign === '"') this.#state = 'closing';
      else this.#field += sign;
      return undefined;
    }
    if (sign === '"' && this.#state !== 'plain') {
      if (this.#state === 'closing') this.#field += '"';
      this.#state = 'quoted';
      return undefined;
    }
    if (sign === ',') {
      this.#endField();
      return undefined;
    }
    if (sign === '\n') return this.#ended();
    // The first character of a line end of two.
    if (sign === '\r') return undefined;
    if (this.#state === 'closing') throw new NotCsv(`Line ${this.#number} goes on after a quoted field.`);
    this.#state = 'plain';
    this.#field += sign;
    return undefined;
  }

  #endField(): void {
    this.#line.push(this.#state === 'before' ? null : this.#field);
    this.#field = '';
    this.#state = 'before';
  }

  /** An empty line is skipped. */
  #ended(): CsvLine | undefined {
    const isEmpty = this.#line.length === 0 && this.#state === 'before';
    this.#endField();
    const line = this.#line;
    this.#line = [];
    this.#length = 0;
    this.#number += 1;
    return isEmpty ? undefined : line;
  }
}

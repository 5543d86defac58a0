// An answer as CSV (RFC 4180), made of rows as COPY sends them in text: cells between tabs, rows between line feeds, \N for
// null, and backslashes before what would be taken for one of these. Most cells are copied byte by byte. A spreadsheet would
// take a text that begins like a formula for one, so it gets an apostrophe before it, and so does one that has apostrophes
// there already: who reads it back takes one away.
import { type CsvLine, csvLines, likeFormulaQuoted, quotedCell } from '#platform/csv.ts';
import type { AnswerColumn } from './words.ts';

const isText = ({ type }: AnswerColumn): boolean => type === 'text' || type === 'other';

const safe = (text: string): string => quotedCell(likeFormulaQuoted.test(text) ? `'${text}` : text);

const unescaped: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

const meant = (copied: string): string => copied.replaceAll(/\\([\s\S])/g, (_, one: string) => unescaped[one] ?? one);

const byteOf = (sign: string): number => sign.charCodeAt(0);
const [tab, space, comma, plus, zero] = ['\t', ' ', ',', '+', '0'].map(byteOf) as Bytes;
const [lineFeed, carriageReturn, backslash, capitalN, smallT] = ['\n', '\r', '\\', 'N', 't'].map(byteOf) as Bytes;
const [capitalT, capitalZ] = ['T', 'Z'].map(byteOf) as Bytes;
type Bytes = [number, number, number, number, number];

const places = (signs: string): Uint8Array => {
  const found = new Uint8Array(256);
  for (const sign of Buffer.from(signs)) found[sign] = 1;
  return found;
};

/** By bytes: 1 needs a look wherever it stands, 2 ends a cell. */
const within = places('\\",');
within[tab] = 2;
within[lineFeed] = 2;
/** What needs a look at either end of a text: spaces, and what is no ASCII, such as wide spaces and signs. */
const atEnds = new Uint8Array(256).map((_, byte) => (byte <= space || byte >= 128 ? 1 : 0));
const atBegin = places("=+-@'").map((is, byte) => is | (atEnds[byte] as number));

/** So many rows are read together when a page of the answer is shown. */
export const rowsOfPage = 500;
/** A page is read as a whole. */
export const pageBytesMax = 16 * 1_024 * 1_024;

/** So many bytes are handed on together. */
const together = 262_144;
/** What a cell that is only copied may take besides its bytes. */
const spare = 8;

/** Takes what COPY sends, in parts of any length, and gives whole lines. */
export class AnswerText {
  readonly columns: readonly AnswerColumn[];
  rows = 0;
  /** At which byte each page begins. */
  readonly pageStarts: number[] = [];
  /** How long the longest page is. */
  longestPage = 0;
  #done = 0;
  #out = Buffer.allocUnsafe(together * 1.25);
  #length = 0;
  #pending: Buffer[] = [];
  /** How long a row is that has not ended. */
  pendingBytes = 0;

  constructor(columns: readonly AnswerColumn[]) {
    this.columns = columns;
    const head = `${columns.map(({ name }) => safe(name)).join(',')}\r\n`;
    this.#write(head);
  }

  /** Undefined: too little has come to be handed on. */
  take(part: Buffer): Buffer | undefined {
    const end = part.lastIndexOf(lineFeed) + 1;
    if (end > 0) {
      const whole = part.subarray(0, end);
      this.#rows(this.#pending.length === 0 ? whole : Buffer.concat([...this.#pending, whole]));
      this.#pending = [];
      this.pendingBytes = 0;
    }
    if (end < part.length) {
      this.#pending.push(part.subarray(end));
      this.pendingBytes += part.length - end;
    }
    return this.#length < together ? undefined : this.rest();
  }

  rest(): Buffer {
    const made = this.#out.subarray(0, this.#length);
    this.#done += this.#length;
    this.#out = Buffer.allocUnsafe(together * 1.25);
    this.#length = 0;
    this.#lookAtPage();
    return made;
  }

  #rows(bytes: Buffer): void {
    const last = this.columns.length - 1;
    for (let at = 0; at < bytes.length; ) {
      if (this.rows % rowsOfPage === 0) {
        this.#lookAtPage();
        this.pageStarts.push(this.#done + this.#length);
      }
      for (let i = 0; i <= last; i += 1) {
        at = this.#cell(bytes, at, this.columns[i] as AnswerColumn) + 1;
        this.#out[this.#length] = i === last ? carriageReturn : comma;
        this.#length += 1;
      }
      this.#out[this.#length] = lineFeed;
      this.#length += 1;
      this.rows += 1;
    }
  }

  #lookAtPage(): void {
    const start = this.pageStarts.at(-1) ?? 0;
    this.longestPage = Math.max(this.longestPage, this.#done + this.#length - start);
  }

  /** Writes a cell; gives where it ends. */
  #cell(bytes: Buffer, start: number, column: AnswerColumn): number {
    let needsLook = 0;
    let end = start;
    for (; end < bytes.length; end += 1) {
      const kind = within[bytes[end] as number] as number;
      if (kind === 2) break;
      needsLook |= kind;
    }
    // Else what comes would be read without end.
    if (end === bytes.length) throw new Error('A row has fewer cells than the question has columns.');
    this.#makeRoom(end - start + spare);
    if (end - start === 2 && bytes[start] === backslash && bytes[start + 1] === capitalN) return end;
    const { type } = column;
    if (type === 'boolean') {
      this.#write(bytes[start] === smallT ? 'true' : 'false');
      return end;
    }
    if (isText(column))
      needsLook |=
        end === start ? 1 : (atBegin[bytes[start] as number] as number) | (atEnds[bytes[end - 1] as number] as number);
    if (needsLook === 0) this.#copy(bytes, start, end, type === 'instant');
    else this.#look(bytes, start, end, column);
    return end;
  }

  #look(bytes: Buffer, start: number, end: number, column: AnswerColumn): void {
    const text = meant(bytes.toString('utf8', start, end));
    this.#write(isText(column) ? safe(text) : quotedCell(text));
  }

  #copy(bytes: Buffer, start: number, end: number, isInstant: boolean): void {
    const out = this.#out;
    let to = this.#length;
    for (let from = start; from < end; from += 1) {
      out[to] = bytes[from] as number;
      to += 1;
    }
    if (isInstant) to = this.#asInstant(to);
    this.#length = to;
  }

  /** 2026-03-01 08:00:00.5+00 becomes 2026-03-01T08:00:00.5Z; what lies before Christ or never ends stays as it is. */
  #asInstant(end: number): number {
    const out = this.#out;
    const middle = this.#length + 10;
    if (end < middle || out[middle] !== space || out[end - 1] !== zero || out[end - 3] !== plus) return end;
    out[middle] = capitalT;
    out[end - 3] = capitalZ;
    return end - 2;
  }

  #write(text: string): void {
    this.#makeRoom(text.length * 3 + spare);
    this.#length += this.#out.write(text, this.#length);
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#out.length) return;
    const larger = Buffer.allocUnsafe((this.#length + bytes) * 2);
    this.#out.copy(larger, 0, 0, this.#length);
    this.#out = larger;
  }
}

/** Reads whole lines back. */
export async function* rowsOfAnswer(
  columns: readonly AnswerColumn[],
  parts: AsyncIterable<Buffer>,
): AsyncGenerator<CsvLine[]> {
  const texts = columns.map(isText);
  const unharmed = (cell: string | null, i: number): string | null =>
    cell?.startsWith("'") && texts[i] && likeFormulaQuoted.test(cell) ? cell.slice(1) : cell;
  for await (const lines of csvLines(parts, { keepsEmpty: true, lineLengthMax: pageBytesMax }))
    yield lines.map((line) => line.map(unharmed));
}

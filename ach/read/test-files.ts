// Files for the tests: the worked ones of the trade, and returns of any number, written here without our writer.
import { readFileSync } from 'node:fs';
import type { Chunks } from '../text/lines.ts';
import { type Entry, type FileEnd, type Item, readFile } from './read-file.ts';

export const sample = (name: 'sent' | 'returned' | 'changed'): string =>
  readFileSync(new URL(`./samples/${name}.ach`, import.meta.url), 'latin1');

const chunksOf = (text: string): Chunks => [Buffer.from(text, 'latin1')];

export async function itemsOf(text: string, strictness?: { asOperator: boolean }): Promise<Item[]> {
  return Array.fromAsync(readFile(chunksOf(text), strictness));
}

export async function entriesOf(text: string): Promise<Entry[]> {
  return (await itemsOf(text)).flatMap((item) => (item.is === 'entry' ? [item.entry] : []));
}

export const endOf = (items: readonly Item[]): FileEnd => items.at(-1) as FileEnd;

/** The text with one line changed; lines count from one. */
export const withLine = (text: string, number: number, change: (line: string) => string): string =>
  text
    .split('\n')
    .map((line, i) => (i === number - 1 ? change(line) : line))
    .join('\n');

/** The text with what stands at a position, which counts from one. */
export const at = (line: string, column: number, written: string): string =>
  `${line.slice(0, column - 1)}${written}${line.slice(column - 1 + written.length)}`;

const digits = (n: number, length: number): string => String(n).padStart(length, '0');

export interface ReturnLines {
  readonly entry: string;
  readonly addenda: string;
}

/** The two lines of a return of one dollar. */
export function returnLines(n: number, code = 'R01', information = ''): ReturnLines {
  const trace = `11000003${digits(n % 10_000_000, 7)}`;
  const entry = `626${'110000026'}${'900000000017'.padEnd(17)}0000000100${`TX-${n}`.padEnd(15)}${'SAM BORROWER'.padEnd(22)}  1${trace}`;
  const addenda = `799${code}11000002${digits(n % 10_000_000, 7)}      11000001${information.padEnd(44)}${trace}`;
  return { entry, addenda };
}

const header = `101${'1987654321'}${' 110000026'}2705180610A094101${'TENOR DEMO LOANS'.padEnd(23)}${'DEMO ODFI BANK'.padEnd(31)}`;
const batchHeader = `5225${'TENOR DEMO LOANS'.padEnd(36)}1987654321PPDLOAN PMT  0514272705141381110000030000001`;

/** A file with one batch of these returns, each of one dollar, line by line. */
export function* returnFile(count: number, linesOfReturn: (n: number) => ReturnLines = returnLines): Generator<string> {
  yield header;
  yield batchHeader;
  for (let n = 1; n <= count; n++) {
    const { entry, addenda } = linesOfReturn(n);
    yield entry;
    yield addenda;
  }
  const hash = digits((count * 11000002) % 10_000_000_000, 10);
  const debits = digits(count * 100, 12);
  yield `8225${digits(count * 2, 6)}${hash}${debits}${digits(0, 12)}1987654321${' '.repeat(25)}110000030000001`;
  const blocks = digits(Math.ceil((count * 2 + 4) / 10), 6);
  yield `9000001${blocks}${digits(count * 2, 8)}${hash}${debits}${digits(0, 12)}${' '.repeat(39)}`;
}

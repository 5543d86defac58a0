// The forms of a file: lines of text, or the bytes that the form makes itself.
import { eachInSlices } from '#platform/loop/slices.ts';
import type { ColumnInFile } from '../making/columns.ts';
import type { MoneyUnit, OutputFormat } from '../types/words.ts';
import { csv } from './csv.ts';
import { fixedWidth } from './fixed-width.ts';
import type { Values } from './lines.ts';
import { parquetOf } from './parquet.ts';

interface Written<R> {
  readonly format: OutputFormat;
  readonly unit: MoneyUnit;
  readonly columns: readonly ColumnInFile[];
  /** Asked for each row only when it is written, so that no page of values waits in memory. */
  readonly valuesOf: (row: R) => Values;
}

/** The bytes of a file, from pages of rows; no more than some pages are in memory. */
export async function* bytesOf<R>(
  { format, unit, columns, valuesOf }: Written<R>,
  pages: AsyncIterable<readonly R[]>,
): AsyncGenerator<Buffer> {
  if (format === 'parquet') return yield* parquetOf({ columns, valuesOf }, pages);
  const lines = format === 'CSV' ? csv : fixedWidth;
  const first = lines.head(columns);
  const lineOf = lines.line(columns, unit);
  if (first !== '') yield Buffer.from(first);
  for await (const page of pages) {
    const text = (await eachInSlices(page, (row) => lineOf(valuesOf(row)))).join('');
    if (text !== '') yield Buffer.from(text);
  }
}

export const endings: Readonly<Record<OutputFormat, string>> = { CSV: 'csv', fixedWidth: 'txt', parquet: 'parquet' };

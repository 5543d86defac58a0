// The forms of a file: lines of text, or the bytes that the form makes itself.
import { eachInSlices } from '#platform/loop/slices.ts';
import type { ColumnInFile } from '../making/columns.ts';
import type { MoneyUnit, OutputFormat } from '../types/words.ts';
import { csv } from './csv.ts';
import { fixedWidth } from './fixed-width.ts';
import type { Values } from './lines.ts';
import { parquetOf } from './parquet.ts';

interface Written {
  readonly format: OutputFormat;
  readonly unit: MoneyUnit;
  readonly columns: readonly ColumnInFile[];
}

/** The bytes of a file, from pages of rows; no more than some pages are in memory. */
export async function* bytesOf(
  { format, unit, columns }: Written,
  pages: AsyncIterable<readonly Values[]>,
): AsyncGenerator<Buffer> {
  if (format === 'parquet') return yield* parquetOf(columns, pages);
  const lines = format === 'CSV' ? csv : fixedWidth;
  const first = lines.head(columns);
  const lineOf = lines.line(columns, unit);
  if (first !== '') yield Buffer.from(first);
  for await (const page of pages) {
    const text = (await eachInSlices(page, lineOf)).join('');
    if (text !== '') yield Buffer.from(text);
  }
}

export const endings: Readonly<Record<OutputFormat, string>> = { CSV: 'csv', fixedWidth: 'txt', parquet: 'parquet' };

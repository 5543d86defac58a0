// A form of lines: it says what a row is as text.
import type { Value } from '../catalogue/field.ts';
import type { ColumnInFile } from '../making/columns.ts';
import type { MoneyUnit } from '../types/words.ts';

/** What a row has in each column. */
export type Values = readonly Value[];

export interface Lines {
  /** Nothing where the form has no head. */
  head(columns: readonly ColumnInFile[]): string;
  /** What makes a line of a row: how each cell is written is decided once. */
  line(columns: readonly ColumnInFile[], unit: MoneyUnit): (values: Values) => string;
}

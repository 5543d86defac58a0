// A form of lines: it says what a loan is as text.
import type { Value } from '../catalogue/field.ts';
import type { ColumnInFile } from '../making/columns.ts';
import type { MoneyUnit } from '../types/words.ts';

/** What a row has in each column. */
export type Values = readonly Value[];

export interface Lines {
  /** Nothing where the form has no head. */
  head(columns: readonly ColumnInFile[]): string;
  line(columns: readonly ColumnInFile[], values: Values, unit: MoneyUnit): string;
}

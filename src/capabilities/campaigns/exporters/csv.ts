// CSV as RFC 4180 says, with what a spreadsheet would run made harmless in columns of text.
import { likeFormula, quotedCell } from '#platform/csv.ts';

interface Cell {
  readonly text: string | null;
  /** True: somebody wrote it freely. Numbers and dates begin with signs of their own. */
  readonly isText: boolean;
}

/** Null is an empty cell, and an empty text is two quotes. */
function cell({ text, isText }: Cell): string {
  if (text === null) return '';
  return quotedCell(isText && likeFormula.test(text) ? `'${text}` : text);
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`;

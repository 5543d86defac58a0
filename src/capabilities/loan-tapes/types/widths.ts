// How wide columns are in lines of fixed widths, and which widths are too small.
import type { Problem } from '#platform/errors.ts';
import type { Kind } from '../catalogue/field.ts';

export const usualWidths: Readonly<Record<Kind, number>> = {
  id: 14,
  word: 32,
  text: 40,
  date: 10,
  instant: 32,
  money: 15,
  integer: 10,
  rate: 14,
  exact: 26,
  boolean: 5,
};

/** Every value of these is so long, or a word of such a length is among them. */
const needed: Readonly<Partial<Record<Kind, number>>> = { id: 12, date: 10, instant: 32, boolean: 5 };

/** Readers of such lines seldom take longer ones. */
const lineMax = 32_000;

interface ColumnSaid {
  readonly field: string;
  readonly kind: Kind;
  /** The only words that it can have. */
  readonly words: readonly string[] | undefined;
  /** Undefined: the usual one. */
  readonly width: number | undefined;
}

export function widthProblems(columns: readonly ColumnSaid[]): Problem[] {
  const narrow = columns.flatMap(({ field, kind, words = [], width }) => {
    const least = words.reduce((most, { length }) => Math.max(most, length), needed[kind] ?? 1);
    if (width === undefined || kind === 'text' || width >= least) return [];
    const message = 'is narrower than what the column holds';
    return [{ path: `fieldWidths.${field}`, message, expected: `at least ${least}` }];
  });
  const line = columns.reduce((sum, { kind, width }) => sum + (width ?? usualWidths[kind]), 0);
  if (line <= lineMax) return narrow;
  const message = `make lines of ${line} signs`;
  return [...narrow, { path: 'fieldWidths', message, expected: `widths that are at most ${lineMax} together` }];
}

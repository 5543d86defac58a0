// What a run leaves out of the answer to its question, and why. A line is named by its number, never by what it says.
export const skipReasons = ['noId', 'unknown', 'duplicate', 'wrongValue'] as const;
type SkipReason = (typeof skipReasons)[number];

export interface SkippedLine {
  readonly line: number;
  readonly reason: SkipReason;
  /** The column that holds what is wrong. */
  readonly column: string | null;
}

export interface Skipped {
  readonly counts: Readonly<Partial<Record<SkipReason, number>>>;
  /** The first ones. */
  readonly lines: readonly SkippedLine[];
}

const shownMax = 100;

export const noneSkipped: Skipped = { counts: {}, lines: [] };

export function withSkipped({ counts, lines }: Skipped, more: readonly SkippedLine[]): Skipped {
  const all: Partial<Record<SkipReason, number>> = { ...counts };
  for (const { reason } of more) all[reason] = (all[reason] ?? 0) + 1;
  return { counts: all, lines: [...lines, ...more].slice(0, shownMax) };
}

export const countSkipped = ({ counts }: Skipped): number => Object.values(counts).reduce((sum, n) => sum + n, 0);

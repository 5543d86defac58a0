// How far ahead a line is read. It has no end, and a day to come costs a statement of each draw for each month until then.
import type { LinePosition } from '@tenor/engine/line/state.ts';

/** Ten years; with more than ten draws less, so that one read never computes more than some 1,200 statements of draws. */
export function daysAheadMax(position: LinePosition | null): number {
  const draws = position?.draws.length ?? 0;
  return Math.max(leastDays, Math.floor((tenYears * 10) / Math.max(10, draws)));
}

const tenYears = 3_660;
/** The statement to come, and the one after it. */
const leastDays = 62;

// Deferred-interest programmes (6.9) and what they change in the order of payments (9.3).

import type { Day } from '../../values/day.ts';
import { plus } from '../rational.ts';
import { statementsAhead } from './ahead.ts';
import { type Draw, type Line, principalOf, statementsOf } from './line.ts';

/** The first day on which the programme does not run any more. */
function endOf(draw: Draw): Day | null {
  const { deferredInterest: deferred } = draw.terms;
  return deferred === null ? null : deferred.endsOn + deferred.graceDays + 1;
}

/** 1.4, step 5. */
export function endProgramme(line: Line, draw: Draw, daysPastDue: number): void {
  const { deferredInterest: deferred } = draw.terms;
  if (draw.memo === null || deferred === null) return;
  const limit = deferred.disqualifyOverdueDays;
  const isDisqualified = limit !== null && daysPastDue > limit;
  if (isDisqualified || line.day >= (endOf(draw) ?? line.day)) settleMemo(line, draw);
}

/** Without principal the memo is dropped, else all of it is interest. Disputed principal counts as owed. */
export function settleMemo(line: Line, draw: Draw): void {
  if (draw.memo === null) return;
  if (principalOf(line, draw) + draw.disputed > 0) {
    draw.accrued = plus(draw.accrued, draw.memo);
    draw.accruedInAll = plus(draw.accruedInAll, draw.memo);
  }
  draw.memo = null;
}

/**
 * 9.3: on a card the draw whose programme ends goes first from the first day of the last-but-one period that ends on
 * or before the end day of the programme; several by their end.
 */
export function programmesFirst(line: Line, falling: readonly Draw[]): Draw[] {
  if (line.terms.regulation !== 'card') return [...falling];
  const first = falling
    .filter((draw) => draw.memo !== null && isInLastPeriods(line, draw))
    .sort((a, b) => (endOf(a) ?? 0) - (endOf(b) ?? 0) || a.sequence - b.sequence);
  return [...first, ...falling.filter((draw) => !first.includes(draw))];
}

function isInLastPeriods(line: Line, draw: Draw): boolean {
  const end = draw.terms.deferredInterest?.endsOn ?? line.day;
  const ahead = statementsAhead(line, Math.ceil(Math.max(0, end - line.day) / 7) + 1);
  const starts = [
    ...statementsOf(line).map(({ start }) => start),
    line.periodStart,
    ...ahead.map((each) => each.statement),
  ];
  const whole = starts.filter((_, k) => (starts[k + 1] ?? end + 2) - 1 <= end);
  const from = whole.at(-2) ?? draw.activatedOn;
  return line.day >= from;
}

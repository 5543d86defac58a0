// A line on which nothing is owed and nothing waits: its cycles turn without any money, so the day passes over it. They
// are derived when it is read, and stored when it is next touched.

import type { Fact } from '@tenor/engine/account/facts.ts';
import { firstInstant } from '@tenor/engine/account/next-action.ts';
import { openOf } from '@tenor/engine/line/owed.ts';
import { line as engine } from '@tenor/engine/line/product.ts';
import type { LineState } from '@tenor/engine/line/records.ts';
import type { Draw, LinePosition } from '@tenor/engine/line/state.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { lineFacts } from './own-books.ts';

export function nextActionAt(terms: LineTerms, state: LineState, facts: readonly Fact[], zone: string): Instant | null {
  if (isIdle(state.position)) return firstInstant(null, state.through, facts, zone);
  return engine.nextActionAt(terms, state, lineFacts(facts), zone);
}

/** Its last statement asked for nothing, so nothing that is shown of it changes either. */
function isIdle(p: LinePosition): boolean {
  return (
    p.standing === 'active' &&
    p.paidOffOn === null &&
    p.latestAmount === 0 &&
    p.customerCredit === 0 &&
    p.settlement === null &&
    [p.waiting, p.holds, p.uncleared, p.disputes, p.returnedItems].every(({ length }) => length === 0) &&
    p.returned.every(({ isKnown }) => isKnown) &&
    p.periodicFees.every(({ amount }) => amount === 0) &&
    p.obligations.every((o) => o.amount === 0 && openOf(o) === 0) &&
    p.draws.every(isIdleDraw)
  );
}

const isIdleDraw = (d: Draw): boolean =>
  d.principalOwed === 0 &&
  d.disputed === 0 &&
  d.pending === 0 &&
  d.memo === null &&
  d.spread === null &&
  d.waiting.length === 0 &&
  d.carried.whole === 0 &&
  d.carried.part === 0 &&
  d.stretches.every(({ sum }) => sum === 0) &&
  (d.paidOffOn !== null || d.periodicFees.every(({ amount }) => amount === 0));

/** Whether its periods have turned since the books were worked: nothing says so of a line that is idle. */
export const hasTurned = ({ standing, statementOn }: LinePosition, day: number): boolean =>
  standing !== 'pending' && statementOn <= day;

/** The day of the statement to come, of a line on which there may be something to bill. */
export function nextTurn({ latestAmount, obligations, draws, statementOn }: LinePosition): Day | null {
  const isEmpty =
    latestAmount === 0 && obligations.length === 0 && draws.every(({ principalOwed }) => principalOwed <= 0);
  return isEmpty ? null : statementOn;
}

// What is done today has a time, and acts of one second have an order: a replay must not have to ask what came first.
import type { Fact, FactKind } from '@tenor/engine/account/facts.ts';
import type { LoanRow } from '../loan/tables.ts';
import { secondOfDay, todayOf } from '../loan/today.ts';
import type { LoanContext } from './replayed.ts';

/** They have no moment: rates and schedules hold from a day on, an undo is on the day of what it undoes. */
const withoutMoment: ReadonlySet<FactKind> = new Set<FactKind>([
  ...(['index', 'rate', 'promo', 'ceiling', 'feeChange', 'undo'] as const),
  ...(['dueDateChange', 'deferral', 'plan', 'reamortization'] as const),
]);

/** What is said of a draw comes after the activation of the draw, which has a moment. */
const isOfDraw = (fact: object): boolean => 'draw' in fact && fact.draw !== null;

/** Facts as they are stored. One that is dated on a day before has the time that was said for it, or none. */
export function asRecorded({ now }: LoanContext, loan: LoanRow, facts: readonly Fact[]): Fact[] {
  const today = todayOf(loan, now);
  const timeOf = (fact: Fact): number | undefined => {
    const { on, kind } = fact;
    if (on < today || (withoutMoment.has(kind) && !isOfDraw(fact))) return undefined;
    // Money that came after the cut-off of the day before is there when its day begins.
    return on === today ? secondOfDay(loan, now) : 0;
  };
  return facts.map((fact, i) => {
    const time = fact.time ?? timeOf(fact);
    const order = time === undefined ? {} : { time, number: loan.facts_count + i + 1 };
    return { ...fact, ...order, recordedAt: now };
  });
}

// What is done today has a time, and acts of one second have an order: a replay must not have to ask what came first.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { LoanRow } from '../loan/tables.ts';
import { secondOfDay, todayOf } from '../loan/today.ts';
import type { LoanContext } from './replayed.ts';

/** Facts as they are stored. One that is dated on another day has the time that was said for it, or none. */
export function asRecorded({ now }: LoanContext, loan: LoanRow, facts: readonly Fact[]): Fact[] {
  const today = todayOf(loan, now);
  const isDoneNow = ({ on, kind }: Fact): boolean => on === today && kind !== 'undo';
  return facts.map((fact, i) => {
    const time = fact.time ?? (isDoneNow(fact) ? secondOfDay(loan, now) : undefined);
    const order = time === undefined ? {} : { time, number: loan.facts_count + i + 1 };
    return { ...fact, ...order, recordedAt: now };
  });
}

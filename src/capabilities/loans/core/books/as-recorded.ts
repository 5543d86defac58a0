// What is done today has a time, and acts of one second have an order: a replay must not have to ask what came first.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { HeldLoan } from '../loan/product.ts';
import { lastSecond, secondOfDay, todayOf } from '../loan/today.ts';
import type { LoanContext } from './replayed.ts';

/** Facts as they are stored. One that is dated on a day before has the time that was said for it, or none. */
export function asRecorded({ now }: LoanContext, { product, row: loan }: HeldLoan, facts: readonly Fact[]): Fact[] {
  const today = todayOf(loan, now);
  const timeOf = (fact: Fact): number | undefined => {
    const { on } = fact;
    // At the usual time, noon, the draw may not have been active yet.
    if (product.followsActivation(fact, loan, facts)) return on === today ? secondOfDay(loan, now) : lastSecond;
    if (on < today || product.hasNoMoment(fact)) return undefined;
    // Money that came after the cut-off of the day before is there when its day begins.
    return on === today ? secondOfDay(loan, now) : 0;
  };
  return facts.map((fact, i) => {
    const time = fact.time ?? timeOf(fact);
    // Who says the instant itself says the number too: nothing of its order comes from its arrival.
    const order = time === undefined ? {} : { time, number: fact.number ?? loan.facts_count + i + 1 };
    return { ...fact, ...order, recordedAt: now };
  });
}

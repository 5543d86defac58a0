// The due dates within a freeze, once it ends: they move to the end, or become due.

import type { FactOf } from '../account/facts.ts';
import type { Moot } from '../account/loan.ts';
import { settleUp } from '../account/paid-off.ts';
import type { InstallmentLoan } from './loan.ts';
import { moreDates } from './schedule.ts';
import { turnDue } from './turn.ts';

export function passFrozenDates(loan: InstallmentLoan, fact: FactOf<'unfreeze'>): Moot {
  const p = loan.position;
  if (p.paidOffOn !== null) return undefined;
  const fallen = p.dueDates.filter((date, i) => i >= p.next && date <= fact.on).length;
  // A single term has no later date to shift to: it becomes due.
  if (fact.shiftDueDates && p.series.frequency !== 'singleTerm') {
    const kept = [...p.dueDates.slice(0, p.next), ...p.dueDates.slice(p.next + fallen)];
    const last = Math.max(p.dueDates.at(-1) ?? fact.on, fact.on);
    p.dueDates = [...kept, ...moreDates(p, last, fallen)];
    return undefined;
  }
  for (let i = 0; i < fallen; i++) {
    const cause = `due:${p.firstOrdinal + p.next}`;
    turnDue(loan, fact.on);
    settleUp(loan, fact.on, cause);
  }
}

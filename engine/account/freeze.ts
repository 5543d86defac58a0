// A frozen loan stands still: nothing accrues, comes due or ages, until it is unfrozen.

import { moreDates } from '../installment/schedule.ts';
import { turnDue } from '../installment/turn.ts';
import { nothing } from '../interest/exact.ts';
import { closeSegment, emit, type Loan, type Moot } from './account.ts';
import { endFrozenAccrual } from './accrual.ts';
import type { FactOf } from './facts.ts';
import { settleUp } from './paid-off.ts';

export function freeze(loan: Loan, fact: FactOf<'freeze'>): Moot {
  const p = loan.position;
  if (p.standing !== 'active' || p.paidOffOn !== null) return 'only an active loan can be frozen';
  closeSegment(loan);
  p.standing = 'frozen';
  p.frozen = { since: fact.on, interest: nothing(), discount: nothing(), relief: nothing(), segments: [] };
  emit(loan, fact.on, 'loan.frozen', fact.id);
}

export function unfreeze(loan: Loan, fact: FactOf<'unfreeze'>): Moot {
  const p = loan.position;
  if (p.frozen === null) return 'the loan is not frozen';
  const { since } = p.frozen;
  endFrozenAccrual(loan, fact.accrueFrozenDays && p.paidOffOn === null);
  p.standing = 'active';
  for (const o of p.obligations) o.frozenDays += fact.on - Math.max(since, o.dueDate);
  emit(loan, fact.on, 'loan.unfrozen', fact.id);
  if (p.paidOffOn !== null) return undefined;
  const fallen = p.dueDates.filter((date, i) => i >= p.next && date <= fact.on).length;
  // A single term has no later date to shift to: it comes due.
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

// A frozen loan stands still: nothing accrues, comes due or ages, until it is unfrozen.

import { nothing } from '../interest/exact.ts';
import { endFrozenAccrual } from './accrual.ts';
import type { FactOf } from './facts.ts';
import { closeSegment, emit, type Loan, type Moot } from './loan.ts';

export function freeze(loan: Loan, fact: FactOf<'freeze'>): Moot {
  const p = loan.position;
  if (p.standing !== 'active' || p.paidOffOn !== null) return 'only an active loan can be frozen';
  closeSegment(loan);
  p.standing = 'frozen';
  p.frozen = { since: fact.on, interest: nothing(), discount: nothing(), relief: nothing(), segments: [] };
  emit(loan, fact.on, 'loan.frozen', fact.id);
}

/** What becomes of the due dates that fell into the freeze is for the product to say. */
export function unfreeze(loan: Loan, fact: FactOf<'unfreeze'>): Moot {
  const p = loan.position;
  if (p.frozen === null) return 'the loan is not frozen';
  const { since } = p.frozen;
  endFrozenAccrual(loan, fact.accrueFrozenDays && p.paidOffOn === null);
  p.standing = 'active';
  for (const o of p.obligations) o.frozenDays += fact.on - Math.max(since, o.dueDate);
  emit(loan, fact.on, 'loan.unfrozen', fact.id);
  return undefined;
}

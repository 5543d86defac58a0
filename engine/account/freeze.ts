// While a loan is frozen nothing accrues, becomes due or ages.

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

/** The product decides what happens to the due dates of the freeze. */
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

// Freezing, accelerating, charging off, closing (sections 9 and 10 of the rules).

import type { FactOf } from '../account/facts.ts';
import { accrueFrozenDays } from './accrual.ts';
import { accelerate, chargeOff, turnDue } from './due.ts';
import { type Loan, noSums, owesNothing } from './loan.ts';
import type { Moot } from './money.ts';
import { nextInSeries } from './series.ts';
import { afterStep } from './waterfall.ts';

export function freeze(loan: Loan): Moot {
  if (loan.status !== 'active' || loan.paidOffOn !== null) return 'not active';
  loan.status = 'frozen';
  loan.frozen = noSums();
  return undefined;
}

export function unfreeze(loan: Loan, fact: FactOf<'unfreeze'>): Moot {
  if (loan.status !== 'frozen') return 'not frozen';
  loan.status = 'active';
  if (fact.accrueFrozenDays && loan.paidOffOn === null) accrueFrozenDays(loan);
  loan.frozen = noSums();
  if (!fact.shiftDueDates || !shiftDueDates(loan)) {
    while (loan.rows[0] !== undefined && loan.rows[0].date <= loan.day && !owesNothing(loan)) {
      turnDue(loan);
      afterStep(loan);
    }
  }
  return undefined;
}

/** The payments keep their order and amounts; each gets a later date. */
function shiftDueDates(loan: Loan): boolean {
  const dates = loan.rows.map(({ date }) => date);
  for (let passed = dates.filter((date) => date <= loan.day).length; passed > 0; passed -= 1) {
    const next = nextInSeries(loan.series, Math.max(dates.at(-1) ?? loan.day, loan.day));
    if (next === null) return false;
    dates.shift();
    dates.push(next);
  }
  loan.rows = loan.rows.map((row, place) => ({ ...row, date: dates[place] ?? row.date }));
  return true;
}

export function acceleration(loan: Loan): Moot {
  if (loan.status !== 'active' || loan.paidOffOn !== null) return 'not active';
  accelerate(loan);
  return undefined;
}

export function chargeOffByHand(loan: Loan): Moot {
  const isOpen = loan.status === 'active' || loan.status === 'accelerated';
  if (!isOpen || loan.paidOffOn !== null) return 'neither active nor accelerated';
  chargeOffAll(loan);
  return undefined;
}

/** An active loan is accelerated first, which may use enough customer credit to end the loan. */
export function chargeOffAll(loan: Loan): void {
  if (loan.status === 'active') {
    accelerate(loan);
    afterStep(loan);
  }
  if (loan.paidOffOn === null) chargeOff(loan);
}

export function close(loan: Loan): Moot {
  if (!owesNothing(loan)) return 'something is owed';
  if (loan.isClosed) return 'closed already';
  loan.isClosed = true;
  return undefined;
}

export function agency(loan: Loan, fact: FactOf<'agency'>): Moot {
  loan.servicedBy = fact.servicedBy;
  return undefined;
}

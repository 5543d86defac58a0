// Re-age: what is overdue is asked for again later, though it was not paid (rules.md 4.17).

import type { FactOf } from '../account/facts.ts';
import { book, feeAccount, interestAccount, principalAccount, transfer } from '../account/ledger.ts';
import type { Moot } from '../account/loan.ts';
import type { Fee, Obligation } from '../account/records.ts';
import { add } from '../interest/exact.ts';
import type { InstallmentLoan } from './loan.ts';
import { moreDates, solveAgain } from './schedule.ts';

export function reAge(loan: InstallmentLoan, fact: FactOf<'reAge'>): Moot {
  const p = loan.position;
  const overdue = p.obligations.filter((o) => o.isOverdue);
  if (p.standing !== 'active' || overdue.length === 0) return 'nothing is overdue';
  const added = moreDates(p, Math.max(fact.on, p.dueDates.at(-1) ?? fact.on), fact.addedDates);
  if (added.length < fact.addedDates) return 'a single term has no more due dates';
  const dates = [...p.dueDates, ...added];
  if (p.next >= dates.length) return 'no due date is left to which it could go';
  p.waiting = [...overdue.flatMap((o) => askLater(loan, o)), ...p.waiting];
  p.dueDates = dates;
  if (fact.into === 'payments') {
    p.paidAhead = 0;
    solveAgain(loan);
  }
  const { principal, interest, fees } = loan.entry;
  book(loan, fact.on, 'reAge', `reAge:${fact.id}`, principal + interest + fees);
}

/** Principal is not due again, interest accrues again without being booked; the fees that are open then wait again. */
function askLater(loan: InstallmentLoan, o: Obligation): readonly Fee[] {
  const { position: p, entry, denominator } = loan;
  const { principalOpen, interestOpen } = o;
  transfer(loan, principalAccount.overdue, principalAccount.notDue, principalOpen);
  p.principal += principalOpen;
  p.totals.cameDue -= principalOpen;
  transfer(loan, interestAccount.overdue, 'interestIncome', interestOpen);
  add(p.accrued, interestOpen, 0, denominator);
  p.totals.interestBooked -= interestOpen;
  const open = o.fees.filter((fee) => fee.open > 0).map((fee) => ({ ...fee }));
  for (const fee of open) {
    transfer(loan, feeAccount[fee.type].overdue, feeAccount[fee.type].notDue, fee.open);
    entry.fees += fee.open;
  }
  entry.principal += principalOpen;
  entry.interest += interestOpen;
  o.principalOpen = 0;
  o.interestOpen = 0;
  for (const fee of o.fees) fee.open = 0;
  return open;
}

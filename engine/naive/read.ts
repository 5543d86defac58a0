// The state of the loan as a reading.

import type { FeeType } from '../account/terms.ts';
import { daysPastDue, type FeePiece, type Loan, openFees, openOf, overdueAmount, rowsAhead } from './loan.ts';
import { plus, rational, textOf, wholeCents } from './rational.ts';
import type { Bucketed, Reading } from './reading.ts';

export function readingOf(loan: Loan): Reading {
  const hasSchedule = loan.paidOffOn === null && (loan.status === 'active' || loan.status === 'frozen');
  const forgone = plus(loan.forgoneRounding, loan.forgoneCap);
  return {
    day: loan.day,
    status: loan.paidOffOn === null ? loan.status : 'paidOff',
    isClosed: loan.isClosed,
    servicedBy: loan.servicedBy,
    principal: bucketed(loan, loan.principal, ({ principal }) => principal),
    interest: bucketed(loan, wholeCents(loan.accrued), ({ interest }) => interest),
    fees: feesByType(loan),
    chargedOff: { ...loan.chargedOff },
    customerCredit: loan.customerCredit,
    accrued: textOf(loan.accrued),
    accruedTotal: textOf(plus(plus(rational(loan.booked), loan.accrued), forgone)),
    interestBooked: loan.booked,
    forgoneRounding: textOf(loan.forgoneRounding),
    forgoneCap: textOf(loan.forgoneCap),
    paid: { ...loan.paid },
    unearned: loan.charge === null ? 0 : loan.charge.total - loan.charge.gone,
    daysPastDue: daysPastDue(loan),
    overdueAmount: overdueAmount(loan),
    payment: loan.payment,
    dueDates: hasSchedule ? rowsAhead(loan).map(({ date }) => date) : [],
    open: openObligations(loan),
    feesBooked: [...loan.feesBooked]
      .sort((a, b) => a.on - b.on || (a.key < b.key ? -1 : 1))
      .map(({ key, on, amount }) => ({ key, on, amount })),
    moot: [...loan.moot].sort(),
  };
}

function bucketed(loan: Loan, notDue: number, open: (obligation: Loan['obligations'][number]) => number): Bucketed {
  const sum = (isOverdue: boolean) =>
    loan.obligations.reduce((total, owed) => total + (owed.isOverdue === isOverdue ? open(owed) : 0), 0);
  return { notDue, due: sum(false), overdue: sum(true) };
}

function feesByType(loan: Loan): Partial<Record<FeeType, Bucketed>> {
  const notDue = loan.spreadFee === null ? loan.waiting : [...loan.waiting, loan.spreadFee];
  const types = new Set(loan.feesBooked.map(({ type }) => type));
  const fees: Partial<Record<FeeType, Bucketed>> = {};
  for (const type of types) {
    const ofType = (pieces: readonly FeePiece[]) => openFees(pieces.filter((piece) => piece.type === type));
    const buckets = bucketed(loan, ofType(notDue), ({ fees: pieces }) => ofType(pieces));
    if (buckets.notDue + buckets.due + buckets.overdue > 0) fees[type] = buckets;
  }
  return fees;
}

function openObligations(loan: Loan): Reading['open'] {
  return loan.obligations
    .filter((obligation) => openOf(obligation) > 0)
    .map(({ kind, dueDate, interest, principal, fees, isOverdue }) => {
      return { kind, dueDate, interest, principal, fees: openFees(fees), isOverdue };
    });
}

// What changes the payments to come (rules 4.11 to 4.16) and the fees.

import type { FactOf } from '../account/facts.ts';
import { bookFee, isBooked, lateFeeKey, piecesOf } from './fees.ts';
import { addObligation, type Loan, newObligation, type Row, rowsAhead } from './loan.ts';
import type { Moot } from './money.ts';
import { learnRate } from './rates.ts';
import { indexSolvesOn, isResetDate } from './resets.ts';
import { anchored, datesOf, halfPeriod } from './series.ts';
import {
  noMoreThanNeeded,
  replaceRowsAhead,
  rowsByAmount,
  rowsOfCount,
  rowsUpTo,
  solveAgain,
  withoutSupplied,
} from './solving.ts';

export function rateFact(loan: Loan, fact: FactOf<'index' | 'rate' | 'promo' | 'ceiling'>): Moot {
  learnRate(loan.rates, fact);
  const solves = fact.kind === 'index' ? indexSolvesOn(loan.rates, loan.day) : fact.kind !== 'ceiling';
  if (solves && loan.status !== 'pending') solveForRates(loan);
  return undefined;
}

/** After a change of the rates, unless the payment is kept. */
function solveForRates(loan: Loan): void {
  const { interest, payments } = loan.terms;
  if (interest.afterRateChange === 'solveAgain' && payments.amount === null) solveAgain(loan);
}

/** The last thing in the calendar of a reset date, whether or not a rate has changed (3.2b). */
export function resetDate(loan: Loan): void {
  const isRunning = loan.status === 'active' || loan.status === 'frozen';
  if (isRunning && loan.paidOffOn === null && isResetDate(loan.rates, loan.day)) solveForRates(loan);
}

export function dueDateChange(loan: Loan, fact: FactOf<'dueDateChange'>): Moot {
  const [kept, ...later] = rowsAhead(loan);
  if (kept === undefined || loan.paidOffOn !== null) return 'no due date left';
  if (fact.frequency === 'singleTerm') {
    if (later.length > 0) return 'there is more than one due date';
    if (fact.dueDate === null || fact.dueDate <= loan.day) return 'no due date after today';
    replaceRowsAhead(loan, [{ ...kept, date: fact.dueDate }]);
  } else {
    const after = kept.date + halfPeriod(fact);
    const { frequency, days, startDate } = fact;
    loan.series = anchored({ frequency, days, startDate }, after, kept.date);
    const dates = later.length === 0 ? [] : datesOf(loan.series, { after, count: later.length, endDate: null });
    const moved = later.map((row, place) => ({ ...row, date: dates[place] ?? row.date }));
    replaceRowsAhead(loan, [kept, ...moved]);
  }
  if (fact.reamortize) solveAgain(loan);
  return undefined;
}

export function deferral(loan: Loan, fact: FactOf<'deferral'>): Moot {
  const rows = rowsAhead(loan);
  const place = rows.findIndex(({ date }) => date === fact.dueDate);
  const row = rows[place];
  if (row === undefined || loan.paidOffOn !== null) return 'no due date after today';
  if (place === rows.length - 1) return 'the last due date';
  if (row.isDeferred) return 'deferred already';
  const longer = fact.to === 'end' ? rowsOfCount(loan, rows, rows.length + 1) : rows;
  if (longer === null) return 'no date after the last one';
  row.isDeferred = true;
  replaceRowsAhead(loan, longer);
  return undefined;
}

export function plan(loan: Loan, fact: FactOf<'plan'>): Moot {
  const rows = rowsAhead(loan).map(bare);
  const first = rows.findIndex(({ date }) => date === fact.firstDueDate);
  if (first < 0 || loan.paidOffOn !== null) return 'no due date after today';
  if (first === rows.length - 1 && !fact.extend) return 'the last due date';
  const wanted = first + fact.count;
  const enough = fact.extend ? rowsUpTo(loan, rows, Math.max(wanted, rows.length)) : rows;
  const end = fact.extend ? wanted : Math.min(wanted, rows.length - 1);
  const planned = enough.map((row, place) => (place >= first && place < end ? { ...row, plan: fact.amount } : row));
  const found = fact.extend ? rowsByAmount(loan, planned, loan.payment) : planned;
  if (found === null) return 'the payment never pays the loan off';
  loan.rows = loan.rows.map(bare);
  replaceRowsAhead(loan, found);
  return undefined;
}

/** The row without planned and without deferred amounts. */
function bare(row: Row): Row {
  return { ...row, plan: null, isDeferred: false };
}

export function reamortization(loan: Loan, fact: FactOf<'reamortization'>): Moot {
  const rows = withoutSupplied(rowsAhead(loan));
  if (rows.length === 0 || loan.principal === 0) return 'nothing to spread';
  const { paidAhead } = loan;
  loan.paidAhead = 0;
  const wanted = wantedRows(loan, rows, fact);
  if (wanted === null) {
    loan.paidAhead = paidAhead;
    return 'no such payments';
  }
  if (fact.amount === null) {
    solveAgain(loan, wanted);
  } else {
    loan.payment = fact.amount;
    loan.rows = withoutSupplied(loan.rows);
    replaceRowsAhead(loan, noMoreThanNeeded(loan, wanted));
  }
  return undefined;
}

function wantedRows(loan: Loan, rows: readonly Row[], fact: FactOf<'reamortization'>): readonly Row[] | null {
  if (fact.count !== null) return rowsOfCount(loan, rows, fact.count);
  return fact.amount === null ? rows : rowsByAmount(loan, rows, fact.amount);
}

export function advance(loan: Loan, fact: FactOf<'advance'>): Moot {
  if (loan.status === 'chargedOff' || loan.isClosed) return 'nothing is lent any more';
  if (loan.rows.length === 0) {
    addObligation(loan, newObligation({ kind: 'demand', dueDate: loan.day, principal: fact.amount }));
    return undefined;
  }
  loan.principal += fact.amount;
  if (fact.afterwards === 'reamortize') solveAgain(loan);
  const rows = rowsAhead(loan);
  const found = fact.afterwards === 'extend' && rows.length > 0 ? rowsByAmount(loan, rows, loan.payment) : null;
  if (found !== null) replaceRowsAhead(loan, found);
  return undefined;
}

export function fee(loan: Loan, fact: FactOf<'fee'>): Moot {
  if (loan.status === 'chargedOff') return 'charged off';
  if (fact.amount === 0) return 'a fee of zero';
  bookFee(loan, { type: fact.type, key: `${fact.type}:${fact.id}`, amount: fact.amount });
  return undefined;
}

export function lateFeeNotified(loan: Loan, fact: FactOf<'lateFeeNotified'>): Moot {
  if (loan.status === 'chargedOff') return 'charged off';
  const key = lateFeeKey(fact.obligation);
  if (isBooked(loan, key)) return undefined;
  if (loan.noLateFeeThrough !== null && loan.day <= loan.noLateFeeThrough) return 'suspended';
  bookFee(loan, { type: 'late', key, amount: fact.amount });
  return undefined;
}

export function lateFeeSuspension(loan: Loan, { until }: FactOf<'lateFeeSuspension'>): Moot {
  if (until <= loan.day) return 'over before it begins';
  if (loan.noLateFeeThrough === null || loan.noLateFeeThrough < until) loan.noLateFeeThrough = until;
  return undefined;
}

export function feeChange(loan: Loan, fact: FactOf<'feeChange'>): Moot {
  if (fact.type === 'origination') return loan.terms.fees.origination === null ? 'no such fee' : undefined;
  const changed = loan.periodic.filter(({ type }) => type === fact.type);
  for (const periodic of changed) {
    periodic.amount = fact.amount;
    periodic.cap = fact.cap;
  }
  return changed.length === 0 ? 'no such fee' : undefined;
}

export function waiver(loan: Loan, fact: FactOf<'waiver'>): Moot {
  const pieces = piecesOf(loan, fact.fee);
  const open = pieces.reduce((sum, piece) => sum + piece.open, 0);
  if (open === 0) return 'nothing of this fee is open';
  let left = Math.min(open, fact.amount ?? open);
  for (const piece of pieces) {
    const taken = Math.min(left, piece.open);
    piece.open -= taken;
    left -= taken;
  }
  loan.waiting = loan.waiting.filter((piece) => piece.open > 0);
  return undefined;
}

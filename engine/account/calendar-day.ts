// What the calendar does on a day before any fact: due turns, overdue turns, late fees, limits (rules.md 1.3).

import { nextReset } from '../interest/resets.ts';
import type { Day } from '../values/day.ts';
import { accelerate, chargeOff } from './acceleration.ts';
import { bookFee, lateFeeDay, testLateFee } from './fees.ts';
import { book, feeAccount, interestAccount, principalAccount, transfer } from './ledger.ts';
import { emit, type Loan, openFees } from './loan.ts';
import { daysPastDue, deadlineOf, firstToWork, oldestOverdue } from './obligations.ts';
import { passMissedDueDates, settleUp } from './paid-off.ts';
import type { Obligation } from './records.ts';
import type { AccountPosition, Suppressed } from './state.ts';

export const never = Number.MAX_SAFE_INTEGER;

/** The next day on which the calendar has something to do; a day that was worked already does not count. */
export function nextCalendarDay(loan: Loan): Day {
  const p = loan.position;
  if (p.standing === 'pending') return never;
  let next = Math.min(p.returnedItems[0]?.on ?? never, resetDay(loan));
  if (p.standing !== 'frozen' && p.paidOffOn === null) {
    next = Math.min(next, nextDayOfObligations(loan), p.dueDates[p.next] ?? never);
    if (p.settlement !== null) next = Math.min(next, p.settlement.lastDay + 1);
  }
  return next === never ? never : Math.max(next, p.workedDay + 1);
}

/** The next date on which rates are reset while there are payments that could follow them. */
function resetDay(loan: Loan): Day {
  const { resets } = loan.terms.interest;
  return resets == null || !mayReset(loan) ? never : nextReset(resets, loan.position.workedDay);
}

function mayReset({ position: p }: Loan): boolean {
  const isRunning = (p.standing === 'active' || p.standing === 'frozen') && p.paidOffOn === null;
  return isRunning && p.next < p.dueDates.length;
}

function nextDayOfObligations(loan: Loan): Day {
  const { position: p, terms } = loan;
  let next = never;
  for (let i = firstToWork(loan); i < p.obligations.length; i++) {
    const o = p.obligations[i]!;
    if (!o.hasTurned) next = Math.min(next, deadlineOf(o, terms.delinquency) + 1);
    if (p.standing === 'active') next = Math.min(next, lateFeeDay(loan, o) ?? never);
  }
  const { accelerationDueWithin, chargeOffDueWithin } = terms.delinquency;
  if (p.standing === 'active') next = Math.min(next, limitDay(loan, 'acceleration', accelerationDueWithin));
  if (p.standing !== 'chargedOff') next = Math.min(next, limitDay(loan, 'chargeOff', chargeOffDueWithin));
  return next;
}

/** The day on which days past due reach the limit, or the first later day for which nobody has ruled it out. */
function limitDay({ position: p, terms }: Loan, what: Suppressed['what'], limit: number | null): Day {
  if (limit === null) return never;
  const oldest = oldestOverdue(p, terms.delinquency);
  if (oldest === undefined) return never;
  return notRuledOut(p, what, Math.max(oldest.dueDate + oldest.frozenDays + limit, p.workedDay + 1));
}

/** The day, or the first later one for which nobody has ruled it out. */
export function notRuledOut({ suppressed }: AccountPosition, what: Suppressed['what'], from: Day): Day {
  let day = from;
  for (const one of suppressed) if (one.what === what && one.from <= day && day <= one.to) day = one.to + 1;
  return day;
}

/** What a product does on a day of the calendar. */
interface Turns<L extends Loan> {
  /** Makes the instalment of a due date due. */
  readonly turnDue: (loan: L, day: Day) => void;
  readonly reset?: (loan: L) => void;
}

export function workCalendarDay<L extends Loan>(loan: L, day: Day, { turnDue, reset }: Turns<L>): void {
  const { resets } = loan.terms.interest;
  workDay(loan, day, turnDue);
  if (resets == null || nextReset(resets, day - 1) !== day || !mayReset(loan)) return;
  reset?.(loan);
  emit(loan, day, 'loan.rate.reset', `reset:${day}`);
}

function workDay<L extends Loan>(loan: L, day: Day, turnDue: Turns<L>['turnDue']): void {
  const p = loan.position;
  if (p.standing === 'frozen' || p.paidOffOn !== null) {
    bookReturnedItems(loan, day);
    return;
  }
  if (p.dueDates[p.next] === day) {
    turnDue(loan, day);
    settleUp(loan, day, 'due');
  }
  for (const o of toWork(loan)) {
    if (!o.hasTurned && deadlineOf(o, loan.terms.delinquency) < day) turnOverdue(loan, o, day);
  }
  settleUp(loan, day, 'overdue');
  bookReturnedItems(loan, day);
  testLateFees(loan, day);
  workLimits(loan, day);
  if (p.settlement !== null && p.settlement.lastDay < day) p.settlement = null;
}

export function bookReturnedItems(loan: Loan, day: Day): void {
  const p = loan.position;
  const nsf = loan.terms.fees.nsf ?? 0;
  while (p.returnedItems[0] !== undefined && p.returnedItems[0].on <= day) {
    passMissedDueDates(loan, day);
    const { key } = p.returnedItems[0];
    p.returnedItems = p.returnedItems.slice(1);
    bookFee(loan, { type: 'nsf', key, amount: nsf, on: day, cause: key });
    settleUp(loan, day, key);
  }
}

/** A list of its own: what is done with one may end others. */
const toWork = (loan: Loan): readonly Obligation[] => loan.position.obligations.slice(firstToWork(loan));

function testLateFees(loan: Loan, day: Day): void {
  const p = loan.position;
  if (p.standing !== 'active') return;
  for (const o of toWork(loan)) {
    const testDay = lateFeeDay(loan, o);
    if (testDay === undefined || testDay > day) continue;
    testLateFee(loan, o, day);
    settleUp(loan, day, `late:${o.ordinal}`);
  }
}

/** The open part becomes overdue; under compound accrual its interest, and perhaps its fees, join the principal. */
function turnOverdue(loan: Loan, o: Obligation, day: Day): void {
  o.hasTurned = true;
  capitalise(loan, o, day);
  o.isOverdue = true;
  const fees = openFees(o.fees);
  transfer(loan, interestAccount.due, interestAccount.overdue, o.interestOpen);
  transfer(loan, principalAccount.due, principalAccount.overdue, o.principalOpen);
  for (const { type, open } of o.fees) transfer(loan, feeAccount[type].due, feeAccount[type].overdue, open);
  loan.entry.interest = o.interestOpen;
  loan.entry.principal = o.principalOpen;
  loan.entry.fees = fees;
  const amount = o.interestOpen + o.principalOpen + fees;
  if (amount === 0) return;
  book(loan, day, 'overdue', `overdue:${o.key}`, amount);
  emit(loan, day, 'loan.obligation.statuschanged', `overdue:${o.key}`);
}

function capitalise(loan: Loan, o: Obligation, day: Day): void {
  const { position: p, terms } = loan;
  const { accrual } = terms.interest;
  const isToCome = p.standing === 'active' && p.next < p.dueDates.length && o.kind === 'instalment';
  if (accrual === 'simple' || !isToCome) return;
  const interest = o.interestOpen;
  const fees = accrual === 'compoundWithFees' ? openFees(o.fees) : 0;
  if (interest + fees === 0) return;
  transfer(loan, interestAccount.due, principalAccount.notDue, interest);
  o.interestOpen = 0;
  if (fees > 0) {
    for (const fee of o.fees) {
      transfer(loan, feeAccount[fee.type].due, principalAccount.notDue, fee.open);
      fee.open = 0;
    }
  }
  p.principal += interest + fees;
  o.capitalised += interest + fees;
  p.totals.capitalised += interest + fees;
  loan.entry.interest = interest;
  loan.entry.fees = fees;
  book(loan, day, 'capitalisation', `capitalisation:${o.key}`, interest + fees);
  emit(loan, day, 'loan.interest.capitalized', `capitalisation:${o.key}`);
  if (fees > 0) emit(loan, day, 'loan.fee.capitalized', `capitalisation:${o.key}`);
}

function workLimits(loan: Loan, day: Day): void {
  const p = loan.position;
  const { accelerationDueWithin, chargeOffDueWithin } = loan.terms.delinquency;
  if ((accelerationDueWithin === null && chargeOffDueWithin === null) || p.obligations.length === 0) return;
  const hasReached = (what: Suppressed['what'], limit: number | null): boolean =>
    limit !== null &&
    daysPastDue(p, loan.terms.delinquency, day) >= Math.max(1, limit) &&
    notRuledOut(p, what, day) === day;
  if (p.standing === 'active' && hasReached('acceleration', accelerationDueWithin)) {
    accelerate(loan, day, `acceleration:${day}`);
    settleUp(loan, day, `acceleration:${day}`);
  }
  const canBeChargedOff = p.standing === 'active' || p.standing === 'accelerated';
  if (canBeChargedOff && p.paidOffOn === null && hasReached('chargeOff', chargeOffDueWithin)) {
    chargeOff(loan, day, `chargeOff:${day}`);
    settleUp(loan, day, `chargeOff:${day}`);
  }
}

// Obligations: made by a due turn, fulfilled by money in the order of rules.md 8.1, overdue after their deadline.

import { following } from '../time/calendar.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { emit, type Loan, openFees } from './loan.ts';
import type { Fee, Obligation, ObligationKind } from './records.ts';
import type { LoanPosition } from './state.ts';
import { type DelinquencyTerms, type FeeType, unforeseenFees } from './terms.ts';

const kindRank: Record<ObligationKind, number> = { instalment: 0, acceleration: 1, demand: 2, fee: 3 };

interface Made {
  readonly kind: ObligationKind;
  readonly key: string;
  readonly ordinal: number;
  readonly dueDate: Day;
  readonly interest: number;
  readonly principal: number;
  readonly paidAhead: number;
  readonly standard?: number;
  readonly fees: Fee[];
}

export function addObligation(loan: Loan, made: Made): Obligation {
  const p = loan.position;
  const obligation: Obligation = {
    kind: made.kind,
    key: made.key,
    ordinal: made.ordinal,
    dueDate: made.dueDate,
    interest: made.interest as Cents,
    principal: made.principal as Cents,
    paidAhead: made.paidAhead as Cents,
    ...(made.standard !== undefined && { standard: made.standard as Cents }),
    fees: made.fees,
    interestOpen: made.interest,
    principalOpen: made.principal,
    feesDue: openFees(made.fees),
    capitalised: 0,
    byPayments: 0,
    byCredits: 0,
    isOverdue: false,
    hasTurned: false,
    isTested: made.kind !== 'instalment',
    isBlockedByPyramiding: false,
    isLateFeeSuspended: false,
    frozenDays: 0,
    closedOn: null,
  };
  let place = p.obligations.length;
  while (place > 0 && comesBefore(obligation, p.obligations[place - 1]!)) place--;
  if (place === p.obligations.length) p.obligations.push(obligation);
  else p.obligations.splice(place, 0, obligation);
  loan.worked = Math.min(loan.worked, place);
  return obligation;
}

function comesBefore(a: Obligation, b: Obligation): boolean {
  if (a.dueDate !== b.dueDate) return a.dueDate < b.dueDate;
  if (a.kind !== b.kind) return kindRank[a.kind] < kindRank[b.kind];
  if (a.kind === 'fee') return a.key < b.key;
  return a.ordinal < b.ordinal;
}

const unforeseen: ReadonlySet<FeeType> = new Set(unforeseenFees);

/**
 * The index of the first obligation that may still change with time. Those before it are done: without this index, every
 * day of a loan that nobody pays would look at all missed instalments again.
 */
export function firstToWork(loan: Loan): number {
  const { obligations } = loan.position;
  const isDone = ({ hasTurned, isTested }: Obligation): boolean =>
    hasTurned && (isTested || loan.terms.fees.late === null);
  while (loan.worked < obligations.length && isDone(obligations[loan.worked]!)) loan.worked++;
  return loan.worked;
}

export function openOf(o: Obligation): number {
  return o.interestOpen + o.principalOpen + openFees(o.fees);
}

export function countsAsPaid(o: Obligation, { tolerance }: DelinquencyTerms): boolean {
  let open = o.interestOpen + o.principalOpen;
  for (const fee of o.fees) if (!unforeseen.has(fee.type)) open += fee.open;
  return open === 0 || open < tolerance;
}

/** Removes obligations with nothing open from the position. Their late fee need no longer be tested. */
export function closePaid(loan: Loan, day: Day): void {
  const p = loan.position;
  let hasClosed = false;
  for (const o of p.obligations) {
    // The usual case is decided without its fees: this runs after each step, over all that is open.
    if (o.principalOpen > 0 || openOf(o) > 0) continue;
    o.closedOn = day;
    loan.records.obligations.push(o);
    emit(loan, day, 'loan.obligation.statuschanged', o.key);
    hasClosed = true;
  }
  // A new list, because a caller may still iterate over the old one.
  if (!hasClosed) return;
  p.obligations = p.obligations.length === 1 ? [] : p.obligations.filter((o) => o.closedOn === null);
  loan.worked = 0;
}

/** The last day on which a payment is on time; `graceDays` later for the late fee. */
export function deadlineOf(o: Obligation, { deadlines, closedDays }: DelinquencyTerms, graceDays = 0): Day {
  const day = o.dueDate + graceDays;
  return (deadlines === 'following' ? following(day, closedDays) : day) + o.frozenDays;
}

export function oldestOverdue(p: LoanPosition, terms: DelinquencyTerms): Obligation | undefined {
  return p.obligations.find((o) => isPastDue(o, terms));
}

const isPastDue = (o: Obligation, terms: DelinquencyTerms): boolean => o.hasTurned && !countsAsPaid(o, terms);

/** Frozen days do not count. */
function daysOf(o: Obligation, { frozen }: LoanPosition, day: Day): number {
  return day - o.dueDate - o.frozenDays - (frozen === null ? 0 : day - frozen.since);
}

export function daysPastDue(p: LoanPosition, terms: DelinquencyTerms, day: Day): number {
  const oldest = oldestOverdue(p, terms);
  return oldest === undefined ? 0 : daysOf(oldest, p, day);
}

/** What was to be paid and was not, the oldest first. Its first days are those past due of the loan. */
export interface PastDue {
  readonly dueDate: Day;
  readonly days: number;
  readonly open: Cents;
}

export function pastDue(
  terms: { readonly delinquency: DelinquencyTerms },
  { position: p, through }: { readonly position: LoanPosition; readonly through: Day },
): PastDue[] {
  return p.obligations
    .filter((o) => isPastDue(o, terms.delinquency))
    .map((o) => ({ dueDate: o.dueDate, days: daysOf(o, p, through), open: openOf(o) as Cents }));
}

/** Emits an event when a loan becomes late or current again. */
export function noteDelinquency(loan: Loan, day: Day, cause: string): void {
  const p = loan.position;
  const isLate = p.standing !== 'chargedOff' && oldestOverdue(p, loan.terms.delinquency) !== undefined;
  if (isLate === p.isDelinquent) return;
  p.isDelinquent = isLate;
  // A charged-off loan is no longer late, but it is not current either.
  if (p.standing !== 'chargedOff') emit(loan, day, isLate ? 'loan.overdue' : 'loan.current', cause);
}

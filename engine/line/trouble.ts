// A line in trouble: called in, written off in the books, settled for less, brought back to current.

import { feeAccount, interestAccount, post, principalAccount, settledAccount, transfer } from '../account/ledger.ts';
import { emit, type Moot, openFees } from '../account/loan.ts';
import type { Fee } from '../account/records.ts';
import { nothing } from '../interest/exact.ts';
import type { Day } from '../values/day.ts';
import { accrueAll, bookAccrued, countDisputes, forgoAccrued, restartDisputes } from './accrual.ts';
import { deadlineFor } from './cycle.ts';
import { keepCycleRate, noteSettled } from './cycle-rate.ts';
import { lower } from './draw.ts';
import type { LineFactOf } from './facts.ts';
import { takeSpreadShare } from './fees.ts';
import { endGrace } from './grace.ts';
import { book, countInterest, type Line, of } from './line.ts';
import { daysPastDue, moveToDue, newObligation, newPart } from './obligations.ts';
import { disputedOf, forgetResting, openOf } from './owed.ts';
import { endProgramme } from './programme.ts';
import { settleUp, useCredit } from './settle.ts';
import type { Billed, Draw, LineObligation, Part } from './state.ts';

/** Everything not due becomes one obligation that is due on the day. Cycles go on, grace ends. */
export function accelerate(line: Line, day: Day, cause: string): void {
  const p = line.position;
  accrueAll(line, day);
  const parts = p.draws.map((d) => callIn(line, d, day));
  const fees = p.waiting;
  p.waiting = [];
  moveToDue(line, fees, null);
  const o = newObligation(p, {
    kind: 'acceleration',
    key: `acceleration:${day}`,
    on: day,
    dueDate: day,
    deadline: deadlineFor(day, line.terms),
    parts: parts.filter((part) => part.interest + part.principal + part.feesDue > 0),
    fees,
  });
  p.obligations.push(o);
  p.standing = 'accelerated';
  for (const d of p.draws) stopGrace(line, d, day);
  line.entry.fees = openFees(fees);
  for (const part of parts) {
    line.entry.fees += part.feesDue;
    line.entry.interest += part.interest;
    line.entry.principal += part.principal;
  }
  book(line, day, 'acceleration', cause, o.amount);
  emit(line, day, 'loan.acceleration.processed', cause);
}

function callIn(line: Line, d: Draw, day: Day): Part {
  const p = line.position;
  // On a card deferred interest may be charged only when the line is more than 60 days past due.
  if (d.memo !== null && (line.terms.regulation !== 'card' || daysPastDue(p, line.terms.delinquency, day) > 60)) {
    endProgramme(line, d, day);
  }
  const { taken } = d;
  const interest = bookAccrued(line, d);
  countInterest(line, interest + taken, day);
  post(line, of(interestAccount.due, d), interest);
  post(line, 'interestIncome', -interest);
  const { principal } = d;
  transfer(line, of(principalAccount.notDue, d), of(principalAccount.due, d), principal);
  d.principal = 0;
  const fees = [...takeSpreadShare(d, 1, true), ...d.waiting];
  d.waiting = [];
  d.amortized = null;
  d.toSpread = null;
  moveToDue(line, fees, d);
  return { ...newPart(d, { interest, principal, fees }), isChecked: true };
}

function stopGrace(line: Line, d: Draw, day: Day): void {
  if (!d.hasGrace) return;
  endGrace(d, day);
  restartDisputes(line, d);
}

export function accelerateByHand(line: Line, fact: LineFactOf<'acceleration'>): Moot {
  const p = line.position;
  if (p.standing !== 'active' || p.paidOffOn !== null) return 'only an active line can be accelerated';
  accelerate(line, fact.on, `acceleration:${fact.id}`);
  return undefined;
}

/** All open amounts move off the receivables, by draws. The borrower still owes them. */
export function chargeOff(line: Line, day: Day, cause: string): void {
  const p = line.position;
  if (p.standing === 'active') {
    accelerate(line, day, `acceleration:${cause}`);
    settleUp(line, day, `acceleration:${cause}`);
  }
  accrueAll(line, day);
  countDisputes(line);
  const booked = bookLastInterest(line, day, cause);
  for (const { draw, interest } of booked) chargeOffDraw(line, draw, interest, day);
  for (const o of p.obligations) {
    p.chargedOffFees += clearFees(line, o.fees, o.isOverdue ? 'overdue' : 'due', null, incomeOf);
    endObligation(line, o, day);
  }
  p.chargedOffFees += clearFees(line, p.waiting, 'notDue', null, incomeOf);
  p.waiting = [];
  p.obligations = [];
  forgetResting(line);
  p.standing = 'chargedOff';
  const { principal, interest, fees } = line.entry;
  book(line, day, 'chargeOff', cause, principal + interest + fees);
  emit(line, day, 'loan.chargeoff.processed', cause);
}

/** Books the interest of each draw. What the cycle cost above its bound is given up before anything is charged off. */
function bookLastInterest(line: Line, day: Day, cause: string): readonly Billed[] {
  const p = line.position;
  const booked = p.draws.map((draw) => {
    const { taken } = draw;
    const interest = bookAccrued(line, draw);
    return { draw, interest, inAll: interest + taken, raised: 0, carried: nothing(), stretches: [] };
  });
  const { billed } = keepCycleRate(line, booked, day, cause);
  for (const { inAll } of billed) countInterest(line, inAll, day);
  if (p.customerCredit > 0) useCredit(line, day, `cycleRate:${cause}`);
  return billed;
}

function chargeOffDraw(line: Line, d: Draw, interest: number, day: Day): void {
  const before = { ...line.entry };
  line.entry.interest += interest;
  clearDraw(line, d, { principal: 'allowance', interest: 'interestIncome', fees: incomeOf });
  d.chargedOff.principal += line.entry.principal - before.principal;
  d.chargedOff.interest += line.entry.interest - before.interest;
  d.chargedOff.fees += line.entry.fees - before.fees;
  lower(line, d, d.principalOwed, day);
  d.memo = null;
}

export function chargeOffByHand(line: Line, fact: LineFactOf<'chargeOff'>): Moot {
  const p = line.position;
  const isOpen = p.standing === 'active' || p.standing === 'accelerated';
  if (!isOpen || p.paidOffOn !== null) return 'only an active or accelerated line can be charged off';
  chargeOff(line, fact.on, `chargeOff:${fact.id}`);
  return undefined;
}

/** The accounts to which the balances of the receivables move. */
interface Takers {
  readonly principal: string;
  readonly interest: string;
  readonly fees: (fee: Fee) => string;
}

const incomeOf = ({ type }: Fee): string => feeAccount[type].income;
const settledTo: Takers = { ...settledAccount, fees: () => settledAccount.fees };

function clearDraw(line: Line, d: Draw, to: Takers): void {
  const { entry, position: p } = line;
  for (const o of p.obligations) {
    const bucket = o.isOverdue ? 'overdue' : 'due';
    for (const part of o.parts) {
      if (part.draw !== d.id) continue;
      transfer(line, of(principalAccount[bucket], d), to.principal, part.principalOpen);
      transfer(line, of(interestAccount[bucket], d), to.interest, part.interestOpen);
      entry.principal += part.principalOpen;
      entry.interest += part.interestOpen;
      clearFees(line, part.fees, bucket, d, to.fees);
    }
  }
  transfer(line, of(principalAccount.notDue, d), to.principal, d.principal);
  entry.principal += d.principal;
  d.principal = 0;
  clearFees(line, d.waiting, 'notDue', d, to.fees);
  d.waiting = [];
  if (d.spread !== null) {
    clearFees(line, d.spread.fees, 'notDue', d, to.fees);
    d.spread = null;
  }
}

function clearFees(
  line: Line,
  fees: readonly Fee[],
  bucket: 'notDue' | 'due' | 'overdue',
  d: Draw | null,
  to: Takers['fees'],
): number {
  let sum = 0;
  for (const fee of fees) {
    const account = feeAccount[fee.type][bucket];
    transfer(line, of(account, d), to(fee), fee.open);
    sum += fee.open;
  }
  line.entry.fees += sum;
  return sum;
}

/** The obligation ends, even if something of it is open. */
function endObligation(line: Line, o: LineObligation, day: Day): void {
  o.closedOn ??= day;
  line.records.obligations.push(o);
}

/** An agreed sum has been paid: the rest is forgiven. */
export function settle(line: Line, day: Day, cause: string): void {
  const p = line.position;
  accrueAll(line, day);
  // A provisional credit was counted when the dispute was submitted.
  const counted = line.terms.disputes.credit === 'provisional' ? disputedOf(p) : 0;
  const off = p.draws.reduce((sum, { chargedOff }) => sum + chargedOff.interest + chargedOff.fees, p.chargedOffFees);
  for (const d of p.draws) {
    clearDraw(line, d, settledTo);
    forgoAccrued(line, d, day);
    d.chargedOff = { principal: 0, interest: 0, fees: 0 };
    d.memo = null;
    d.isClosed = true;
    // What is in dispute is forgiven too.
    transfer(line, of('disputed', d), settledAccount.principal, d.disputed);
    line.entry.principal += d.disputed;
    d.disputed = 0;
    lower(line, d, d.principalOwed, day);
  }
  for (const o of p.obligations) {
    clearFees(line, o.fees, o.isOverdue ? 'overdue' : 'due', null, settledTo.fees);
    endObligation(line, o, day);
  }
  clearFees(line, p.waiting, 'notDue', null, settledTo.fees);
  p.waiting = [];
  p.obligations = [];
  forgetResting(line);
  p.chargedOffFees = 0;
  p.disputes = [];
  p.settlement = null;
  // A settled line ends: nothing more is lent on it.
  p.isClosed = true;
  const { principal, interest, fees } = line.entry;
  p.period.credits += principal + interest + fees - counted;
  noteSettled(line, off + interest + fees);
  book(line, day, 'settled', cause, principal + interest + fees);
}

/** Overdue principal is not due any more; overdue interest and fees are due with the next statement. */
export function reAge(line: Line, fact: LineFactOf<'reAge'>): Moot {
  const p = line.position;
  const overdue = p.obligations.filter((o) => o.isOverdue && openOf(o) > 0);
  if (overdue.length === 0 || p.standing !== 'active') return 'nothing is overdue';
  for (const o of overdue) {
    for (const part of o.parts) reAgePart(line, part);
    for (const { type, open } of o.fees) transfer(line, feeAccount[type].overdue, feeAccount[type].due, open);
    dueWithNext(line, o);
    o.isOverdue = false;
  }
  book(line, fact.on, 'reAge', `reAge:${fact.id}`, line.entry.principal);
  return undefined;
}

function reAgePart(line: Line, part: Part): void {
  const d = line.byId.get(part.draw)!;
  transfer(line, of(principalAccount.overdue, d), of(principalAccount.notDue, d), part.principalOpen);
  d.principal += part.principalOpen;
  line.entry.principal += part.principalOpen;
  part.principalOpen = 0;
  transfer(line, of(interestAccount.overdue, d), of(interestAccount.due, d), part.interestOpen);
  for (const { type, open } of part.fees)
    transfer(line, of(feeAccount[type].overdue, d), of(feeAccount[type].due, d), open);
}

/** What is open of an obligation gets the due date of the next one; no late fee can come for it any more. */
export function dueWithNext(line: Line, o: LineObligation): void {
  const { position: p, terms } = line;
  forgetResting(line);
  o.deadline = deadlineFor(p.dueOn, terms);
  o.agesFrom = p.dueOn;
  o.hasTurned = false;
  o.isTested = true;
  o.isDeferred = true;
}

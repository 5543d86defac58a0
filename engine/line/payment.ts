// Where money goes: the obligations first, oldest first, then by the rule of the product what is not due (rules.md 15).

import { feeAccount, interestAccount, post, principalAccount } from '../account/ledger.ts';
import type { Fee } from '../account/records.ts';
import type { Component } from '../account/terms.ts';
import type { Day } from '../values/day.ts';
import { accrue, accruedOf } from './accrual.ts';
import { datesToCome } from './cycle.ts';
import { falling, inDrawOrder, lower } from './draw.ts';
import type { PurchaseNamed } from './facts.ts';
import { collectibleOf } from './grace.ts';
import { type Line, of, partOf } from './line.ts';
import { countFulfilled } from './obligations.ts';
import type { StepPart } from './records.ts';
import type { Draw, LineObligation, LinePosition, Part, Uncleared } from './state.ts';

/** Money on its way. */
export interface Money {
  readonly on: Day;
  readonly source: 'payment' | 'credit' | 'refund' | 'customerCredit';
  rest: number;
  readonly parts: StepPart[];
  /** The purchase that a refund or a dispute names. */
  readonly takesBack: PurchaseNamed | null;
  /** A pending payment, and how much of the limit it will free. */
  readonly uncleared: Uncleared | null;
}

type What = Exclude<keyof StepPart, 'draw'>;

/** Each amount that a payment pays goes through here. */
function count(line: Line, m: Money, d: Draw | null, what: What, amount: number, from?: LineObligation): void {
  if (amount === 0) return;
  m.rest -= amount;
  const id = d?.id ?? null;
  let part = m.parts.find(({ draw }) => draw === id);
  if (part === undefined) {
    part = { draw: id, fees: 0, interest: 0, principal: 0, notDue: 0 };
    m.parts.push(part);
  }
  part[what] += amount;
  line.entry[what === 'notDue' ? 'principal' : what] += amount;
  if (from !== undefined) from[counters[m.source]] += amount;
  const takesBack = m.takesBack !== null && id === m.takesBack.draw ? m.takesBack.on : null;
  countFulfilled(line, id, amount, from === undefined ? { takesBack } : { takesBack, from });
}

const counters = {
  payment: 'byPayments',
  credit: 'byCredits',
  refund: 'byCredits',
  customerCredit: 'byOverpayments',
} as const satisfies Record<Money['source'], keyof LineObligation>;

/** What a pending payment has paid of the debt frees no limit yet. */
function holdBack({ uncleared }: Money, d: Draw | null, amount: number): void {
  if (uncleared === null || amount === 0) return;
  if (d === null) uncleared.fromLine += amount;
  else uncleared.taken[d.id] = (uncleared.taken[d.id] ?? 0) + amount;
}

// --- What is due ---

export function payObligations(line: Line, m: Money, only: Component | null = null): void {
  const order = inDrawOrder(line, m.on);
  for (const o of line.position.obligations) {
    if (m.rest === 0) return;
    if (only === null || only === 'fees') takeFees(line, m, null, o.fees, o.isOverdue ? 'overdue' : 'due', o);
    for (const d of order) payPart(line, m, o, d, only);
  }
}

/** The parts of one draw, of all obligations. */
export function payParts(line: Line, m: Money, d: Draw, only: Component | null = null): void {
  for (const o of line.position.obligations) payPart(line, m, o, d, only);
}

function payPart(line: Line, m: Money, o: LineObligation, d: Draw, only: Component | null): void {
  const part = m.rest === 0 ? undefined : partOf(o, d);
  if (part === undefined) return;
  for (const component of only === null ? line.terms.payments.order : [only])
    takeOfPart(line, m, o, part, d, component);
}

function takeOfPart(line: Line, m: Money, o: LineObligation, part: Part, d: Draw, component: Component): void {
  const bucket = o.isOverdue ? 'overdue' : 'due';
  if (component === 'fees') takeFees(line, m, d, part.fees, bucket, o);
  else if (component === 'interest') {
    const taken = Math.min(m.rest, part.interestOpen);
    part.interestOpen -= taken;
    post(line, of(interestAccount[bucket], d), -taken);
    holdBack(m, d, taken);
    count(line, m, d, 'interest', taken, o);
  } else takeDuePrincipal(line, m, o, part, d);
}

export function takeDuePrincipal(line: Line, m: Money, o: LineObligation, part: Part, d: Draw): void {
  const taken = Math.min(m.rest, part.principalOpen);
  if (taken === 0) return;
  lowerBy(line, m, d, taken);
  part.principalOpen -= taken;
  post(line, of(principalAccount[o.isOverdue ? 'overdue' : 'due'], d), -taken);
  holdBack(m, d, taken);
  count(line, m, d, 'principal', taken, o);
}

function lowerBy(line: Line, { on, takesBack }: Money, d: Draw, amount: number): void {
  lower(line, d, amount, on, takesBack === null ? 0 : takeBackOf(line, takesBack, d, amount));
}

/** The part of it that takes back a purchase of the running period: no more than is left of that. The rest repays. */
function takeBackOf({ position: p }: Line, named: PurchaseNamed, d: Draw, amount: number): number {
  if (named.draw !== d.id || named.on < p.periodStart) return 0;
  const before = p.takenBack.find(({ purchase }) => purchase === named.id)?.amount ?? 0;
  const taken = Math.min(amount, Math.max(0, named.amount - before), d.bought);
  if (taken > 0) noteTakenBack(p, named.id, taken);
  return taken;
}

/** A dispute that was not won leaves again what it took back. */
export function noteTakenBack(p: LinePosition, purchase: string, more: number): void {
  const before = p.takenBack.find((one) => one.purchase === purchase)?.amount ?? 0;
  const others = p.takenBack.filter((one) => one.purchase !== purchase);
  p.takenBack = before + more > 0 ? [...others, { purchase, amount: before + more }] : others;
}

function takeFees(
  line: Line,
  m: Money,
  d: Draw | null,
  fees: readonly Fee[],
  bucket: 'notDue' | 'due' | 'overdue',
  from?: LineObligation,
): void {
  for (const fee of fees) {
    const taken = Math.min(m.rest, fee.open);
    if (taken === 0) continue;
    fee.open -= taken;
    const account = feeAccount[fee.type][bucket];
    post(line, of(account, d), -taken);
    if (fee.type === 'late') line.position.lateFees.taken += taken;
    holdBack(m, d, taken);
    count(line, m, d, 'fees', taken, from);
  }
}

// --- What is not due ---

export function takeNotDue(line: Line, m: Money, d: Draw): void {
  const taken = Math.min(m.rest, d.principal);
  if (taken === 0) return;
  lowerBy(line, m, d, taken);
  d.principal -= taken;
  post(line, of(principalAccount.notDue, d), -taken);
  holdBack(m, d, taken);
  count(line, m, d, 'notDue', taken);
}

/** Fees that wait: those of a draw, or those of the line. */
export function takeWaiting(line: Line, m: Money, d: Draw | null): void {
  const waits = d ?? line.position;
  takeFees(line, m, d, waits.waiting, 'notDue');
  waits.waiting = waits.waiting.filter(({ open }) => open > 0);
  if (d !== null && d.spread !== null) takeFees(line, m, d, d.spread.fees, 'notDue');
}

/** Whole cents of interest that is not billed yet, without what the next check of grace will surely remove. */
export function takeAccrued(line: Line, m: Money, d: Draw): void {
  if (m.rest === 0) return;
  accrue(line, d, m.on);
  const taken = Math.min(m.rest, collectibleOf(line, d));
  d.taken += taken;
  d.booked += taken;
  post(line, 'interestIncome', -taken);
  count(line, m, d, 'interest', taken);
}

// --- The whole way ---

/** Obligations, the rest by the rule of the product, what waits, accrued interest. What is left stays in `rest`. */
export function spread(line: Line, m: Money): void {
  payObligations(line, m);
  if (m.rest === 0) return;
  const { draws } = line.position;
  const order = inDrawOrder(line, m.on);
  if (line.terms.payments.excess === 'highestRate') {
    for (const d of deferredFirst(line, m.on)) takeNotDue(line, m, d);
    for (const d of falling(draws, m.on)) takeNotDue(line, m, d);
  } else {
    takeWaiting(line, m, null);
    for (const d of order) {
      takeWaiting(line, m, d);
      takeNotDue(line, m, d);
    }
  }
  takeWaiting(line, m, null);
  for (const d of order) takeWaiting(line, m, d);
  if (m.rest > 0) for (const d of falling(draws, m.on)) takeAccrued(line, m, d);
}

/** For one draw first: all of it, or what is due of it. */
export function spreadOn(line: Line, m: Money, d: Draw, aim: 'whole' | 'due'): void {
  payParts(line, m, d);
  if (aim === 'whole') takeWaiting(line, m, d);
  if (aim === 'whole' || d.memo !== null) takeNotDue(line, m, d);
}

/** Cards: in the last two periods before deferred interest ends, money beyond the minimum goes to its draw first. */
function deferredFirst(line: Line, day: Day): readonly Draw[] {
  const { terms, position: p } = line;
  if (terms.regulation !== 'card') return [];
  const running = p.draws.filter((d) => d.memo !== null && day <= endOf(d));
  if (running.length === 0) return running;
  const [, , third] = datesToCome(p, 3);
  return running
    .filter(({ terms: { deferredInterest } }) => third!.statementOn - 1 > deferredInterest!.endsOn)
    .sort((a, b) => endOf(a) - endOf(b));
}

const endOf = ({ terms: { deferredInterest } }: Draw): Day => deferredInterest!.endsOn + deferredInterest!.graceDays;

/** What a charged-off line gets back: principal, interest, what accrued since, fees; of each the draws in their order. */
export function payChargedOff(line: Line, m: Money): void {
  const order = inDrawOrder(line, m.on);
  const before = m.rest;
  for (const d of order) takeChargedOff(line, m, d, 'principal');
  for (const d of order) takeChargedOff(line, m, d, 'interest');
  for (const d of order) takeAccruedChargedOff(line, m, d);
  const fees = Math.min(m.rest, line.position.chargedOffFees);
  line.position.chargedOffFees -= fees;
  holdBack(m, null, fees);
  count(line, m, null, 'fees', fees);
  for (const d of order) takeChargedOff(line, m, d, 'fees');
  post(line, 'recoveries', -(before - m.rest));
}

function takeChargedOff(line: Line, m: Money, d: Draw, what: Component): void {
  const taken = Math.min(m.rest, d.chargedOff[what]);
  if (taken === 0) return;
  if (what === 'principal') accrue(line, d, m.on);
  d.chargedOff[what] -= taken;
  holdBack(m, d, taken);
  count(line, m, d, what, taken);
}

function takeAccruedChargedOff(line: Line, m: Money, d: Draw): void {
  const taken = Math.max(0, Math.min(m.rest, accruedOf(line, d).whole));
  d.taken += taken;
  d.booked += taken;
  count(line, m, d, 'interest', taken);
}

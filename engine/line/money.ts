// Money that comes in and goes back: payments, service credits, reimbursements, settlements.

import { feeAccount, post } from '../account/ledger.ts';
import { emit, type Moot } from '../account/loan.ts';
import type { Cents } from '../values/cents.ts';
import { falling, inDrawOrder, oweMore } from './draw.ts';
import type { LineFactOf } from './facts.ts';
import { book, type Line } from './line.ts';
import {
  type Money,
  payChargedOff,
  payObligations,
  payParts,
  spread,
  spreadOn,
  takeAccrued,
  takeNotDue,
  takeWaiting,
} from './payment.ts';
import type { Draw, Uncleared } from './state.ts';
import { settle } from './trouble.ts';

export function pay(line: Line, fact: LineFactOf<'payment'>): Moot {
  const { position: p, terms } = line;
  if (p.standing === 'chargedOff' && !terms.payments.areAllowedWhenChargedOff)
    return 'payments are not allowed once the line is charged off';
  const d = fact.draw === null ? null : line.byId.get(fact.draw);
  const kept = p.standing === 'chargedOff' ? Math.min(fact.agencyFee, fact.amount) : 0;
  const uncleared: Uncleared | null =
    fact.status === 'pending' ? { id: fact.id, on: fact.on, taken: {}, fromLine: 0, credit: 0 } : null;
  const m: Money = { on: fact.on, source: 'payment', rest: fact.amount, parts: [], takesBack: null, uncleared };
  if (p.standing === 'chargedOff') payChargedOff(line, m);
  else {
    if (d !== null && d !== undefined) spreadOn(line, m, d, terms.payments.aim);
    spread(line, m);
  }
  post(line, 'clearing', fact.amount - kept);
  post(line, 'agencyFees', kept);
  if (uncleared !== null) p.uncleared.push({ ...uncleared, credit: m.rest });
  keepRest(line, m);
  p.period.payments += fact.amount;
  book(line, fact.on, 'payment', `payment:${fact.id}`, fact.amount, fact.draw, m.parts);
  emit(line, fact.on, 'payment.applied', fact.id);
  countTowardSettlement(line, fact);
  return undefined;
}

/** What it paid frees the limit, and what it left is credit like any other. Of another payment it changes nothing. */
export function clear({ position: p }: Line, { payment }: LineFactOf<'cleared'>): Moot {
  p.uncleared = p.uncleared.filter(({ id }) => id !== payment);
  return undefined;
}

/** What is left is owed to the borrower. */
export function keepRest(line: Line, m: Money): void {
  const p = line.position;
  if (m.rest === 0) return;
  if (p.customerCredit === 0) p.creditSince = m.on;
  line.entry.over = m.rest;
  p.customerCredit += m.rest;
  post(line, 'customerCredit', -m.rest);
}

export function credit(line: Line, fact: LineFactOf<'serviceCredit'>): Moot {
  const { position: p } = line;
  const d = fact.draw === null ? null : line.byId.get(fact.draw);
  if (d === undefined) return 'there is no such draw';
  const m: Money = { on: fact.on, source: 'credit', rest: fact.amount, parts: [], takesBack: null, uncleared: null };
  if (p.standing === 'chargedOff') payChargedOff(line, m);
  else if (fact.component !== null) creditComponent(line, m, fact.component, d);
  else if (d === null) spread(line, m);
  else creditDraw(line, m, d);
  post(line, 'serviceCredits', fact.amount);
  keepRest(line, m);
  p.period.credits += fact.amount;
  book(line, fact.on, 'serviceCredit', `serviceCredit:${fact.id}`, fact.amount, fact.draw, m.parts);
  return undefined;
}

/** That draw alone. */
function creditDraw(line: Line, m: Money, d: Draw): void {
  spreadOn(line, m, d, 'whole');
  takeAccrued(line, m, d);
}

function creditComponent(
  line: Line,
  m: Money,
  component: NonNullable<LineFactOf<'serviceCredit'>['component']>,
  d: Draw | null,
): void {
  if (d === null) payObligations(line, m, component);
  else payParts(line, m, d, component);
  if (component === 'fees' && d === null) takeWaiting(line, m, null);
  for (const one of d === null ? falling(line.position.draws, m.on) : [d]) {
    if (component === 'fees') takeWaiting(line, m, one);
    else if (component === 'interest') takeAccrued(line, m, one);
    else takeNotDue(line, m, one);
  }
}

/** What it pays beyond the credit is owed again: the payment that had brought that has come back since. */
export function reimburse(line: Line, fact: LineFactOf<'reimbursement'>): Moot {
  const p = line.position;
  const fromCredit = Math.min(p.customerCredit, fact.amount);
  p.customerCredit -= fromCredit;
  if (p.customerCredit === 0) p.creditSince = null;
  giveBackUncleared(line);
  p.period.reimbursements += fact.amount;
  post(line, 'customerCredit', fromCredit);
  post(line, 'clearing', -fact.amount);
  const d = fact.amount > fromCredit ? oweAgain(line, fact, fact.amount - fromCredit) : null;
  book(line, fact.on, 'reimbursement', `reimbursement:${fact.id}`, fact.amount, d?.id ?? null);
  return undefined;
}

/** As if it had been bought of the first draw in their order. Without any draw it waits as a fee of the line does. */
function oweAgain(line: Line, { id, on }: LineFactOf<'reimbursement'>, amount: number): Draw | null {
  const p = line.position;
  const [d = null] = inDrawOrder(line, on);
  line.entry[d === null ? 'fees' : 'principal'] = -amount;
  if (d !== null) oweMore(line, d, amount, on);
  else if (p.standing === 'chargedOff') {
    p.chargedOffFees += amount;
    post(line, 'allowance', amount);
  } else {
    const key = `reimbursement:${id}`;
    p.waiting = [...p.waiting, { key, type: 'adHoc', on, amount: amount as Cents, cause: key, open: amount }];
    post(line, feeAccount.adHoc.notDue, amount);
  }
  return d;
}

/** Money that may still come back is given back last. */
function giveBackUncleared({ position: p }: Line): void {
  let over = p.uncleared.reduce((sum, { credit }) => sum + credit, 0) - p.customerCredit;
  for (const one of p.uncleared) {
    const less = Math.min(one.credit, Math.max(0, over));
    one.credit -= less;
    over -= less;
  }
}

export function agreeSettlement(line: Line, fact: LineFactOf<'settlement'>): Moot {
  const p = line.position;
  if (p.paidOffOn !== null) return 'there is nothing to settle';
  p.settlement = { amount: fact.amount, lastDay: fact.lastDay, fact: fact.id, paid: 0 };
  return undefined;
}

/** Payments from the agreement on count, those on a charged-off line too. */
function countTowardSettlement(line: Line, { amount, on }: LineFactOf<'payment'>): void {
  const { settlement } = line.position;
  if (settlement === null || on > settlement.lastDay) return;
  settlement.paid += amount;
  if (settlement.paid >= settlement.amount) settle(line, on, `settled:${settlement.fact}`);
}

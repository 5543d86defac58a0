// After each step: customer credit pays what is owed, paid obligations close, draws and the line are paid off.

import { post } from '../account/ledger.ts';
import { emit } from '../account/loan.ts';
import type { Day } from '../values/day.ts';
import { accrueAll, accruedOf, forgoAccrued } from './accrual.ts';
import { isDeferring, isEmpty, notePaidOffDraws } from './draw.ts';
import { isSureOfGrace, noteNeedless } from './grace.ts';
import { isUncleared } from './limit.ts';
import { book, type Line, lineFeesOwed, owedOf } from './line.ts';
import { closePaid, noteDelinquency } from './obligations.ts';
import { type Money, spread } from './payment.ts';

export function settleUp(line: Line, day: Day, cause: string): void {
  const p = line.position;
  if (p.customerCredit > 0) useCredit(line, day, cause);
  if (p.obligations.length > 0) {
    noteNeedless(line, day);
    closePaid(line, day);
    noteDelinquency(line, day, cause);
  } else p.lateFees.taken = 0;
  if (p.isClosed || !p.newDrawsAllowed || p.draws.some(({ isClosed }) => isClosed)) {
    notePaidOffDraws(line, day, cause);
    notePaidOff(line, day, cause);
  }
}

/** While anything is owed there is no customer credit: it is used at once. */
function useCredit(line: Line, day: Day, cause: string): void {
  const p = line.position;
  if (p.standing === 'chargedOff' || owedOf(p) === 0) return;
  const before = p.customerCredit;
  const m: Money = { on: day, source: 'customerCredit', rest: before, parts: [], takesBack: null, uncleared: null };
  spread(line, m);
  const used = before - m.rest;
  p.customerCredit = m.rest;
  if (m.rest === 0) p.creditSince = null;
  post(line, 'customerCredit', used);
  holdBackCredit(line, m, day);
  book(line, day, 'creditUsed', `creditUsed:${cause}`, used, null, m.parts);
}

/** Credit that pending payments left frees no limit when it is used; that of the oldest payment is used first. */
function holdBackCredit(line: Line, { parts }: Money, day: Day): void {
  const uncleared = line.position.uncleared.filter((one) => isUncleared(line, one, day));
  if (uncleared.length === 0) return;
  for (const { draw, fees, interest, principal, notDue } of parts) {
    let used = fees + interest + principal + notDue;
    for (const one of uncleared) {
      const from = Math.min(used, one.credit);
      one.credit -= from;
      used -= from;
      if (draw === null) one.fromLine += from;
      else one.taken[draw] = (one.taken[draw] ?? 0) + from;
    }
  }
}

function notePaidOff(line: Line, day: Day, cause: string): void {
  const p = line.position;
  const canEnd = p.isClosed || (!p.newDrawsAllowed && p.draws.every(({ isClosed }) => isClosed));
  const isDone = canEnd && owesNothing(line, day);
  if (isDone === (p.paidOffOn !== null)) return;
  if (!isDone) {
    p.paidOffOn = null;
    emit(line, day, 'loan.statuschanged', cause);
    return;
  }
  p.paidOffOn = day;
  p.settlement = null;
  for (const d of p.draws) {
    if (isSureOfGrace(line, d)) for (const stretch of d.stretches) stretch.sum = 0;
    forgoAccrued(line, d, day);
  }
  book(line, day, 'paidOff', `paidOff:${cause}`, 0);
  emit(line, day, 'loan.paidoff', cause);
}

function owesNothing(line: Line, day: Day): boolean {
  const p = line.position;
  if (p.holds.length > 0 || p.disputes.length > 0 || p.chargedOffFees > 0 || lineFeesOwed(p) > 0) return false;
  if (!p.draws.every((d) => isEmpty(line, d) && d.pending === 0 && !isDeferring(d))) return false;
  accrueAll(line, day);
  return p.draws.every((d) => accruedOf(line, d).whole <= 0 || isSureOfGrace(line, d));
}

// After each step: customer credit pays what is owed, paid obligations close, draws and the line are paid off.

import { post } from '../account/ledger.ts';
import { emit } from '../account/loan.ts';
import type { Day } from '../values/day.ts';
import { keepCycleRate } from './cycle-rate.ts';
import { notePaidOffDraws } from './draw.ts';
import { noteNeedless } from './grace.ts';
import { isUncleared } from './limit.ts';
import { book, type Line } from './line.ts';
import { closePaid, noteDelinquency } from './obligations.ts';
import { lineFeesOwed, owedOf } from './owed.ts';
import { type Money, spread } from './payment.ts';
import type { StepPart } from './records.ts';
import type { Uncleared } from './state.ts';

export function settleUp(line: Line, day: Day, cause: string): void {
  const p = line.position;
  if (p.customerCredit > 0) useCredit(line, day, cause);
  noteNeedless(line, day);
  closePaid(line, day);
  noteDelinquency(line, day, cause);
  notePaidOffDraws(line, day, cause);
  notePaidOff(line, day, cause);
}

/** While anything is owed there is no customer credit: it is used at once. */
export function useCredit(line: Line, day: Day, cause: string): void {
  const p = line.position;
  if (p.standing === 'chargedOff' || owedOf(line) === 0) return;
  const before = p.customerCredit;
  const parts: StepPart[] = [];
  const use = (amount: number, uncleared: Uncleared | null): number => {
    const m: Money = { on: day, source: 'customerCredit', rest: amount, parts, takesBack: null, uncleared };
    spread(line, m);
    p.customerCredit -= amount - m.rest;
    return m.rest;
  };
  // What pending payments left frees no limit when it is used either; the oldest is used first.
  for (const one of p.uncleared) if (isUncleared(line, one, day)) one.credit = use(one.credit, one);
  use(p.customerCredit, null);
  if (p.customerCredit === 0) p.creditSince = null;
  const used = before - p.customerCredit;
  post(line, 'customerCredit', used);
  book(line, day, 'creditUsed', `creditUsed:${cause}`, used, null, parts);
}

/** A line on which no draws can be made any more ends with its draws; closed draws of which nothing is left have ended. */
function notePaidOff(line: Line, day: Day, cause: string): void {
  const p = line.position;
  const isDone =
    (p.isClosed || !p.newDrawsAllowed) &&
    p.draws.every(({ paidOffOn }) => paidOffOn !== null) &&
    p.chargedOffFees + lineFeesOwed(line) === 0;
  if (isDone === (p.paidOffOn !== null)) {
    // Its credit may have paid a charge at once.
    if (isDone) keepCycleRate(line, [], day, cause);
    return;
  }
  if (!isDone) {
    p.paidOffOn = null;
    emit(line, day, 'loan.statuschanged', cause);
    return;
  }
  p.paidOffOn = day;
  p.settlement = null;
  keepCycleRate(line, [], day, cause);
  book(line, day, 'paidOff', `paidOff:${cause}`, 0);
  emit(line, day, 'loan.paidoff', cause);
}

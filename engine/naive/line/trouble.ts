// Acceleration, charge-off, recovery, settlement, re-age (section 14).

import type { Component } from '../../account/terms.ts';
import type { LineFactOf as FactOf } from '../../line/facts.ts';
import { minus, rational, wholeCents } from '../rational.ts';
import { moveTo } from './ahead.ts';
import { deadlineOf } from './cycle.ts';
import { boundCost, countSettled } from './cycle-rate.ts';
import type { Moot } from './draws.ts';
import { daysPastDue } from './due.ts';
import { isOpen, takeSpreadShare } from './fees.ts';
import { bookInterest, forgo } from './interest.ts';
import {
  chargedOff,
  type Draw,
  disputed,
  type FeePiece,
  type Line,
  leftUnderCap,
  type Obligation,
  openFees,
  openOf,
  owed,
  type Part,
} from './line.ts';
import { drawsInOrder } from './order-of-draws.ts';
import { settleMemo } from './programme.ts';
import { type Money, noteTaking, takeFees, useCredit } from './take.ts';

/** 14.1. */
export function accelerate(line: Line): void {
  const isProgrammeOver = line.terms.regulation !== 'card' || daysPastDue(line) > 60;
  for (const draw of line.draws) if (isProgrammeOver) settleMemo(line, draw);
  const parts = drawsInOrder(line).map((draw): Part => {
    const interest = bookInterest(line, draw);
    const { principal } = draw;
    const fees = [...draw.waiting.filter(({ open }) => open > 0), ...takeSpreadShare(draw, true)];
    draw.principal = 0;
    draw.waiting = [];
    draw.schedule = null;
    draw.spreadNext = null;
    draw.inGrace = false;
    return { draw, fees, interest, principal };
  });
  const lineFees = line.waiting.filter(({ open }) => open > 0);
  line.waiting = [];
  line.status = 'accelerated';
  const obligation: Obligation = {
    kind: 'acceleration',
    ordinal: 0,
    madeOn: line.day,
    dueDate: line.day,
    deadline: deadlineOf(line.terms, line.day),
    parts,
    lineFees,
    amount: 0,
    overLimit: 0,
    isOverdue: false,
    movedTo: null,
    lateFeeTested: true,
    statement: null,
  };
  obligation.amount = openOf(obligation);
  line.obligations.push(obligation);
}

export function acceleration(line: Line): Moot {
  if (line.status !== 'active' || line.isPaidOff) return 'not active';
  accelerate(line);
  return undefined;
}

/** 14.2. An active line is accelerated first. */
export function chargeOff(line: Line): void {
  if (line.status === 'active') accelerate(line);
  useCredit(line);
  // 15.21: nothing above the bound is charged off.
  const interest = new Map(line.draws.map((draw) => [draw, bookInterest(line, draw)]));
  boundCost(line, interest);
  useCredit(line);
  for (const draw of line.draws) {
    draw.chargedOff.interest += interest.get(draw) ?? 0;
    draw.chargedOff.principal += draw.principal;
    draw.chargedOff.fees += openFees(draw.waiting) + openFees(draw.spreadFees);
    for (const piece of [...draw.waiting, ...draw.spreadFees]) piece.open = 0;
    draw.principal = 0;
    draw.memo = null;
  }
  for (const obligation of line.obligations) {
    for (const part of obligation.parts) chargeOffPart(part);
    line.chargedOffFees.push(...moved(obligation.lineFees));
  }
  line.chargedOffFees.push(...moved(line.waiting));
  line.status = 'chargedOff';
}

function chargeOffPart(part: Part): void {
  const { chargedOff } = part.draw;
  chargedOff.principal += part.principal;
  chargedOff.interest += part.interest;
  chargedOff.fees += openFees(part.fees);
  part.principal = 0;
  part.interest = 0;
  for (const piece of part.fees) piece.open = 0;
}

function moved(pieces: readonly FeePiece[]): FeePiece[] {
  return pieces.map((piece) => {
    const copy = { ...piece };
    piece.open = 0;
    return copy;
  });
}

export function chargeOffByHand(line: Line): Moot {
  if (line.status === 'pending' || line.status === 'chargedOff' || line.isPaidOff)
    return 'neither active nor accelerated';
  chargeOff(line);
  return undefined;
}

/** 14.2: principal, interest, then what accrued since, fees; within each the draws in their order. */
export function recover(line: Line, money: Money): void {
  const order = drawsInOrder(line);
  for (const draw of order) recoverFrom(line, money, draw, 'principal');
  for (const draw of order) recoverFrom(line, money, draw, 'interest');
  for (const draw of order) recoverAccrued(line, money, draw);
  takeFees(line, money, line.chargedOffFees, null);
  for (const draw of order) recoverFrom(line, money, draw, 'fees');
}

function recoverFrom(line: Line, money: Money, draw: Draw, component: Component): void {
  const amount = Math.min(money.left, draw.chargedOff[component]);
  draw.chargedOff[component] -= amount;
  money.left -= amount;
  noteTaking(line, money, amount, { draw, component });
}

function recoverAccrued(line: Line, money: Money, draw: Draw): void {
  const amount = Math.min(money.left, wholeCents(draw.accrued), leftUnderCap(line));
  money.left -= amount;
  draw.accrued = minus(draw.accrued, rational(amount));
  draw.booked += amount;
  line.books.interestIncome += amount;
  noteTaking(line, money, amount, { draw, component: 'interest', isAccrued: true });
}

/** 14.3: as rules.md 10.3. */
export function settlement(line: Line, fact: FactOf<'settlement'>): Moot {
  if (line.isPaidOff || line.status === 'pending') return 'nothing to settle';
  line.settlement = { amount: fact.amount, lastDay: fact.lastDay, received: 0 };
  return undefined;
}

export function receiveForSettlement(line: Line, amount: number): void {
  const { settlement: agreed } = line;
  if (agreed === null || line.day > agreed.lastDay) return;
  agreed.received += amount;
  if (agreed.received >= agreed.amount) writeOff(line);
}

/** When the settlement has been paid, the rest of the debt is given up, and the line is closed. */
function writeOff(line: Line): void {
  line.settlement = null;
  line.books.writtenOff += owed(line) + disputed(line) + chargedOff(line);
  countSettled(line, chargesOwed(line));
  for (const draw of line.draws) {
    draw.principal = 0;
    draw.disputed = 0;
    draw.memo = null;
    forgo(line, draw);
    for (const component of ['principal', 'interest', 'fees'] as const) draw.chargedOff[component] = 0;
    draw.isClosed = true;
  }
  line.disputes = [];
  for (const { parts } of line.obligations)
    for (const part of parts) Object.assign(part, { interest: 0, principal: 0 });
  for (const piece of allPieces(line)) piece.open = 0;
  line.isClosed = true;
}

/** All interest and fees that are booked and open. */
function chargesOwed(line: Line): number {
  const parts = line.obligations.flatMap((obligation) => obligation.parts);
  const billed = parts.reduce((sum, { interest }) => sum + interest, openFees(allPieces(line)));
  return line.draws.reduce((sum, draw) => sum + draw.chargedOff.interest + draw.chargedOff.fees, billed);
}

function allPieces(line: Line): FeePiece[] {
  const inObligations = line.obligations.flatMap(({ lineFees, parts }) => [
    ...lineFees,
    ...parts.flatMap(({ fees }) => fees),
  ]);
  const ofDraws = line.draws.flatMap(({ waiting, spreadFees }) => [...waiting, ...spreadFees]);
  return [...inObligations, ...ofDraws, ...line.waiting, ...line.chargedOffFees];
}

/** 14.3: principal of overdue obligations is not due again, the rest is due with the next statement. */
export function reAge(line: Line): Moot {
  const overdue = line.obligations.filter((obligation) => obligation.isOverdue && isOpen(obligation));
  if (overdue.length === 0 || line.status !== 'active') return 'nothing is overdue';
  for (const obligation of overdue) {
    for (const part of obligation.parts) {
      part.draw.principal += part.principal;
      part.principal = 0;
    }
    moveTo(line, obligation, null);
  }
  return undefined;
}

// Where money goes (section 9): one step after the other, each takes what is there. Every cent taken is written down as
// a taking; grace, late fees and the limit are read from those.

import type { Component } from '../../account/terms.ts';
import { minus, rational } from '../rational.ts';
import {
  creditOf,
  type Draw,
  type FeePiece,
  type Line,
  type Obligation,
  owed,
  type Part,
  type Source,
  type TakenBack,
  type Taking,
} from './line.ts';
import { drawsFalling, drawsInOrder } from './order-of-draws.ts';
import { collectible } from './paid-in-full.ts';
import { programmesFirst } from './programme.ts';

export interface Money {
  left: number;
  readonly source: Source;
  readonly payment: string | null;
  readonly purchase: TakenBack | null;
}

type Of = Pick<Taking, 'draw' | 'component'> & Partial<Taking>;

export function noteTaking(line: Line, money: Omit<Money, 'left'>, amount: number, of: Of): void {
  if (amount === 0) return;
  const { source, payment, purchase } = money;
  line.takings.push({
    on: line.day,
    source,
    payment,
    purchase,
    amount,
    obligation: null,
    isAccrued: false,
    feeType: null,
    ...of,
  });
}

export function noteRaise(line: Line, draw: Draw, amount: number, dispute: string | null = null): void {
  line.raises.push({ on: line.day, draw, amount, takingsBefore: line.takings.length, dispute });
}

function most(money: Money, holds: number): number {
  const taken = Math.min(money.left, holds);
  money.left -= taken;
  return taken;
}

export function takeFees(line: Line, money: Money, pieces: readonly FeePiece[], obligation: Obligation | null): void {
  for (const piece of [...pieces].sort((a, b) => a.sequence - b.sequence)) {
    const amount = most(money, piece.open);
    piece.open -= amount;
    if (piece.type === 'late') line.lateFeesTaken += amount;
    noteTaking(line, money, amount, { draw: piece.draw, component: 'fees', obligation, feeType: piece.type });
  }
}

function takePart(line: Line, money: Money, obligation: Obligation, part: Part, component: Component): void {
  if (component === 'fees') {
    takeFees(line, money, part.fees, obligation);
    return;
  }
  const amount = most(money, part[component]);
  part[component] -= amount;
  noteTaking(line, money, amount, { draw: part.draw, component, obligation });
}

/** 9.2, step 2. */
function takeObligations(line: Line, money: Money, components: readonly Component[]): void {
  const order = drawsInOrder(line);
  for (const obligation of line.obligations) {
    if (components.includes('fees')) takeFees(line, money, obligation.lineFees, obligation);
    for (const draw of order) takePartsOf(line, money, { draw, obligations: [obligation], components });
  }
}

interface Parts {
  readonly draw: Draw;
  readonly obligations: readonly Obligation[];
  readonly components: readonly Component[];
}

function takePartsOf(line: Line, money: Money, { draw, obligations, components }: Parts): void {
  for (const obligation of obligations) {
    for (const part of obligation.parts) {
      if (part.draw !== draw) continue;
      for (const component of components) takePart(line, money, obligation, part, component);
    }
  }
}

export function takeNotDue(line: Line, money: Money, draw: Draw): void {
  const amount = most(money, draw.principal);
  draw.principal -= amount;
  noteTaking(line, money, amount, { draw, component: 'principal' });
}

function takeWaiting(line: Line, money: Money, draw: Draw): void {
  takeFees(line, money, draw.waiting, null);
  takeFees(line, money, draw.spreadFees, null);
}

/** 6.3: whole cents only. */
function takeAccrued(line: Line, money: Money, draw: Draw): void {
  const amount = most(money, collectible(line, draw));
  draw.accrued = minus(draw.accrued, rational(amount));
  draw.booked += amount;
  line.books.interestIncome += amount;
  noteTaking(line, money, amount, { draw, component: 'interest', isAccrued: true });
}

/** 9.2, step 3. */
function takeExcess(line: Line, money: Money): void {
  if (line.terms.payments.excess === 'highestRate') {
    for (const draw of programmesFirst(line, drawsFalling(line))) takeNotDue(line, money, draw);
    return;
  }
  takeFees(line, money, line.waiting, null);
  for (const draw of drawsInOrder(line)) {
    takeWaiting(line, money, draw);
    takeNotDue(line, money, draw);
  }
}

/** 9.2, steps 2 to 5. */
export function takeAll(line: Line, money: Money): void {
  takeObligations(line, money, line.terms.payments.order);
  takeExcess(line, money);
  takeFees(line, money, line.waiting, null);
  for (const draw of drawsInOrder(line)) takeWaiting(line, money, draw);
  for (const draw of drawsFalling(line)) takeAccrued(line, money, draw);
}

/** 9.4: what an aimed payment takes first. */
export function takeAimed(line: Line, money: Money, draw: Draw, aim: 'whole' | 'due'): void {
  takePartsOf(line, money, { draw, obligations: line.obligations, components: line.terms.payments.order });
  if (aim === 'whole') {
    takeWaiting(line, money, draw);
    takeNotDue(line, money, draw);
  } else if (draw.memo !== null) {
    takeNotDue(line, money, draw);
  }
}

/** 9.9: only this draw. */
export function takeOnlyDraw(line: Line, money: Money, draw: Draw): void {
  takeAimed(line, money, draw, 'whole');
  takeAccrued(line, money, draw);
}

/** 9.9: only this component, of one draw or of all. */
export function takeOnlyComponent(line: Line, money: Money, component: Component, only: Draw | null): void {
  const isMine = (draw: Draw) => only === null || draw === only;
  if (only === null) takeObligations(line, money, [component]);
  else takePartsOf(line, money, { draw: only, obligations: line.obligations, components: [component] });
  if (component === 'fees') {
    if (only === null) takeFees(line, money, line.waiting, null);
    for (const draw of drawsInOrder(line).filter(isMine)) takeWaiting(line, money, draw);
  }
  for (const draw of drawsFalling(line).filter(isMine)) {
    if (component === 'interest') takeAccrued(line, money, draw);
    if (component === 'principal') takeNotDue(line, money, draw);
  }
}

/** What is left of the money is customer credit. */
export function keepAsCredit(line: Line, money: Money): void {
  if (money.left > 0) line.credit.push({ payment: money.payment, left: money.left });
  money.left = 0;
}

/** 4.2: whether money of this payment may still come back. */
function isUncleared({ pendingPayments, terms, day }: Line, payment: string | null): boolean {
  const on = payment === null ? undefined : pendingPayments.get(payment);
  return on !== undefined && (terms.paymentHoldDays === null || day < on + terms.paymentHoldDays);
}

/** Credit left by payments that are not cleared is used first, and reimbursed last; then the oldest goes first. */
export function creditInOrder(line: Line, isUnclearedFirst: boolean): Line['credit'] {
  const rank = ({ payment }: Line['credit'][number]) => (isUncleared(line, payment) === isUnclearedFirst ? 0 : 1);
  return [...line.credit].sort((a, b) => rank(a) - rank(b));
}

/** 9.6: customer credit never stands beside anything owed. */
export function useCredit(line: Line): void {
  if (creditOf(line) === 0 || owed(line) === 0) return;
  for (const layer of creditInOrder(line, true)) {
    const money: Money = { left: layer.left, source: 'customerCredit', payment: layer.payment, purchase: null };
    takeAll(line, money);
    layer.left = money.left;
  }
  line.credit = line.credit.filter(({ left }) => left > 0);
}

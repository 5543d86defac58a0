// Limits, holds and purchases, and what is available (sections 4 and 5).

import type { LineFactOf as FactOf } from '../../line/facts.ts';
import type { Moot } from './draws.ts';
import { bookDrawFee, bookFee } from './fees.ts';
import {
  chargedOff,
  chargedOffOf,
  type Draw,
  disputed,
  drawNamed,
  type Line,
  owed,
  owedOfDraw,
  type Taking,
} from './line.ts';
import { shareOf } from './minimum.ts';
import { noteRaise } from './take.ts';

/** 5.6. */
export function authorization(line: Line, fact: FactOf<'authorization'>): Moot {
  const draw = drawNamed(line, fact.draw);
  if (draw === undefined) return 'no such draw';
  const releasedOn = line.day + line.terms.authorizationDays;
  line.holds.push({ id: fact.id, draw, releasedOn, left: fact.amount });
  return undefined;
}

export function release(line: Line, fact: FactOf<'release'>): Moot {
  const hold = line.holds.find(({ id, left }) => id === fact.authorization && left > 0);
  if (hold === undefined) return 'no hold';
  hold.left = 0;
  return undefined;
}

/** 1.4, step 5: at the start of the day. */
export function expireHolds(line: Line): void {
  line.holds = line.holds.filter(({ releasedOn, left }) => releasedOn > line.day && left > 0);
}

/** 5.3. In a replay it is always posted, whatever the limit (4.3). */
export function purchase(line: Line, fact: FactOf<'purchase'>): Moot {
  const draw = drawNamed(line, fact.draw);
  if (draw === undefined) return 'no such draw';
  if (fact.status === 'pending') line.pendingPurchases.push({ draw });
  const hold = line.holds.find(({ id }) => id === fact.authorization?.id);
  if (hold !== undefined) hold.left = fact.authorization?.endsHold ? 0 : Math.max(0, hold.left - fact.amount);
  line.books[draw.terms.purpose] += fact.amount;
  if (line.status === 'chargedOff') {
    draw.chargedOff.principal += fact.amount;
    return undefined;
  }
  draw.principal += fact.amount;
  draw.boughtInPeriod = true;
  noteRaise(line, draw, fact.amount);
  bookDrawFee(line, draw, fact.id, shareOf(draw.terms.fees.draw.percentOfPurchase, fact.amount));
  // 13.1: they are fees of the draw, and wait for the next statement like any other.
  for (const { id, type, amount } of fact.fees ?? []) bookFee(line, { type, key: `${type}:${id}`, amount, draw });
  return undefined;
}

export function limit(line: Line, fact: FactOf<'limit'>): Moot {
  line.limit = fact.amount;
  return undefined;
}

export function drawLimit(line: Line, fact: FactOf<'drawLimit'>): Moot {
  const draw = drawNamed(line, fact.draw);
  if (draw === undefined) return 'no such draw';
  draw.limit = fact.amount;
  return undefined;
}

/** 4.2: what pending payments took from owed amounts, at once or out of the credit that they left. */
export function uncleared(line: Line, only: Draw | null = null): number {
  const { paymentHoldDays } = line.terms;
  const isHeld = ({ payment, isAccrued, draw }: Taking) => {
    const on = payment === null ? undefined : line.pendingPayments.get(payment);
    if (on === undefined || isAccrued || (only !== null && draw !== only)) return false;
    return paymentHoldDays === null || line.day < on + paymentHoldDays;
  };
  return line.takings.filter(isHeld).reduce((sum, { amount }) => sum + amount, 0);
}

export function holds(line: Line, only: Draw | null = null): number {
  return line.holds.filter(({ draw }) => only === null || draw === only).reduce((sum, { left }) => sum + left, 0);
}

/** 4.2. What was charged off is owed too. */
export function available(line: Line): number {
  return Math.max(0, line.limit - owed(line) - chargedOff(line) - disputed(line) - holds(line) - uncleared(line));
}

/** 4.2: what may be spent on a draw, within its own limit and within that of the line. */
export function availableOfDraw(line: Line, draw: Draw): number {
  if (draw.limit === null) return available(line);
  const used = owedOfDraw(line, draw) + chargedOffOf(draw) + draw.disputed + holds(line, draw) + uncleared(line, draw);
  return Math.max(0, Math.min(available(line), draw.limit - used));
}

/** 4.3. */
export function overLimit(line: Line): number {
  return Math.max(0, owed(line) + chargedOff(line) + disputed(line) - line.limit);
}

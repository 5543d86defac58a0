// Purchases and what takes them back; authorizations, which hold the limit and are in no ledger.

import { post } from '../account/ledger.ts';
import type { Moot } from '../account/loan.ts';
import { oweMore } from './draw.ts';
import type { LineFactOf } from './facts.ts';
import { chargeForPurchase } from './fees.ts';
import { book, type Line } from './line.ts';
import { keepRest } from './money.ts';
import { type Money, payChargedOff, spread, spreadOn, takeNotDue } from './payment.ts';
import type { PeriodSums } from './state.ts';
import type { DrawPurpose } from './terms.ts';

const sums = {
  regular: 'purchases',
  static: 'purchases',
  cashAdvance: 'cashAdvances',
  balanceTransfer: 'balanceTransfers',
} as const satisfies Record<DrawPurpose, keyof PeriodSums>;

export function purchase(line: Line, fact: LineFactOf<'purchase'>): Moot {
  const { position: p } = line;
  const d = line.byId.get(fact.draw);
  if (d === undefined) return 'the draw is not active';
  if (fact.authorization !== null) lowerHold(line, fact.authorization, fact.amount);
  if (fact.status === 'pending') d.pending++;
  p.period[sums[d.terms.purpose]] += fact.amount;
  oweMore(line, d, fact.amount, fact.on);
  post(line, 'clearing', -fact.amount);
  line.entry.principal = fact.amount;
  book(line, fact.on, 'purchase', `purchase:${fact.id}`, fact.amount, d.id);
  chargeForPurchase(line, d, fact);
  return undefined;
}

/** Principal not due of the draw first; what is left goes like a payment for the draw, then like any other. */
export function takeBack(line: Line, fact: LineFactOf<'purchaseCredit'>): Moot {
  const { position: p } = line;
  const d = line.byId.get(fact.draw);
  if (d === undefined) return 'the draw is not active';
  if (fact.status === 'pending') {
    d.pending++;
    return undefined;
  }
  const { original, amount, on } = fact;
  const m: Money = { on, source: 'refund', rest: amount, parts: [], takesBack: original, uncleared: null };
  if (p.standing === 'chargedOff') payChargedOff(line, m);
  else {
    takeNotDue(line, m, d);
    spreadOn(line, m, d, 'whole');
    spread(line, m);
  }
  post(line, 'clearing', amount);
  keepRest(line, m);
  p.period.credits += amount;
  book(line, on, fact.type, `${fact.type}:${fact.id}`, amount, d.id, m.parts);
  return undefined;
}

// --- Authorizations ---

export function authorize(line: Line, { id, draw, amount, on }: LineFactOf<'authorization'>): Moot {
  if (!line.byId.has(draw)) return 'the draw is not active';
  const { position: p, terms } = line;
  p.holds = [...p.holds, { id, draw, amount, until: on + terms.authorizationDays }];
  return undefined;
}

export function release(line: Line, { authorization }: LineFactOf<'release'>): Moot {
  const { position: p } = line;
  if (!p.holds.some(({ id }) => id === authorization)) return 'nothing is held for this authorization';
  p.holds = p.holds.filter(({ id }) => id !== authorization);
  return undefined;
}

function lowerHold(
  line: Line,
  { id, endsHold }: { readonly id: string; readonly endsHold: boolean },
  by: number,
): void {
  const { position: p } = line;
  p.holds = p.holds
    .map((hold) => (hold.id === id ? { ...hold, amount: endsHold ? 0 : Math.max(0, hold.amount - by) } : hold))
    .filter(({ amount }) => amount > 0);
}

// Draws: how one begins, its rates, closing and reopening, and when it is paid off (section 3).

import type { LineFactOf as FactOf, MigratedDraw } from '../../line/facts.ts';
import type { DrawTerms } from '../../line/terms.ts';
import { openRateBook } from '../rate-book.ts';
import { beginList, learnRate } from '../rates.ts';
import { compared, ofDecimal, zero } from '../rational.ts';
import { bookDrawFee } from './fees.ts';
import { type Draw, drawNamed, type Line, noAccrual, owedOfDraw } from './line.ts';
import { collectible, endAccrual } from './paid-in-full.ts';

/** Why a fact has no effect; undefined when it has one. */
export type Moot = string | undefined;

/** 3.6: the list counts from the activation of the draw; facts for all draws hold for this one too. */
function newDraw(line: Line, id: string, terms: DrawTerms, activatedOn: number): Draw {
  const rates = openRateBook(terms.rates);
  beginList(rates, activatedOn);
  const promoLimits = rates.promos.flatMap((promo, place) => {
    const days = terms.rates.promos[place]?.disqualifyOverdueDays ?? null;
    return days === null ? [] : [{ promo, days, fact: null }];
  });
  const draw: Draw = {
    id,
    terms,
    minimum: terms.minimum,
    limit: terms.creditLimit,
    activatedOn,
    sequence: line.draws.length,
    isClosed: line.isClosed,
    isPaidOff: false,
    rates,
    principal: 0,
    ...noAccrual(),
    waiting: [],
    spreadFees: [],
    spreadTotal: 0,
    isSpreadBilled: false,
    spreadShares: [],
    disputed: 0,
    schedule: null,
    spreadNext: null,
    boughtInPeriod: false,
    paidBefore: 0,
    inGrace: terms.grace !== null,
    memo: terms.deferredInterest === null ? null : zero,
    days: [],
    promoLimits,
    periodic: terms.fees.periodic.map((fee) => ({ ...fee, charged: 0 })),
    chargedOff: { principal: 0, interest: 0, fees: 0 },
  };
  line.draws.push(draw);
  for (const fact of line.rateFacts) learn(line, draw, fact);
  return draw;
}

export function drawActivation(line: Line, fact: FactOf<'drawActivation'>): Moot {
  if (drawNamed(line, fact.draw) !== undefined) return 'activated before';
  const draw = newDraw(line, fact.draw, fact.terms, line.day);
  if (line.status !== 'active') draw.inGrace = false;
  bookDrawFee(line, draw, fact.id, fact.terms.fees.draw.amount);
  return undefined;
}

/** 14.7. */
export function migratedDraw(line: Line, given: MigratedDraw): Draw {
  const draw = newDraw(line, given.draw, given.terms, given.activatedOn);
  draw.isClosed = given.isClosed;
  draw.principal = given.principal;
  draw.accrued = ofDecimal(given.accruedInterest, 6);
  draw.accruedInAll = draw.accrued;
  draw.inGrace = given.hasGrace;
  draw.memo = given.deferredInterest === null ? null : ofDecimal(given.deferredInterest, 6);
  const { amortization } = given;
  draw.schedule = amortization === null ? null : { payment: amortization.amount, rowsLeft: amortization.rowsLeft };
  draw.waiting = given.waitingFees.map(({ key, type, amount }, sequence) => ({
    key,
    type,
    draw,
    sequence,
    open: amount,
  }));
  return draw;
}

type RateFact = FactOf<'index' | 'rate' | 'promo' | 'ceiling'>;

function learn(line: Line, draw: Draw, fact: RateFact): void {
  if (fact.kind !== 'index' && fact.draw !== null && fact.draw !== draw.id) return;
  learnRate(draw.rates, fact);
  const promo = draw.rates.promos.at(-1);
  if (fact.kind === 'promo' && promo !== undefined && fact.disqualifyOverdueDays !== null) {
    const lastDay = line.lostPromos.get(fact.id);
    if (fact.draw === null && lastDay !== undefined) promo.until = lastDay;
    draw.promoLimits.push({ promo, days: fact.disqualifyOverdueDays, fact: fact.id });
  }
}

export function rateFact(line: Line, fact: RateFact): Moot {
  if (fact.kind !== 'index' && fact.draw !== null && drawNamed(line, fact.draw) === undefined) return 'no such draw';
  line.rateFacts.push(fact);
  for (const draw of line.draws) learn(line, draw, fact);
  return undefined;
}

/** 6.7: promos that end because the line is overdue too long. */
export function disqualifyPromos(line: Line, draw: Draw, daysPastDue: number): void {
  for (const { promo, days, fact } of draw.promoLimits) {
    const runs = promo.from <= line.day && (promo.until === null || promo.until >= line.day);
    if (!runs || daysPastDue <= days) continue;
    promo.until = line.day - 1;
    if (fact !== null) line.lostPromos.set(fact, promo.until);
  }
  draw.rates.known.clear();
}

export function drawClose(line: Line, fact: FactOf<'drawClose'>): Moot {
  const draw = drawNamed(line, fact.draw);
  if (draw === undefined || draw.isClosed) return 'no draw that is open';
  draw.isClosed = true;
  return undefined;
}

/** 3.3, 7.9: a draw that was paid off has grace again. */
export function drawReopening(line: Line, fact: FactOf<'drawReopening'>): Moot {
  const draw = drawNamed(line, fact.draw);
  if (draw === undefined || !draw.isClosed || line.isClosed) return 'no draw that is closed, on an open line';
  if (draw.isPaidOff && line.status === 'active') draw.inGrace = draw.terms.grace !== null;
  draw.isPaidOff = false;
  draw.isClosed = false;
  return undefined;
}

/** Deferred interest that may still be charged. */
export const hasMemo = ({ memo }: Draw): boolean => memo !== null && compared(memo, zero) > 0;

/** 3.4. The fraction of accrued interest is forgone. */
export function noteDrawPaidOff(line: Line, draw: Draw): void {
  const isHeld = line.holds.some((hold) => hold.draw === draw && hold.left > 0);
  const isPending = line.pendingPurchases.some((pending) => pending.draw === draw);
  const isDisputed = draw.disputed > 0 || line.disputes.some((dispute) => dispute.draw === draw);
  const { principal, interest, fees } = draw.chargedOff;
  const isOwed = owedOfDraw(line, draw) + principal + interest + fees + collectible(line, draw) > 0;
  draw.isPaidOff = draw.isClosed && !isHeld && !isPending && !isDisputed && !isOwed && !hasMemo(draw);
  if (draw.isPaidOff) endAccrual(line, draw);
}

// A draw: a part of the line with principal, rates, grace and fees of its own. It has no life of its own: the line's
// fold works it.

import { post, principalAccount } from '../account/ledger.ts';
import type { Moot } from '../account/loan.ts';
import { emit } from '../account/loan.ts';
import { isNothing, nothing } from '../interest/exact.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';
import { accrue, rateOn, setRates, takeScaleOf } from './accrual.ts';
import type { LineFactOf } from './facts.ts';
import { chargeDrawFee } from './fees.ts';
import { collectibleOf, endAccrual } from './grace.ts';
import { book, type Line, of } from './line.ts';
import { chargesOwed } from './owed.ts';
import type { Draw } from './state.ts';
import type { DrawTerms } from './terms.ts';

export function activateDraw(line: Line, fact: LineFactOf<'drawActivation'>): Moot {
  const { position: p } = line;
  if (line.byId.has(fact.draw)) return 'there is a draw of this name';
  const d = addDraw(line, fact.draw, fact.terms, { activatedOn: fact.on, on: fact.on });
  chargeDrawFee(line, d, fact);
  book(line, fact.on, 'drawActivation', `drawActivation:${fact.id}`, 0, d.id);
  emit(line, fact.on, 'draw.activated', fact.id, d.id);
  // A line that is called in gives no draw grace.
  if (p.standing !== 'active') d.hasGrace = false;
  return undefined;
}

/** A promo of all draws that lateness ended holds for none that comes later: the same days took it from each of them. */
function lostOfAllDraws({ draws, rateFacts }: Line['position']): Draw['endedPromos'] {
  const ended = draws.flatMap(({ endedPromos }) => endedPromos);
  return rateFacts.flatMap(({ id, draw }) => {
    const lost = draw === null ? ended.find(({ promo }) => promo === id) : undefined;
    return lost === undefined ? [] : [lost];
  });
}

export function addDraw(
  line: Line,
  id: string,
  terms: DrawTerms,
  { activatedOn, on }: { readonly activatedOn: Day; readonly on: Day },
): Draw {
  const { rates } = terms;
  takeScaleOf(
    line,
    [...rates.rates, ...rates.promos].map(({ rate }) => rate),
  );
  takeScaleOf(line, [rates.floor, rates.cap, rates.stepCap]);
  const d: Draw = {
    ...blankDraw(),
    id,
    terms,
    activatedOn,
    isClosed: line.position.isClosed,
    limit: terms.creditLimit,
    periodicFees: terms.fees.periodic.map(({ type, amount, cap }) => ({ type, amount, cap, charged: 0 })),
    accruedTo: on,
    endedPromos: lostOfAllDraws(line.position),
    memo: terms.deferredInterest === null ? null : nothing(),
    hasGrace: terms.grace !== null,
    accruesSince: terms.grace === null ? on : null,
  };
  line.position.draws.push(d);
  line.byId.set(id, d);
  setRates(line, d);
  return d;
}

const plainTerms = (): DrawTerms => ({
  purpose: 'regular',
  creditLimit: null,
  rates: { rates: [], promos: [], floor: null, cap: null, stepCap: null },
  minimum: { percentOfPrincipal: '0' as Rate, amount: 0 as Cents },
  grace: null,
  amortization: null,
  deferredInterest: null,
  fees: { draw: { amount: 0 as Cents, percentOfPurchase: '0' as Rate, charged: 'firstPayment' }, periodic: [] },
  endDate: null,
});

/** A draw of which nothing is known yet. */
export function blankDraw(): Draw {
  return {
    id: '',
    terms: plainTerms(),
    activatedOn: 0,
    isClosed: false,
    paidOffOn: null,
    limit: null,
    rateSteps: [],
    rateIndex: 0,
    endedPromos: [],
    principal: 0,
    principalOwed: 0,
    disputed: 0,
    waiting: [],
    spread: null,
    periodicFees: [],
    chargedOff: { principal: 0, interest: 0, fees: 0 },
    accruedTo: 0,
    stretches: [],
    carried: nothing(),
    taken: 0,
    earned: nothing(),
    booked: 0,
    raised: 0,
    forgone: nothing(),
    forgoneByCap: nothing(),
    discount: nothing(),
    factor: 0,
    balanceDays: 0,
    memo: null,
    hasGrace: false,
    paidInFull: 0,
    accruesSince: null,
    opening: 0,
    bought: 0,
    repaid: 0,
    amortized: null,
    toSpread: null,
    hasBought: false,
    pending: 0,
  };
}

export function reopenDraw(line: Line, { draw, id, on }: LineFactOf<'drawReopening'>): Moot {
  const d = line.byId.get(draw);
  if (d === undefined || line.position.isClosed) return 'there is no such draw on an open line';
  if (!d.isClosed) return 'the draw is not closed';
  d.isClosed = false;
  if (d.paidOffOn !== null) {
    d.hasGrace = d.terms.grace !== null && line.position.standing === 'active';
    d.accruesSince = d.hasGrace ? null : on;
    d.paidOffOn = null;
  }
  emit(line, on, 'draw.statuschanged', id, d.id);
  return undefined;
}

export function closeDraw(line: Line, { draw, id, on }: LineFactOf<'drawClose'>): Moot {
  const d = line.byId.get(draw);
  if (d === undefined) return 'there is no such draw';
  if (d.isClosed) return 'the draw is closed already';
  d.isClosed = true;
  emit(line, on, 'draw.closed', id, d.id);
  return undefined;
}

/** Principal not due. On a charged-off line it was lent all the same, and is owed with what was charged off. */
export function oweMore(line: Line, d: Draw, amount: number, on: Day): void {
  if (amount === 0) return;
  if (line.position.standing === 'chargedOff') {
    accrue(line, d, on);
    d.chargedOff.principal += amount;
    post(line, 'allowance', amount);
    return;
  }
  raise(line, d, amount, on);
  d.hasBought = true;
  post(line, of(principalAccount.notDue, d), amount);
}

/** The principal of a draw rises: interest up to the day first. */
export function raise(line: Line, d: Draw, amount: number, on: Day): void {
  accrue(line, d, on);
  d.principal += amount;
  d.principalOwed += amount;
  d.bought += amount;
}

/** The principal of a draw falls. What only takes back what was bought since the statement is no repayment (7.4). */
export function lower(line: Line, d: Draw, amount: number, on: Day, takenBack = 0): void {
  accrue(line, d, on);
  d.principalOwed -= amount;
  d.bought -= takenBack;
  d.repaid += amount - takenBack;
}

// --- Orders ---

/** By the rates of the day, upward; draws of one rate in the order of activation. */
function rising(draws: readonly Draw[], day: Day): Draw[] {
  return sortedBy(draws, (a, b) => a.rate - b.rate, day);
}

export function falling(draws: readonly Draw[], day: Day): readonly Draw[] {
  return draws.length < 2 ? draws : sortedBy(draws, (a, b) => b.rate - a.rate, day);
}

interface Rated {
  readonly d: Draw;
  readonly rate: number;
}

function sortedBy(draws: readonly Draw[], order: (a: Rated, b: Rated) => number, day: Day): Draw[] {
  return draws
    .map((d) => ({ d, rate: rateOn(d, day) }))
    .sort(order)
    .map(({ d }) => d);
}

/** The order of the product. */
export function inDrawOrder({ terms, position: { draws } }: Line, day: Day): readonly Draw[] {
  const { drawOrder } = terms.payments;
  if (draws.length < 2 || drawOrder === 'activation') return draws;
  return drawOrder === 'lowestRate' ? rising(draws, day) : falling(draws, day);
}

// --- The end of a draw ---

/** Closed draws on which nothing is left are paid off; one that owes again is not. */
export function notePaidOffDraws(line: Line, day: Day, cause: string): void {
  for (const d of line.position.draws) {
    const isPaidOff = d.isClosed && isDone(line, d);
    if (isPaidOff === (d.paidOffOn !== null)) continue;
    if (!isPaidOff) {
      d.paidOffOn = null;
      emit(line, day, 'draw.statuschanged', cause, d.id);
    } else {
      d.paidOffOn = day;
      endAccrual(line, d, day);
      emit(line, day, 'draw.paidoff', cause, d.id);
    }
  }
}

/** Nothing is owed on it, and nothing will be. Accrued fractions of a cent are forgone with the next statement. */
function isDone(line: Line, d: Draw): boolean {
  const { position: p } = line;
  if (!isEmpty(line, d) || isDeferring(d) || d.pending > 0) return false;
  if (p.holds.some(({ draw }) => draw === d.id) || p.disputes.some(({ draw }) => draw === d.id)) return false;
  return collectibleOf(line, d) === 0;
}

/** Interest is deferred that may still be charged. */
const isDeferring = ({ memo }: Draw): boolean => memo !== null && !isNothing(memo);

function isEmpty(line: Line, d: Draw): boolean {
  const off = d.chargedOff;
  if (d.principalOwed + off.principal + off.interest + off.fees > 0) return false;
  return chargesOwed(line, d) === 0;
}

// Fees of a line and of its draws: booked on their day, billed with the next statement.

import { feeAccount, post, transfer } from '../account/ledger.ts';
import { emit, type Moot, openFees } from '../account/loan.ts';
import type { Fee } from '../account/records.ts';
import type { FeeType } from '../account/terms.ts';
import { scaled, scaleFor, share } from '../interest/exact.ts';
import { monthsLater, yearMonthDay } from '../time/calendar.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';
import type { FeeOfPurchase, LineFactOf } from './facts.ts';
import { book, type Line, of, yearOfDay } from './line.ts';
import { countFulfilled, makeDueAtOnce } from './obligations.ts';
import type { Draw, PeriodicFeeState } from './state.ts';

interface NewFee {
  readonly type: FeeType;
  readonly key: string;
  readonly amount: number;
  readonly on: Day;
  readonly cause: string;
  /** Null: a fee of the line. */
  readonly draw: Draw | null;
}

/** Books the fee; it waits for the next statement. Returns how much of it may be booked. */
export function bookFee(line: Line, fee: NewFee): number {
  const waiting = chargeFee(line, fee);
  if (waiting === null) return 0;
  (fee.draw ?? line.position).waiting.push(waiting);
  book(line, fee.on, 'fee', fee.cause, waiting.amount, fee.draw?.id ?? null);
  return waiting.amount;
}

/** Records the fee and posts it as not due; null if nothing of it may be booked. */
function chargeFee(line: Line, { type, key, amount, on, cause, draw }: NewFee): Fee | null {
  const p = line.position;
  const booked = p.standing === 'chargedOff' ? 0 : withinFirstYear(line, type, amount, on);
  if (booked === 0) return null;
  const fee = { key, type, on, amount: booked as Cents, cause };
  line.records.fees.push({ ...fee, draw: draw?.id ?? null });
  countFee(line, type, booked, on);
  const account = feeAccount[type];
  post(line, of(account.notDue, draw), booked);
  post(line, account.income, -booked);
  line.entry.fees += booked;
  if (type === 'draw') emit(line, on, 'draw.fee.booked', key, draw?.id);
  else emit(line, on, feeEvents[type] ?? 'loan.fee.booked', key);
  return { ...fee, open: booked };
}

const feeEvents: Partial<Record<FeeType, string>> = {
  late: 'loan.latefee.booked',
  nsf: 'loan.nsffee.booked',
  modification: 'loan.modificationfee.booked',
  foreignTransaction: 'loan.foreigntransactionfee.booked',
};

function countFee({ position: p }: Line, type: FeeType, amount: number, on: Day): void {
  p.period.fees[type] = (p.period.fees[type] ?? 0) + amount;
  yearOfDay(p.yearToDate, on).fees += amount;
}

/** Cards: fees of the first year are capped, except those for being late. */
function withinFirstYear({ terms, position: p }: Line, type: FeeType, amount: number, on: Day): number {
  const cap = terms.fees.firstYearCap;
  if (cap === null || type === 'late' || type === 'nsf') return amount;
  const { year, month, day } = yearMonthDay(p.openedOn ?? p.startedOn);
  if (on >= monthsLater(year, month, 12, day)) return amount;
  const most = percentOf(p.firstLimit, cap);
  const booked = Math.max(0, Math.min(amount, most - p.feesOfFirstYear));
  p.feesOfFirstYear += booked;
  return booked;
}

/** A rate of an amount, cut to whole cents. */
export function percentOf(amount: number, rate: Rate): number {
  const scale = scaleFor(rate);
  return share(amount, scaled(rate, scale), scale, 'cut');
}

// --- Fees of draws ---

/** The fee for the draw itself, on the day of its activation. */
export function chargeDrawFee(line: Line, d: Draw, { id, on }: LineFactOf<'drawActivation'>): void {
  const key = `draw:${id}`;
  addDrawFee(line, { type: 'draw', key, amount: d.terms.fees.draw.amount, on, cause: key, draw: d });
}

/** The draw's percentage of a purchase, and what is charged with this one. */
export function chargeForPurchase(line: Line, d: Draw, fact: LineFactOf<'purchase'>): void {
  const { id, on, amount } = fact;
  const { percentOfPurchase } = d.terms.fees.draw;
  if (percentOfPurchase !== '0') {
    const key = `draw:${id}`;
    addDrawFee(line, { type: 'draw', key, amount: percentOf(amount, percentOfPurchase), on, cause: key, draw: d });
  }
  for (const fee of fact.fees ?? []) {
    const key = keyOfPurchaseFee(fee);
    bookFee(line, { type: fee.type, key, amount: fee.amount, on, cause: key, draw: d });
  }
}

export const keyOfPurchaseFee = ({ type, id }: FeeOfPurchase): string => `${type}:${id}`;

function addDrawFee(line: Line, fee: NewFee & { readonly draw: Draw }): void {
  const { charged } = fee.draw.terms.fees.draw;
  const { spread, amortized } = fee.draw;
  const isSpread = charged === 'spread' && (spread === null ? amortized === null : spread.turns === 0);
  if (charged === 'firstPayment' || (charged === 'spread' && !isSpread)) {
    bookFee(line, fee);
    return;
  }
  const waiting = chargeFee(line, fee);
  if (waiting === null) return;
  if (isSpread) addToSpread(fee.draw, waiting);
  else makeDueAtOnce(line, fee.draw, waiting, fee.on);
  book(line, fee.on, 'fee', fee.cause, waiting.amount, fee.draw.id);
}

function addToSpread(d: Draw, fee: Fee): void {
  const fees = [...(d.spread?.fees ?? []), fee];
  d.spread = { fees, total: (d.spread?.total ?? 0) + fee.open, count: 0, turns: 0 };
}

/**
 * The share of spread draw fees in a statement: as many shares as the first schedule has rows (rules.md 7.2), and all that
 * is left with the last principal.
 */
export function takeSpreadShare(d: Draw, count: number, isAll: boolean): Fee[] {
  const { spread } = d;
  const open = openFees(spread?.fees ?? []);
  if (spread === null || open === 0) return [];
  if (spread.turns === 0) spread.count = count;
  const even = Math.floor(spread.total / spread.count) + (spread.turns < spread.total % spread.count ? 1 : 0);
  let left = isAll ? open : Math.min(even, open);
  spread.turns++;
  return spread.fees.flatMap((fee) => {
    const taken = Math.min(left, fee.open);
    left -= taken;
    fee.open -= taken;
    return taken === 0 ? [] : [{ ...fee, open: taken }];
  });
}

/** Service and membership fees of the period, of the line and of each draw. */
export function chargePeriodicFees(line: Line, on: Day): void {
  const p = line.position;
  chargePeriodic(line, p.periodicFees, null, on);
  for (const d of p.draws) if (d.paidOffOn === null) chargePeriodic(line, d.periodicFees, d, on);
}

function chargePeriodic(line: Line, fees: readonly PeriodicFeeState[], draw: Draw | null, on: Day): void {
  for (const fee of fees) {
    const room = fee.cap === null ? fee.amount : Math.max(0, fee.cap - fee.charged);
    const amount = Math.min(fee.amount, room);
    const key =
      draw === null ? `${fee.type}:${line.position.ordinal}` : `${fee.type}:${draw.id}:${line.position.ordinal}`;
    fee.charged += bookFee(line, { type: fee.type, key, amount, on, cause: key, draw });
  }
}

// --- Facts ---

export function chargeByHand(line: Line, fact: LineFactOf<'fee'>): Moot {
  const draw = fact.draw === null ? null : line.byId.get(fact.draw);
  if (draw === undefined) return 'there is no such draw';
  if (line.position.standing === 'chargedOff') return 'fees end with the charge-off';
  if (fact.amount === 0) return 'a fee of nothing';
  const key = `${fact.type}:${fact.id}`;
  bookFee(line, { type: fact.type, key, amount: fact.amount, on: fact.on, cause: key, draw });
  return undefined;
}

/** From the next statement on. A draw fee counts from the activation of its draw: see timeline.ts. */
export function changeFee(line: Line, fact: LineFactOf<'feeChange'>): Moot {
  if (fact.type === 'draw') return undefined;
  const { position: p } = line;
  const of = fact.draw === null ? p : line.byId.get(fact.draw);
  if (of === undefined) return 'there is no such draw';
  const fee = of.periodicFees.find(({ type }) => type === fact.type);
  if (fee === undefined) of.periodicFees.push({ type: fact.type, amount: fact.amount, cap: fact.cap, charged: 0 });
  else Object.assign(fee, { amount: fact.amount, cap: fact.cap });
  return undefined;
}

/** Gives up the open part of a fee. Of a billed one it counts as fulfilled. */
export function waive(line: Line, fact: LineFactOf<'waiver'>): Moot {
  const p = line.position;
  if (p.standing === 'chargedOff') return 'fees end with the charge-off';
  let rest: number = fact.amount ?? Number.MAX_SAFE_INTEGER;
  const giveUp = (fee: Fee, account: string): number => {
    if (fee.key !== fact.fee) return 0;
    const waived = Math.min(rest, fee.open);
    fee.open -= waived;
    rest -= waived;
    transfer(line, account, 'waivedFees', waived);
    line.entry.fees += waived;
    return waived;
  };
  waiveBilled(line, giveUp);
  for (const fee of p.waiting) giveUp(fee, feeAccount[fee.type].notDue);
  p.waiting = p.waiting.filter(({ open }) => open > 0);
  for (const d of p.draws) {
    for (const fee of d.waiting) giveUp(fee, of(feeAccount[fee.type].notDue, d));
    d.waiting = d.waiting.filter(({ open }) => open > 0);
    for (const fee of d.spread?.fees ?? []) giveUp(fee, of(feeAccount.draw.notDue, d));
  }
  const { fees } = line.entry;
  if (fees === 0) return 'no part of this fee is open';
  p.period.credits += fees;
  book(line, fact.on, 'waiver', `waiver:${fact.id}`, fees);
  return undefined;
}

function waiveBilled(line: Line, giveUp: (fee: Fee, account: string) => number): void {
  const { obligations } = line.position;
  for (const o of obligations) {
    const bucket = o.isOverdue ? 'overdue' : 'due';
    for (const fee of o.fees) {
      const waived = giveUp(fee, feeAccount[fee.type][bucket]);
      o.byCredits += waived;
      countFulfilled(line, null, waived, { from: o });
    }
    for (const part of o.parts) {
      for (const fee of part.fees) {
        const waived = giveUp(fee, of(feeAccount[fee.type][bucket], part));
        o.byCredits += waived;
        countFulfilled(line, part.draw, waived, { from: o });
      }
    }
  }
}

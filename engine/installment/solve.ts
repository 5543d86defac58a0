// The level payment: the least one with which the loan is paid off in time, found on the exact schedule. Every balance
// falls or stays the same when the payment rises (rounding is monotone), so the test changes once from false to true
// and a search finds that payment.

import type { Rounding } from '../interest/exact.ts';
import { add, addProduct, compare, type Exact, type Factor, nothing, rounded, subtract } from '../interest/exact.ts';
import type { PaymentRounding } from './terms.ts';

/** A future due date, with what the solver needs of it. */
export interface Row {
  /** Rate times weight of the whole period: interest = balance × factor / denominator. */
  readonly factor: Factor;
  /** The factor if this were the last row: one day count depends on the termination date. */
  readonly factorAsLast: Factor;
  /** Known advances within the period. */
  readonly advance: number;
  /** Interest that does not follow the balance: what the advances earn until its end, or a precomputed charge. */
  readonly given: Exact | null;
  readonly asks: Asks;
}

/** What a row asks for: the payment, the payment and the interest on top, the interest alone, or a given amount. */
export type Asks = Regular | 'interest' | number;

export type Regular = 'level' | 'principal';

export function asked(asks: Asks, payment: number, interest: number): number {
  if (typeof asks === 'number') return asks;
  return { level: payment, principal: payment + interest, interest }[asks];
}

export interface Problem {
  readonly principal: number;
  readonly accrued: Exact;
  readonly paidAhead: number;
  readonly rows: readonly Row[];
  /** What rows ask for unless something else was agreed for them. */
  readonly regular: Regular;
  readonly balloon: number;
  readonly denominator: number;
  readonly rounding: Rounding;
  /** How much more interest may accrue; null without a cap. */
  readonly room: Exact | null;
}

/** The result of a payment: by how much the last row would be above it, and the row after which nothing is owed. */
interface Outcome {
  readonly last: number;
  readonly rowsNeeded: number;
}

/**
 * Computes the rows with a payment, exactly as due turns will (turn.ts), each paid on its day. From the row `endsFrom`
 * on, the first row whose payment covers everything is the last. `told` hears the interest of each row, and what of it
 * comes due.
 */
export function run(
  problem: Problem,
  payment: number,
  endsFrom = Number.MAX_SAFE_INTEGER,
  told?: (interest: number, due: number) => void,
): Outcome {
  const { rows, denominator, rounding } = problem;
  const accrued = { whole: problem.accrued.whole, part: problem.accrued.part };
  const room = problem.room && { ...problem.room };
  let balance = problem.principal;
  let ahead = problem.paidAhead;
  const lastIndex = rows.length - 1;
  for (let i = 0; i <= lastIndex; i++) {
    const row = rows[i]!;
    if (i >= endsFrom) {
      const last = aboveAsLast(problem, payment, row, { balance, accrued, room });
      if (last <= problem.balloon) return { last, rowsNeeded: i + 1 };
    }
    accrueRow(accrued, balance, row.factor, row.given, denominator, room);
    balance += row.advance;
    const interest = rounded(accrued, denominator, rounding);
    const owed = balance + interest;
    if (i === lastIndex) {
      told?.(interest, interest);
      return { last: owed - asked(problem.regular, payment, interest), rowsNeeded: rows.length };
    }
    const base = asked(row.asks, payment, interest);
    const due = Math.min(Math.max(0, base - ahead), owed);
    ahead = Math.max(0, ahead - base);
    const interestDue = Math.min(interest, due);
    told?.(interest, interestDue);
    if (due === owed && !hasAdvanceAfter(rows, i)) return { last: 0, rowsNeeded: i + 1 };
    if (interestDue < interest) accrued.whole -= interestDue;
    else {
      // Under a cap on all interest, the fraction that rounding forgoes may accrue again.
      if (room !== null) add(room, accrued.whole - interest, accrued.part, denominator);
      accrued.whole = accrued.part = 0;
    }
    balance -= due - interestDue;
  }
  return { last: 0, rowsNeeded: 0 };
}

function hasAdvanceAfter(rows: readonly Row[], index: number): boolean {
  for (let i = index + 1; i < rows.length; i++) if (rows[i]!.advance > 0) return true;
  return false;
}

interface Before {
  readonly balance: number;
  readonly accrued: Exact;
  readonly room: Exact | null;
}

/** By how much the row would be above the payment if it were the last. */
function aboveAsLast(problem: Problem, payment: number, row: Row, { balance, accrued, room }: Before): number {
  const { denominator, rounding, regular } = problem;
  const exact = { ...accrued };
  accrueRow(exact, balance, row.factorAsLast, row.given, denominator, room && { ...room });
  const interest = rounded(exact, denominator, rounding);
  return balance + row.advance + interest - asked(regular, payment, interest);
}

function accrueRow(
  accrued: Exact,
  balance: number,
  factor: Factor,
  given: Exact | null,
  denominator: number,
  room: Exact | null,
): void {
  const earned = room === null ? accrued : nothing();
  addProduct(earned, balance, factor, denominator);
  if (given !== null) add(earned, given.whole, given.part, denominator);
  if (room === null || room.whole < 0) return;
  const { whole, part } = compare(earned, room) > 0 ? room : earned;
  add(accrued, whole, part, denominator);
  subtract(room, whole, part, denominator);
}

/** The payment by the product's rounding: for `up` the least multiple of the unit that is enough. */
export function solvePayment(problem: Problem, rounding: PaymentRounding): number {
  const guess = Math.max(1, Math.ceil(guessPayment(problem) / rounding.unit));
  if (rounding.mode === 'up') {
    return rounding.unit * leastPassing(guess, (units) => worksWith(problem, units * rounding.unit));
  }
  const isTooMuch = (units: number) => finalBalanceIsBelow(problem, BigInt(Math.round(units * 2 * rounding.unit)));
  const down = leastPassing(guess, (units) => isTooMuch(units)) - 1;
  const isUp = rounding.mode === 'nearest' && !isTooMuch(down + 0.5);
  return rounding.unit * Math.max(1, isUp ? down + 1 : down);
}

function worksWith(problem: Problem, payment: number): boolean {
  return run(problem, payment).last <= problem.balloon;
}

/** The least whole number from 1 that passes a test; all numbers above it must pass, too. */
function leastPassing(guess: number, passes: (n: number) => boolean): number {
  let low = 0;
  let high = guess;
  let step = 1;
  if (passes(guess)) {
    while (high - step > 0 && passes(high - step)) {
      high -= step;
      step *= 2;
    }
    low = Math.max(0, high - step);
  } else {
    low = guess;
    while (!passes(low + step)) {
      low += step;
      step *= 2;
    }
    high = low + step;
  }
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (passes(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** From the unrounded schedule, whose last balance is linear in the payment. Floats suffice for a guess. */
function guessPayment({ principal, accrued, rows, regular, balloon, denominator, paidAhead }: Problem): number {
  let balance = principal + accrued.whole;
  let perPayment = 0;
  for (const row of rows) {
    const growth = 1 + Number(row.factor) / denominator;
    const before = balance;
    balance = balance * growth + row.advance;
    if (row.asks !== 'principal') perPayment *= growth;
    else perPayment += 1;
    if (row.asks === 'interest' || row.asks === 'principal') balance = before + row.advance;
    else if (row.asks === 'level') perPayment += 1;
    else balance -= row.asks;
  }
  if (rows.at(-1)?.asks !== regular) perPayment += 1;
  const guess = (balance - balloon + paidAhead) / perPayment;
  return Number.isFinite(guess) ? Math.max(1, Math.min(guess, principal * 2 + 1e9)) : principal;
}

/**
 * Whether half of `twice` is more than the exact payment, which would end at the balloon if no interest were rounded.
 * The fractions have a common denominator, to which each row multiplies one factor.
 */
function finalBalanceIsBelow(problem: Problem, twice: bigint): boolean {
  const d = BigInt(problem.denominator);
  // All amounts below are 2 × cents × scale.
  let scale = d;
  let balance = 2n * BigInt(problem.principal) * d;
  let accrued = 2n * (BigInt(problem.accrued.whole) * d + BigInt(problem.accrued.part));
  let ahead = 2n * BigInt(problem.paidAhead) * d;
  let room = problem.room && 2n * (BigInt(problem.room.whole) * d + BigInt(problem.room.part));
  const lastIndex = problem.rows.length - 1;
  for (let i = 0; i <= lastIndex; i++) {
    const row = problem.rows[i]!;
    let earned = balance * BigInt(row.factor) + interestGiven(row, scale, d);
    balance *= d;
    accrued *= d;
    ahead *= d;
    scale *= d;
    if (room !== null) {
      room *= d;
      if (earned > room) earned = room;
      room -= earned;
    }
    accrued += earned;
    balance += 2n * BigInt(row.advance) * scale;
    const base = exactBase(i === lastIndex ? problem.regular : row.asks, twice, accrued, scale);
    const credit = i === lastIndex ? 0n : ahead;
    const due = base > credit ? base - credit : 0n;
    ahead = ahead > base ? ahead - base : 0n;
    const interestDue = due < accrued ? due : accrued;
    accrued -= interestDue;
    balance -= due - interestDue;
  }
  return balance + accrued < 2n * BigInt(problem.balloon) * scale;
}

function exactBase(asks: Asks, twice: bigint, accrued: bigint, scale: bigint): bigint {
  if (typeof asks === 'number') return 2n * BigInt(asks) * scale;
  return { level: twice * scale, principal: twice * scale + accrued, interest: accrued }[asks];
}

function interestGiven({ given: exact }: Row, scale: bigint, d: bigint): bigint {
  if (exact === null) return 0n;
  return 2n * (BigInt(exact.whole) * d + BigInt(exact.part)) * scale;
}

// A schedule walked row by row, each row's interest summed day by day, and the payment found by trying payments
// (rules 4.4 to 4.6).

import type { PaymentRounding } from '../installment/terms.ts';
import type { Rounding } from '../interest/exact.ts';
import type { Day } from '../values/day.ts';
import {
  atLeastZero,
  compared,
  larger,
  minus,
  plus,
  type Rational,
  rational,
  rounded,
  smaller,
  times,
  zero,
} from './rational.ts';

/** Days with one balance. `advance` joins the principal before them; `weight` is the sum of rate times years. */
export interface Stretch {
  readonly advance: number;
  readonly weight: Rational;
}

export interface PlannedRow {
  readonly date: Day;
  /** `principal`: the payment is principal, and the interest comes on top. */
  readonly pays: 'level' | 'principal' | 'interest' | 'fixed';
  /** The amount of a fixed row. */
  readonly amount: number;
  readonly stretches: readonly Stretch[];
  /** What a charge that was fixed at the start brings in the row. */
  readonly charge: number;
}

export interface Start {
  readonly principal: number;
  readonly accrued: Rational;
  readonly booked: number;
  readonly paidAhead: number;
}

export interface Rules {
  /** Null: nothing is rounded, and the balance may become negative. */
  readonly rounding: Rounding | null;
  readonly totalCap: number | null;
}

/** The values that a walk keeps from row to row. */
interface Walk {
  principal: Rational;
  accrued: Rational;
  booked: Rational;
  ahead: Rational;
}

function walkFrom(start: Start): Walk {
  return {
    principal: rational(start.principal),
    accrued: start.accrued,
    booked: rational(start.booked),
    ahead: rational(start.paidAhead),
  };
}

function whole(accrued: Rational, { rounding }: Rules): Rational {
  return rounding === null ? accrued : rational(rounded(accrued, rounding));
}

function accrueRow(walk: Walk, row: PlannedRow, { totalCap }: Rules): void {
  for (const { advance, weight } of row.stretches) {
    walk.principal = plus(walk.principal, rational(advance));
    const interest = times(walk.principal, weight);
    const total = plus(walk.booked, walk.accrued);
    const room = totalCap === null ? interest : atLeastZero(minus(rational(totalCap), total));
    walk.accrued = plus(walk.accrued, smaller(interest, room));
  }
  walk.accrued = plus(walk.accrued, rational(row.charge));
}

function payRow(walk: Walk, row: PlannedRow, payment: Rational, rules: Rules): void {
  const due = whole(walk.accrued, rules);
  const owed = plus(walk.principal, due);
  const base = baseAmount(row, payment, due);
  const wanted = atLeastZero(minus(base, walk.ahead));
  walk.ahead = atLeastZero(minus(walk.ahead, base));
  const amount = rules.rounding === null ? wanted : smaller(wanted, owed);
  const interest = smaller(due, amount);
  walk.accrued = compared(interest, due) < 0 ? minus(walk.accrued, interest) : zero;
  walk.booked = plus(walk.booked, interest);
  walk.principal = minus(walk.principal, minus(amount, interest));
}

function baseAmount(row: PlannedRow, payment: Rational, due: Rational): Rational {
  return { level: payment, principal: plus(payment, due), interest: due, fixed: rational(row.amount) }[row.pays];
}

function owedBefore(walk: Walk, rules: Rules): Rational {
  return plus(walk.principal, whole(walk.accrued, rules));
}

/** By how much the last payment would be larger than the others. */
function lastAbove({ start, rows, equalPrincipal }: Problem, payment: Rational, rules: Rules): Rational {
  const walk = walkFrom(start);
  for (const [place, row] of rows.entries()) {
    accrueRow(walk, row, rules);
    if (place < rows.length - 1) payRow(walk, row, payment, rules);
  }
  const interest = equalPrincipal ? whole(walk.accrued, rules) : zero;
  return minus(owedBefore(walk, rules), plus(payment, interest));
}

export interface Problem {
  readonly start: Start;
  readonly rows: readonly PlannedRow[];
  readonly balloon: number;
  readonly rules: Rules;
  /** The payment that is solved is the principal of each row. */
  readonly equalPrincipal: boolean;
}

/** The greatest whole number, from zero, for which `holds` is still true. `holds` must become false at some number. */
export function greatest(holds: (count: bigint) => boolean): bigint {
  let above = 1n;
  while (holds(above)) above *= 2n;
  let below = above / 2n;
  while (above - below > 1n) {
    const middle = (above + below) / 2n;
    if (holds(middle)) below = middle;
    else above = middle;
  }
  return below;
}

export function solvedPayment(problem: Problem, { unit, mode }: PaymentRounding): number {
  const { balloon, rules } = problem;
  const units = (count: bigint) => rational(count * BigInt(unit));
  if (mode === 'up') {
    const fails = (count: bigint) => compared(lastAbove(problem, units(count), rules), rational(balloon)) > 0;
    return Number(greatest(fails) + 1n) * unit;
  }
  const exact = { ...rules, rounding: null };
  const leaves = (payment: Rational) => compared(lastAbove(problem, payment, exact), rational(balloon)) >= 0;
  const half = rational(mode === 'nearest' ? unit : 0, 2);
  const count = greatest((tried) => leaves(minus(units(tried), half)));
  return Number(count > 1n ? count : 1n) * unit;
}

function hasAdvanceAfter(rows: readonly PlannedRow[], place: number): boolean {
  return rows.slice(place + 1).some(({ stretches }) => stretches.some(({ advance }) => advance > 0));
}

/** How many of the rows it takes until nothing is owed. */
export function rowsNeeded({ start, rows, rules }: Problem, payment: number): number {
  const walk = walkFrom(start);
  for (const [place, row] of rows.entries()) {
    accrueRow(walk, row, rules);
    payRow(walk, row, rational(payment), rules);
    const isEmpty = compared(larger(walk.principal, walk.accrued), zero) <= 0;
    if (isEmpty && !hasAdvanceAfter(rows, place)) return place + 1;
  }
  return rows.length;
}

/** The interest of the rows up to each of them: what came due before, and all that is accrued then. */
export function interestThrough({ start, rows, rules }: Problem, payment: number): number[] {
  const walk = walkFrom(start);
  let before = 0;
  return rows.map((row) => {
    accrueRow(walk, row, rules);
    const through = plus(walk.booked, whole(walk.accrued, rules));
    payRow(walk, row, rational(payment), rules);
    before = Math.max(before, Number(through.numerator / through.denominator));
    return before;
  });
}

interface Search {
  readonly start: Start;
  readonly balloon: number;
  readonly payment: number;
  readonly rules: Rules;
  /** The day of the last planned advance: the loan does not end before it. */
  readonly lastAdvance: Day;
  /** The first row that may end the loan while something is owed: rows of a plan come before it. */
  readonly notBefore: number;
  /**
   * The next row; `isLast` says whether its interest is counted as that of a last row. Null: there are no more rows.
   */
  readonly rowAt: (place: number, isLast: boolean) => PlannedRow | null;
}

const paymentsMax = 1200;

/** How many payments it takes; null: the loan would never end. */
export function countFromAmount({
  start,
  balloon,
  payment,
  rules,
  lastAdvance,
  notBefore,
  rowAt,
}: Search): number | null {
  const walk = walkFrom(start);
  for (let place = 0; place < paymentsMax; place += 1) {
    const asLast = rowAt(place, true);
    const row = rowAt(place, false);
    if (asLast === null || row === null) return null;
    const ending = { ...walk };
    accrueRow(ending, asLast, rules);
    const isAfterAdvances = asLast.date > lastAdvance;
    const mayEnd = (asLast.pays === 'level' || asLast.pays === 'principal') && place >= notBefore && isAfterAdvances;
    const base = baseAmount(asLast, rational(payment), whole(ending.accrued, rules));
    if (mayEnd && compared(owedBefore(ending, rules), plus(base, rational(balloon))) <= 0) return place + 1;
    accrueRow(walk, row, rules);
    payRow(walk, row, rational(payment), rules);
    const isEmpty = compared(larger(walk.principal, walk.accrued), zero) <= 0;
    if (isEmpty && isAfterAdvances) return place + 1;
  }
  return null;
}

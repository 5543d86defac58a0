// The annual percentage rate of closed-end credit by the actuarial method (Regulation Z, Appendix J), and the military
// one, which counts more charges (32 CFR 232.4(c)). Rates are fixed-point numbers with 48 decimals, never floats.

import { type Cents, subtractCents, sumCents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { formatScaled } from '../values/decimal.ts';
import type { Rate } from '../values/rate.ts';
import { type SinglePaymentUnit, timesInUnitPeriods, type UnitPeriod } from './unit-period.ts';

export interface CashFlow {
  readonly on: Day;
  readonly amount: Cents;
}

export interface Credit {
  readonly advances: readonly CashFlow[];
  /**
   * Principal, interest and all other finance charges, on the days they are paid. What is paid before or on the day
   * the term starts (a prepaid finance charge, a down payment) lowers the amount financed.
   */
  readonly payments: readonly CashFlow[];
  /** The day from which the finance charge is earned, if it is not that of the first advance. */
  readonly startsOn?: Day;
  /** Months if absent. */
  readonly singlePaymentUnit?: SinglePaymentUnit;
}

interface Apr {
  /** Twelve decimals, all exact, the last one rounded half up: `0.152755699511`. */
  readonly nominal: string;
  /**
   * The effective rate of a year in which every unit-period earns interest on the earlier ones; same form, up to 10^20.
   */
  readonly effective: string;
  /** The nominal rate in percent with two decimals: `15.28`. */
  readonly disclosed: string;
  readonly unitPeriod: UnitPeriod;
  /** With 36 decimals: discounted at it, payments and advances differ by less than 10^-9 of a cent. */
  readonly unitPeriodRate: string;
}

/** Nothing is lent or repaid, or no rate makes the present values of payments and advances equal. */
export class NoRate extends RangeError {
  override readonly name = 'NoRate';
}

/**
 * Without a finance charge it is zero, and with a negative one (payments below the advances) it is negative. With one
 * advance it is unique. With several it may not be: then it is the one to which `near`, the note rate, leads.
 */
export function apr(credit: Credit, near?: Rate): Apr {
  const equation = equationOf(credit);
  const { numerator, denominator } = equation.unitPeriod.perYear;
  const guess = near === undefined ? 0n : (fixed(near) * BigInt(denominator)) / BigInt(numerator);
  const rate = financeCharge(credit) === 0 ? 0n : solve(equation, guess);
  const nominal = (rate * BigInt(numerator)) / BigInt(denominator);
  const growthInAYear = power(root(one + rate, denominator), numerator);
  return {
    nominal: text(nominal, 12),
    effective: text(growthInAYear - one, 12),
    disclosed: text(nominal * 100n, 2),
    unitPeriod: equation.unitPeriod,
    unitPeriodRate: text(rate, 36),
  };
}

/**
 * The military annual percentage rate: the same with further charges, each on the day it is paid. An application fee is
 * paid on the first day, an insurance premium on the day of every payment that includes it.
 */
export function mapr(credit: Credit, charges: readonly CashFlow[], near?: Rate): Apr {
  return apr({ ...credit, payments: [...credit.payments, ...charges] }, near);
}

/** The credit that the borrower can use: the advances less what is paid at the start. */
export function amountFinanced(credit: Credit): Cents {
  const start = startOf(credit);
  const prepaid = credit.payments.filter((payment) => payment.on <= start);
  return subtractCents(sumOf(credit.advances), sumOf(prepaid));
}

export function financeCharge({ advances, payments }: Credit): Cents {
  return subtractCents(sumOf(payments), sumOf(advances));
}

/** Both sides discounted to the start of the term, at a rate of the unit-period, in cents with 15 decimals. */
export function presentValues(credit: Credit, unitPeriodRate: string): { advances: string; payments: string } {
  const { flows, parts } = equationOf(credit);
  const rate = fixed(unitPeriodRate);
  const advances = flows.filter((flow) => flow.amount < 0n);
  const payments = flows.filter((flow) => flow.amount > 0n);
  return {
    advances: text(-presentValue(advances, parts, rate).value, 15),
    payments: text(presentValue(payments, parts, rate).value, 15),
  };
}

function sumOf(flows: readonly CashFlow[]): Cents {
  return sumCents(flows.map((flow) => flow.amount));
}

function startOf({ advances, startsOn }: Credit): Day {
  const days = moving(advances).map((advance) => advance.on);
  return startsOn ?? days.reduce((first, day) => Math.min(first, day), Number.POSITIVE_INFINITY);
}

// --- The equation ---

/** Payments are positive, advances negative: the sum of their present values is zero. */
interface Equation {
  /** Sorted by whole unit-periods. */
  readonly flows: readonly Flow[];
  /** A unit-period has so many parts. */
  readonly parts: number;
  readonly unitPeriod: UnitPeriod;
}

interface Flow {
  readonly amount: bigint;
  readonly whole: number;
  readonly part: number;
}

function equationOf(credit: Credit): Equation {
  const advances = moving(credit.advances);
  const payments = moving(credit.payments);
  const start = startOf(credit);
  if (amountFinanced(credit) <= 0) throw new NoRate('nothing is advanced beyond what is paid at the start');
  if (!payments.some((payment) => payment.on > start)) throw new NoRate('nothing is paid after the start');
  const { unitPeriod, parts, ...placed } = timesInUnitPeriods(
    start,
    advances.map((advance) => advance.on),
    payments.map((payment) => payment.on),
    credit.singlePaymentUnit ?? 'months',
  );
  const flows = [
    ...placed.advances.map((time, k) => ({ amount: -BigInt(advances[k]!.amount), ...time })),
    ...placed.payments.map((time, k) => ({ amount: BigInt(payments[k]!.amount), ...time })),
  ];
  return { flows: flows.sort((a, b) => a.whole - b.whole), parts, unitPeriod };
}

/** A flow of zero is no payment and ends no period. */
function moving(flows: readonly CashFlow[]): CashFlow[] {
  const negative = flows.find((flow) => flow.amount < 0);
  if (negative !== undefined) throw new RangeError(`an advance or payment of ${negative.amount} cents`);
  return flows.filter((flow) => flow.amount > 0);
}

/**
 * The present value of all flows at the rate i, and how it changes with i. An amount is divided by 1 + i for each
 * whole unit-period, and by 1 + f·i, simple interest, for the fraction f of one.
 */
function presentValue(flows: readonly Flow[], parts: number, rate: Fixed): { value: Fixed; slope: Fixed } {
  const discount = over(one, one + rate);
  let [whole, discountOfWhole] = [0, one];
  let [part, fraction, discountOfPart] = [0, 0n, one];
  let [value, slope] = [0n, 0n];
  for (const flow of flows) {
    if (flow.whole !== whole) {
      discountOfWhole = times(discountOfWhole, power(discount, flow.whole - whole));
      whole = flow.whole;
    }
    if (flow.part !== part) {
      part = flow.part;
      fraction = (one * BigInt(part)) / BigInt(parts);
      discountOfPart = over(one, one + times(fraction, rate));
    }
    const worth = flow.amount * times(discountOfWhole, discountOfPart);
    value += worth;
    slope -= times(worth, BigInt(whole) * discount + times(fraction, discountOfPart));
  }
  return { value, slope };
}

// --- Its solution ---

const roundsMax = 250;
const unitPeriodRateMax = 1_000_000_000n;

/**
 * Newton's method, kept above a rate that is too low (the payments are worth more than the advances) and below one
 * that is too high. With one advance the curve is convex: from zero it comes closer from below and never overshoots.
 */
function solve({ flows, parts }: Equation, guess: Fixed): Fixed {
  // A step so small that the next one, of about its square, changes no digit.
  const smallStep = 1n << 70n;
  let rate = guess > 0n ? guess : 0n;
  let tooLow = -one;
  let tooHigh: Fixed | undefined;
  for (let round = 0; round < roundsMax; round += 1) {
    const { value, slope } = presentValue(flows, parts, rate);
    const next = slope < 0n ? rate + over(value, -slope) : undefined;
    if (next !== undefined && sizeOf(next - rate) <= smallStep) return next;
    if (value > 0n) tooLow = rate;
    else tooHigh = rate;
    rate = isBetween(tooLow, next, tooHigh) ? next : halfway(tooLow, tooHigh);
    if (one + rate <= smallStep || rate > unitPeriodRateMax * one) break;
  }
  throw new NoRate('no rate makes the payments worth what is advanced');
}

function isBetween(low: Fixed, rate: Fixed | undefined, high: Fixed | undefined): rate is Fixed {
  return rate !== undefined && rate > low && (high === undefined || rate < high);
}

function halfway(low: Fixed, high: Fixed | undefined): Fixed {
  return high === undefined ? 2n * low + one : (low + high) >> 1n;
}

// --- Fixed-point numbers ---

/** A number times 2^160. */
type Fixed = bigint;

const binaryDigits = 160n;
const one: Fixed = 1n << binaryDigits;

function times(a: Fixed, b: Fixed): Fixed {
  return (a * b) >> binaryDigits;
}

function over(a: Fixed, b: Fixed): Fixed {
  return (a << binaryDigits) / b;
}

function sizeOf(a: Fixed): Fixed {
  return a < 0n ? -a : a;
}

/** Computed by squaring; the exponent is a whole number, not negative. */
function power(base: Fixed, exponent: number): Fixed {
  let result = one;
  let square = base;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = times(result, square);
    if (rest > 1) square = times(square, square);
  }
  return result;
}

/** The nth root of a positive number: a float makes the guess, and each round of Newton's method doubles its digits. */
function root(radicand: Fixed, n: number): Fixed {
  if (n === 1) return radicand;
  const guess = (Number(radicand) / Number(one)) ** (1 / n);
  let result = (BigInt(Math.round(guess * 2 ** 52)) * one) >> 52n;
  for (let round = 0; round < 4; round += 1) {
    result -= over(power(result, n) - radicand, BigInt(n) * power(result, n - 1));
  }
  return result;
}

/** Decimal text without an exponent. */
function fixed(decimal: string): Fixed {
  const [whole = '', decimals = ''] = decimal.replace('-', '').split('.');
  const magnitude = (BigInt(whole + decimals) * one) / 10n ** BigInt(decimals.length);
  return decimal.startsWith('-') ? -magnitude : magnitude;
}

/** Rounds halves away from zero, also a half from which the calculation differs by a trace. */
function text(value: Fixed, places: number): string {
  const trace = one >> 60n;
  const units = (sizeOf(value) * 10n ** BigInt(places) + one / 2n + trace) >> binaryDigits;
  return formatScaled({ isNegative: value < 0n && units > 0n, digits: `${units}` }, places);
}

// The periodic statement as data (15.1, 15.2), from what its statement recorded.

import type { Day } from '../../values/day.ts';
import { clampedDay, partsOf } from '../civil.ts';
import { ofDecimal, type Rational, rational, times, wholeCents } from '../rational.ts';
import { stretchesOf } from './interest.ts';
import { type Books, type Draw, type Line, type Statement, statementsOf } from './line.ts';

interface Summary {
  readonly previous: number;
  readonly payments: number;
  readonly credits: number;
  readonly purchases: number;
  readonly cashAdvances: number;
  readonly balanceTransfers: number;
  readonly fees: number;
  readonly interest: number;
  readonly reimbursements: number;
  readonly balance: number;
}

interface RateRow {
  readonly draw: string;
  /** A year, cut to millionths. */
  readonly rate: number;
  readonly days: number;
  readonly average: number;
  readonly interest: number;
}

interface Bill {
  readonly summary: Summary;
  readonly rates: readonly RateRow[];
  readonly yearToDate: { readonly fees: number; readonly interest: number };
}

export function billOf(line: Line, ordinal: number): Bill {
  const statements = statementsOf(line);
  const statement = statements.find((each) => each.ordinal === ordinal);
  if (statement === undefined) throw new RangeError(`there is no statement ${ordinal}`);
  const before = statements.find((each) => each.ordinal === ordinal - 1) ?? null;
  const { year } = partsOf(statement.date);
  const lastOfOldYear = statements.findLast(({ date }) => date < clampedDay(year, 1, 1)) ?? null;
  const since = change(statement, lastOfOldYear);
  return {
    summary: summaryOf(line, statement, before),
    rates: [...statement.interest].flatMap(([draw, booked]) => rateRows(draw, statement, booked)),
    yearToDate: { fees: feesSince(line, clampedDay(year, 1, 1), statement), interest: since('interestIncome') },
  };
}

function change(statement: Statement, before: Statement | null): (book: keyof Books) => number {
  return (book) => statement.books[book] - (before?.books[book] ?? 0);
}

/** By the day of booking; facts of the statement date come after it. */
function feesSince(line: Line, from: Day, statement: Statement): number {
  const booked = statement.books.feeIncome;
  let before = 0;
  for (const fee of line.feesBooked) if (fee.on < from) before += fee.amount;
  return booked - before;
}

/** A credit balance is negative on both sides. What is disputed is a credit, reposted it is one less. */
function summaryOf(line: Line, statement: Statement, before: Statement | null): Summary {
  const of = change(statement, before);
  const isHold = line.terms.disputes.credit === 'hold';
  const balanceOf = (each: Statement) => each.balance - each.credit + (isHold ? each.disputed : 0);
  const disputed = isHold ? 0 : statement.disputed - (before?.disputed ?? 0);
  return {
    previous: before === null ? 0 : balanceOf(before),
    payments: of('payments'),
    credits: of('refunds') + of('serviceCredits') + of('waived') + of('givenBack') + of('writtenOff') + disputed,
    purchases: of('regular') + of('static'),
    cashAdvances: of('cashAdvance'),
    balanceTransfers: of('balanceTransfer'),
    fees: of('feeIncome'),
    interest: of('interestIncome'),
    reimbursements: of('reimbursed'),
    balance: balanceOf(statement),
  };
}

/** 15.2: the exact parts, cut so that they add up to what was booked: the largest remainders take the cents. */
function rateRows(draw: Draw, statement: Statement, booked: number): RateRow[] {
  const stretches = stretchesOf(draw, statement.start, statement.date);
  const cut = stretches.map(({ interest }) => wholeCents(interest));
  const remainder = (k: number) => Number(fraction(stretches[k]?.interest ?? rational(0)));
  const order = stretches.map((_, k) => k).sort((a, b) => remainder(b) - remainder(a) || a - b);
  let left = booked - cut.reduce((sum, amount) => sum + amount, 0);
  for (const k of order) {
    if (left <= 0) break;
    cut[k] = (cut[k] ?? 0) + 1;
    left -= 1;
  }
  return stretches.map(({ yearlyRate, days, average }, k) => ({
    draw: draw.id,
    rate: wholeCents(times(yearlyRate, ofDecimal('1000000', 0))),
    days: days.length,
    average,
    interest: cut[k] ?? 0,
  }));
}

function fraction(amount: Rational): bigint {
  return ((amount.numerator % amount.denominator) * 1_000_000_000n) / amount.denominator;
}

// A charge that is fixed when the loan begins: how it is cut over the rows, and what each day of their periods brings
// of it (rules 16.4 to 16.6).

import type { Precomputed } from '../installment/terms.ts';
import type { Rounding } from '../interest/exact.ts';
import type { Day } from '../values/day.ts';
import { rational, rounded } from './rational.ts';
import { greatest } from './schedule.ts';

interface ChargePeriod {
  readonly from: Day;
  /** The day after the last one. */
  readonly to: Day;
  readonly cents: number;
}

export interface Charge {
  readonly total: number;
  readonly wholeAfter: number | null;
  readonly periods: readonly ChargePeriod[];
  /** All that is gone, and what is gone of the running period. */
  gone: number;
  goneOfPeriod: number;
  hasEnded: boolean;
}

/** Rows that begin with this principal, and what each of them asks for. */
export interface AskedRows {
  readonly principal: number;
  readonly asks: readonly number[];
}

interface Cut extends AskedRows {
  readonly total: number;
  readonly rebate: Precomputed['rebate'];
  readonly rebateRounding: Precomputed['rebateRounding'];
  readonly rounding: Rounding;
  /** The interest through each row, where the rates decide it. */
  readonly byRate: readonly number[] | null;
}

/** The cents of each row. */
export function cutOver(cut: Cut): number[] {
  const through = throughRows(cut);
  return through.map((cents, place) => cents - (through[place - 1] ?? 0));
}

function throughRows({ total, rebate, rebateRounding, rounding, byRate, principal, asks }: Cut): number[] {
  if (rebate === 'actuarial' && byRate !== null) return [...byRate];
  if (rebate === 'actuarial') return throughRowsOfOneRate({ principal, asks, rounding, total });
  const n = asks.length;
  const share = (parts: number, of: number) => Number((BigInt(total) * BigInt(parts)) / BigInt(of));
  const rows = asks.map((_, place) => place + 1);
  if (rebate === 'evenly') return rows.map((k) => share(k, n));
  return rows.map(
    (k) => total - toCent(BigInt(total) * BigInt((n - k) * (n - k + 1)), BigInt(n * (n + 1)), rebateRounding),
  );
}

/** The rebate after a row (16.4). */
function toCent(above: bigint, below: bigint, mode: Precomputed['rebateRounding']): number {
  return Number((above + (mode === 'up' ? below - 1n : below / 2n)) / below);
}

type OneRate = Pick<Cut, 'principal' | 'asks' | 'rounding' | 'total'>;

function throughRowsOfOneRate(rows: OneRate): number[] {
  const last = (rate: bigint) => interestThroughRows(rows, rate).at(-1) ?? 0;
  const rate = last(0n) >= rows.total ? 0n : greatest((tried) => last(tried) < rows.total) + 1n;
  return interestThroughRows(rows, rate).map((interest) => Math.min(rows.total, interest));
}

/** The interest of the rows, added up, at so many billionths for a row. */
function interestThroughRows({ principal, asks, rounding }: OneRate, billionths: bigint): number[] {
  let left = principal;
  let unpaid = 0;
  let total = 0;
  return asks.map((ask) => {
    const interest = rounded(rational(BigInt(left) * billionths, 1_000_000_000n), rounding);
    unpaid += interest;
    total += interest;
    const toInterest = Math.min(unpaid, ask);
    unpaid -= toInterest;
    left -= Math.min(left, ask - toInterest);
    return total;
  });
}

/** How many of the rows there are until one asks for all that is owed. */
export function rowsAsked({ principal, asks }: AskedRows, charge: readonly number[]): number {
  let owed = principal;
  for (const [place, ask] of asks.entries()) {
    owed += charge[place] ?? 0;
    if (ask >= owed) return place + 1;
    owed -= ask;
  }
  return asks.length;
}

/** What is gone of a period after so many of its days. */
function goneAfter(period: ChargePeriod, days: number, before: number, wholeAfter: number | null): number {
  const length = period.to - period.from;
  if (wholeAfter !== null) return days >= Math.min(wholeAfter, length) ? period.cents : before;
  return Math.max(before, Number((BigInt(period.cents) * BigInt(days)) / BigInt(length)));
}

/** Goes on by one day, and says what it brings. `isByDay`: the day brings its own share, whatever `wholeAfter` is. */
export function bringDay(charge: Charge, day: Day, isByDay: boolean): number {
  const period = charge.periods.find(({ from, to }) => from <= day && day < to);
  if (period === undefined) return 0;
  const before = day === period.from ? 0 : charge.goneOfPeriod;
  charge.goneOfPeriod = goneAfter(period, day - period.from + 1, before, isByDay ? null : charge.wholeAfter);
  charge.gone += charge.goneOfPeriod - before;
  return charge.goneOfPeriod - before;
}

/** What is still brought from a day until another, without any ceiling and freeze. */
export function stillBrings(charge: Charge | null, today: Day, from: Day, to: Day): number {
  if (charge === null || charge.hasEnded || from >= (charge.periods.at(-1)?.to ?? from)) return 0;
  const ahead = { ...charge };
  let sum = 0;
  for (let day = today; day < to; day += 1) {
    const brought = bringDay(ahead, day, false);
    if (day >= from) sum += brought;
  }
  return sum;
}

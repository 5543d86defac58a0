// The minimum payment warning of a card: how long the balance takes at minimum payments, and what pays it in 36 months
// (Regulation Z, Appendix M1). Exact: months are rounded to cents, half-up, one after the other.

import { scaled, scaleFor } from '../interest/exact.ts';
import type { Cents } from '../values/cents.ts';
import type { Rate } from '../values/rate.ts';

export interface RatedBalance {
  readonly balance: Cents;
  /** A year. */
  readonly rate: Rate;
  /** A promo rate gives way to another after so many months. */
  readonly later: { readonly afterMonths: number; readonly rate: Rate } | null;
}

interface MinimumFormula {
  readonly percent: Rate;
  readonly addsInterest: boolean;
  readonly floor: Cents;
}

export interface MinimumWarning {
  readonly firstPayment: number;
  readonly months: number;
  /** Below two years in months, else in years, halves up. */
  readonly shown: { readonly count: number; readonly unit: 'months' | 'years' };
  readonly total: number;
  readonly payment36: number;
  readonly total36: number;
  readonly savings: number;
  /** The 36 months are left out if the minimum is as fast, or is more. */
  readonly isShown36: boolean;
}

const monthsMax = 1_200;
const scale = 10_000_000_000;

/** Null: minimum payments do not pay it off. */
export function minimumWarning(balances: readonly RatedBalance[], formula: MinimumFormula): MinimumWarning | null {
  const rows = balances.map((one) => ({ ...one, left: one.balance as number }));
  let [months, total, firstPayment] = [0, 0, 0];
  while (rows.some(({ left }) => left > 0)) {
    if (months === monthsMax) return null;
    const before = sum(rows.map(({ left }) => left));
    let charges = 0;
    for (const row of rows) {
      const growth = divided(BigInt(row.left) * rateIn(row, months), 12n * BigInt(scale));
      row.left += growth;
      charges += growth;
    }
    const payment = Math.min(before + charges, paymentOf(before, charges, formula));
    if (months === 0 && payment <= charges) return null;
    payLowestFirst(rows, payment, months);
    if (months === 0) firstPayment = payment;
    months++;
    total += payment;
  }
  const payment36 = payment36Of(balances);
  const total36 = 36 * payment36;
  const years = Math.floor((months + 6) / 12);
  return {
    firstPayment,
    months,
    shown: months < 24 ? { count: months, unit: 'months' } : { count: years, unit: 'years' },
    total,
    payment36,
    total36,
    savings: total - total36,
    isShown36: months > 36 && payment36 >= firstPayment,
  };
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

/** Rounded half-up; both positive. */
const divided = (amount: bigint, by: bigint): number => Number((2n * amount + by) / (2n * by));

function rateIn({ rate, later }: RatedBalance, month: number): bigint {
  const now = later !== null && month >= later.afterMonths ? later.rate : rate;
  return units(now);
}

const units = (rate: Rate): bigint => BigInt(scaled(rate, scaleFor(rate))) * BigInt(scale / scaleFor(rate));

function paymentOf(owed: number, charges: number, { percent, addsInterest, floor }: MinimumFormula): number {
  const part = divided(BigInt(owed) * units(percent), BigInt(scale));
  return Math.max(part + (addsInterest ? charges : 0), floor);
}

function payLowestFirst(rows: (RatedBalance & { left: number })[], payment: number, month: number): void {
  let rest = payment;
  const rising = rows.toSorted((a, b) => Number(rateIn(a, month) - rateIn(b, month)));
  for (const row of rising) {
    const taken = Math.min(rest, row.left);
    row.left -= taken;
    rest -= taken;
  }
}

/** The level payment at the average rate: a promo counts for its months of the 36. */
export function payment36Of(balances: readonly RatedBalance[]): number {
  const owed = sum(balances.map(({ balance }) => balance));
  let weighted = 0n;
  for (const { balance, rate, later } of balances) {
    const months = later === null ? 36 : Math.min(36, later.afterMonths);
    const mixed = units(rate) * BigInt(months) + units(later?.rate ?? rate) * BigInt(36 - months);
    weighted += BigInt(balance) * mixed;
  }
  if (weighted === 0n) return divided(BigInt(owed), 36n);
  // r = weighted / under; owed × r / (1 − (1 + r)^−36) with whole numbers alone.
  const under = BigInt(owed) * BigInt(scale) * 12n * 36n;
  const grown = (under + weighted) ** 36n;
  return divided(BigInt(owed) * weighted * grown, under * (grown - under ** 36n));
}

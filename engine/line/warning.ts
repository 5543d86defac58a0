// The minimum payment warning of a card: how long the balance takes at minimum payments, and what pays it in 36 months
// (Regulation Z, Appendix M1). Exact: months are rounded to cents, half-up, one after the other.

import { fineScale, scaled } from '../interest/exact.ts';
import { askedByBalance } from './minimum.ts';
import type { Bill, BilledDraw } from './records.ts';
import type { LineTerms, MinimumOfBalance } from './terms.ts';

/** A balance with one rate and one minimum. Rates and percentages are whole numbers over the fine scale. */
interface WarnedBalance {
  readonly balance: number;
  /** Yearly rates: each holds from the end of so many months on. The first one begins with zero. */
  readonly rates: readonly { readonly afterMonths: number; readonly rate: number }[];
  /** What is asked for besides the interest of the month, and at least so much with it. */
  readonly percent: number;
  readonly least: number;
  /** Fees of the line. */
  readonly isFees?: boolean;
}

interface LineMinimum {
  readonly floor: number;
  readonly roundUpTo: number;
  readonly ofBalance: MinimumOfBalance | null;
  /** What the statement asks for now. */
  readonly due: number;
}

export interface MinimumWarning {
  /** Null: minimum payments never pay it off. */
  readonly atMinimum: {
    readonly months: number;
    /** Below two years in months, else in years, halves up. */
    readonly shown: { readonly count: number; readonly unit: 'months' | 'years' };
    readonly total: number;
  } | null;
  /** What pays it in 36 months; null: the minimum is as fast, or is more. */
  readonly in36: { readonly payment: number; readonly total: number; readonly savings: number | null } | null;
}

const monthsMax = 1_200;
const scale = fineScale;
const over = BigInt(scale);

/** The warning that a bill shows; null where the law asks for none. */
export function warningOf({ regulation, minimum }: LineTerms, bill: Bill): MinimumWarning | null {
  const balances = balancesOf(bill);
  const isPaidByMinimum = sum(balances.map(({ balance }) => balance)) <= bill.minimumShown;
  if (regulation !== 'card' || bill.periodsPaidInFull >= 2 || isPaidByMinimum) return null;
  return minimumWarning(balances, { ...minimum, due: bill.minimumShown });
}

/** Draws of one rate and one minimum together. Fees of the line bear no interest, and are paid with the next payment. */
function balancesOf(bill: Bill): readonly WarnedBalance[] {
  const found = new Map<string, WarnedBalance>();
  const add = (key: string, one: WarnedBalance): void => {
    found.set(key, { ...one, balance: one.balance + (found.get(key)?.balance ?? 0) });
  };
  for (const draw of bill.draws) {
    const one = balanceOf(draw, bill);
    add(JSON.stringify([one.rates, one.percent, one.least === 0 ? null : draw.draw]), one);
  }
  add('line', {
    balance: bill.lineFees,
    rates: [{ afterMonths: 0, rate: 0 }],
    percent: scale,
    least: 0,
    isFees: true,
  });
  return [...found.values()].filter(({ balance }) => balance > 0);
}

function balanceOf({ owed, rates, minimum, instalment }: BilledDraw, { statementOn, rateScale }: Bill): WarnedBalance {
  return {
    balance: owed,
    rates: rates.map(({ from, rate }) => ({
      afterMonths: Math.max(0, Math.floor(((from - statementOn) * 12) / 365)),
      rate: rate * (scale / rateScale),
    })),
    percent: instalment === null ? scaled(minimum.percentOfPrincipal, scale) : 0,
    least: instalment ?? minimum.amount,
  };
}

export function minimumWarning(balances: readonly WarnedBalance[], minimum: LineMinimum): MinimumWarning {
  const owed = sum(balances.map(({ balance }) => balance));
  const payment = payment36Of(balances, owed);
  const atMinimum = payMinimums(balances, minimum);
  const isFaster = (atMinimum === null || atMinimum.months > 36) && payment >= minimum.due;
  const total = 36 * payment;
  const savings = atMinimum === null ? null : atMinimum.total - total;
  return { atMinimum, in36: isFaster ? { payment, total, savings } : null };
}

/** One minimum payment a month, and nothing else; null: that never ends. */
function payMinimums(balances: readonly WarnedBalance[], minimum: LineMinimum): MinimumWarning['atMinimum'] {
  const rows = balances.map((one) => ({ ...one, left: one.balance, charge: 0 }));
  let [months, total] = [0, 0];
  while (rows.some(({ left }) => left > 0)) {
    if (months === monthsMax) return null;
    for (const row of rows) row.charge = divided(BigInt(row.left) * rateIn(row, months), 12n * over);
    const charges = sum(rows.map(({ charge }) => charge));
    const payment = Math.min(sum(rows.map(({ left }) => left)) + charges, askedOf(rows, minimum));
    if (months === 0 && payment <= charges) return null;
    payLowestFirst(rows, payment, months);
    months++;
    total += payment;
  }
  const years = Math.floor((months + 6) / 12);
  return { months, total, shown: months < 24 ? { count: months, unit: 'months' } : { count: years, unit: 'years' } };
}

interface Row extends WarnedBalance {
  left: number;
  /** The interest of the month. */
  charge: number;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

/** Rounded half-up; both positive. */
const divided = (amount: bigint, by: bigint): number => Number((2n * amount + by) / (2n * by));

const rateIn = ({ rates }: WarnedBalance, month: number): bigint =>
  BigInt(rates.findLast(({ afterMonths }) => afterMonths <= month)!.rate);

function askedOf(rows: readonly Row[], { floor, roundUpTo, ofBalance }: LineMinimum): number {
  let asked = 0n;
  for (const { left, charge, percent, least } of rows) {
    const byTerms = BigInt(percent) * BigInt(left) + BigInt(charge) * over;
    const most = BigInt(left + charge) * over;
    const wanted = BigInt(least) * over > byTerms ? BigInt(least) * over : byTerms;
    asked += wanted < most ? wanted : most;
  }
  const byBalance = ofBalance === null ? 0 : askedByBalance(ofBalance, statementOf(rows));
  return Math.ceil(Math.max(floor, divided(asked, over), byBalance) / roundUpTo) * roundUpTo;
}

/** As the statement at the end of the month says it. */
function statementOf(rows: readonly Row[]) {
  const interest = sum(rows.map(({ charge }) => charge));
  return {
    balance: interest + sum(rows.map(({ left }) => left)),
    interest,
    fees: sum(rows.map(({ left, isFees }) => (isFees ? left : 0))),
  };
}

function payLowestFirst(rows: Row[], payment: number, month: number): void {
  let rest = payment;
  for (const row of rows.toSorted((a, b) => Number(rateIn(a, month) - rateIn(b, month)))) {
    const taken = Math.min(rest, row.left + row.charge);
    row.left += row.charge - taken;
    rest -= taken;
  }
}

/** The level payment at the average rate: each rate counts for its months of the 36. */
function payment36Of(balances: readonly WarnedBalance[], owed: number): number {
  let weighted = 0n;
  for (const one of balances) {
    for (let month = 0; month < 36; month++) weighted += BigInt(one.balance) * rateIn(one, month);
  }
  if (weighted === 0n) return divided(BigInt(owed), 36n);
  // r = weighted / under; owed × r / (1 − (1 + r)^−36) with whole numbers alone.
  const under = BigInt(owed) * over * 12n * 36n;
  const grown = (under + weighted) ** 36n;
  return divided(BigInt(owed) * weighted * grown, under * (grown - under ** 36n));
}

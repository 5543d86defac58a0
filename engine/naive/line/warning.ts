// The minimum payment warning of a statement (15.4), month by month. Amounts are cents.

import { minus, ofDecimal, plus, type Rational, rational, rounded, times, zero } from '../rational.ts';

interface RatedBalance {
  readonly balance: number;
  /** Of a year. */
  readonly rate: string;
  /** After so many months another rate. */
  readonly promo: { readonly months: number; readonly laterRate: string } | null;
}

interface MinimumFormula {
  readonly percentage: string;
  readonly addsInterest: boolean;
  readonly floor: number;
}

interface Warning {
  readonly first: number;
  /** Null: paying the minimum never ends it. */
  readonly months: number | null;
  readonly total: number;
  readonly in36: { readonly payment: number; readonly total: number; readonly savings: number };
}

const monthsMax = 1200;

function monthly(rate: string): Rational {
  return times(ofDecimal(rate, 12), rational(1, 12));
}

function rateIn(balance: RatedBalance, month: number): string {
  return balance.promo !== null && month > balance.promo.months ? balance.promo.laterRate : balance.rate;
}

export function warningOf(balances: readonly RatedBalance[], formula: MinimumFormula): Warning {
  const ordered = [...balances].sort((a, b) => Number(a.rate) - Number(b.rate));
  const left = ordered.map(({ balance }) => balance);
  const sum = () => left.reduce((total, amount) => total + amount, 0);
  const start = sum();
  let [first, total, months]: [number, number, number | null] = [0, 0, 0];
  while (sum() > 0) {
    const owed = sum();
    months += 1;
    const growth = ordered.map((each, k) =>
      rounded(times(rational(left[k] ?? 0), monthly(rateIn(each, months ?? 0))), 'halfUp'),
    );
    const charges = growth.reduce((all, amount) => all + amount, 0);
    const share = rounded(times(ofDecimal(formula.percentage, 12), rational(owed)), 'halfUp');
    const asked = Math.max(share + (formula.addsInterest ? charges : 0), formula.floor);
    const payment = Math.min(asked, owed + charges);
    if (months === 1) first = payment;
    total += payment;
    for (const k of left.keys()) left[k] = (left[k] ?? 0) + (growth[k] ?? 0);
    takeRising(left, payment);
    if (months === monthsMax || (months === 1 && sum() >= start))
      return { first, months: null, total, in36: in36(ordered, total) };
  }
  return { first, months, total, in36: in36(ordered, total) };
}

function takeRising(left: number[], payment: number): void {
  let money = payment;
  for (const k of left.keys()) {
    const taken = Math.min(money, left[k] ?? 0);
    left[k] = (left[k] ?? 0) - taken;
    money -= taken;
  }
}

/** The level payment over 36 months, at the rates weighted by balances; a promo counts for the months it has left. */
function in36(balances: readonly RatedBalance[], totalByMinimum: number): Warning['in36'] {
  const owed = balances.reduce((sum, { balance }) => sum + balance, 0);
  const weighted = balances.reduce((sum, each) => plus(sum, times(rational(each.balance), rateOver36(each))), zero);
  const payment = levelPayment(owed, times(weighted, rational(1, Math.max(owed, 1))));
  return { payment, total: 36 * payment, savings: totalByMinimum - 36 * payment };
}

function rateOver36({ rate, promo }: RatedBalance): Rational {
  if (promo === null) return monthly(rate);
  const share = rational(Math.min(promo.months, 36), 36);
  return plus(times(share, monthly(rate)), times(minus(rational(1), share), monthly(promo.laterRate)));
}

/** The owed amount times r / (1 - (1 + r)^-36). */
function levelPayment(owed: number, rate: Rational): number {
  if (rate.numerator === 0n) return rounded(rational(owed, 36), 'halfUp');
  let growth = rational(1);
  for (let month = 0; month < 36; month += 1) growth = times(growth, plus(rational(1), rate));
  const above = times(times(rational(owed), rate), growth);
  const below = minus(growth, rational(1));
  return rounded(
    { numerator: above.numerator * below.denominator, denominator: above.denominator * below.numerator },
    'halfUp',
  );
}

/** Below 24 the nearest month, else the nearest year, halves up. */
export function shownMonths(months: number): string {
  return months < 24 ? `${months} months` : `${Math.floor(months / 12 + 0.5)} years`;
}

// The minimum payment warning of a statement (15.4), month by month. Amounts are cents.

import type { LineMinimum } from '../../line/terms.ts';
import { ratesOn } from '../rates.ts';
import { compared, minus, ofDecimal, plus, type Rational, rational, rounded, textOf, times } from '../rational.ts';
import { type Line, leftOutOf, owedLineFees, owedOfDraw, type Statement, statementsOf } from './line.ts';
import { askedByBalance } from './minimum.ts';

interface RatedBalance {
  readonly balance: number;
  /** The yearly rate in month 1, 2, …: the one of the month's last day. */
  readonly rateIn: (month: number) => Rational;
  readonly percentage: Rational;
  /** With the interest of the month at least this. */
  readonly least: number;
  readonly isLineFees: boolean;
}

type MinimumFormula = Pick<LineMinimum, 'ofBalance'> & Record<'floor' | 'roundUpTo', number>;

interface Warning {
  readonly first: number;
  /** Null: paying the minimum never ends it. */
  readonly months: number | null;
  readonly total: number;
  readonly in36: { readonly payment: number; readonly total: number; readonly savings: number };
}

const monthsMax = 1200;
const whole = rational(1);
const larger = (a: Rational, b: Rational): Rational => (compared(a, b) < 0 ? b : a);
const smaller = (a: Rational, b: Rational): Rational => (compared(a, b) < 0 ? a : b);

interface Row {
  readonly of: RatedBalance;
  left: number;
}

export function warningOf(balances: readonly RatedBalance[], formula: MinimumFormula): Warning {
  const rows = balances.map((of): Row => ({ of, left: of.balance }));
  const sum = () => rows.reduce((total, { left }) => total + left, 0);
  const start = sum();
  let [first, total, months] = [0, 0, 0];
  while (sum() > 0) {
    months += 1;
    const payment = payMonth(rows, months, formula);
    if (months === 1) first = payment;
    total += payment;
    if (months > monthsMax || (months === 1 && sum() >= start))
      return { first, months: null, total, in36: in36(balances, total) };
  }
  return { first, months, total, in36: in36(balances, total) };
}

/** Each balance grows, is asked for its part, and the payment takes them from the lowest rate up. */
function payMonth(rows: readonly Row[], month: number, { floor, roundUpTo, ofBalance }: MinimumFormula): number {
  let asked = rational(0);
  let [owed, interest] = [0, 0];
  const fees = rows.reduce((sum, { of, left }) => sum + (of.isLineFees ? left : 0), 0);
  for (const row of rows) {
    const { rateIn, percentage, least } = row.of;
    const growth = rounded(times(rational(row.left, 12), rateIn(month)), 'halfUp');
    const byTerms = plus(times(percentage, rational(row.left)), rational(growth));
    row.left += growth;
    asked = plus(asked, smaller(larger(byTerms, rational(least)), rational(row.left)));
    owed += row.left;
    interest += growth;
  }
  const byBalance = ofBalance === null ? 0 : askedByBalance(ofBalance, { balance: owed, interest, fees });
  const raised = Math.max(rounded(asked, 'halfUp'), floor, byBalance);
  const missing = (roundUpTo - (raised % roundUpTo)) % roundUpTo;
  const payment = Math.min(raised + missing, owed);
  let money = payment;
  for (const row of [...rows].sort((a, b) => compared(a.of.rateIn(month), b.of.rateIn(month)))) {
    const taken = Math.min(money, row.left);
    row.left -= taken;
    money -= taken;
  }
  return payment;
}

/** The level payment over 36 months, at the rates of those months, weighted by balances. */
function in36(balances: readonly RatedBalance[], totalByMinimum: number): Warning['in36'] {
  const owed = balances.reduce((sum, { balance }) => sum + balance, 0);
  let weighted = rational(0);
  for (const { balance, rateIn } of balances) {
    for (let month = 1; month <= 36; month += 1) weighted = plus(weighted, times(rational(balance), rateIn(month)));
  }
  const payment = levelPayment(owed, times(weighted, rational(1, 36 * 12 * Math.max(owed, 1))));
  return { payment, total: 36 * payment, savings: totalByMinimum - 36 * payment };
}

/** The owed amount times r / (1 - (1 + r)^-36). */
function levelPayment(owed: number, rate: Rational): number {
  if (rate.numerator === 0n) return rounded(rational(owed, 36), 'halfUp');
  let growth = whole;
  for (let month = 0; month < 36; month += 1) growth = times(growth, plus(whole, rate));
  const above = times(times(rational(owed), rate), growth);
  const below = minus(growth, whole);
  return rounded(
    { numerator: above.numerator * below.denominator, denominator: above.denominator * below.numerator },
    'halfUp',
  );
}

/** What a line warns of on the day of its statement, before anything else happens; null: the law asks for nothing. */
export function warningToday(line: Line): Warning | null {
  const statements = statementsOf(line);
  const last = statements.at(-1);
  if (line.terms.regulation !== 'card' || last === undefined || last.date !== line.day) return null;
  const isPaid = statements.slice(-3, -1).filter((each) => wasPaidInFull(line, each)).length === 2;
  const balances = balancesOf(line).filter(({ balance }) => balance > 0);
  const owed = balances.reduce((sum, { balance }) => sum + balance, 0);
  return isPaid || owed <= last.shownMinimum ? null : warningOf(balances, line.terms.minimum);
}

function wasPaidInFull(line: Line, { recordedAt, deadline, balance }: Statement): boolean {
  const taken = line.takings.slice(recordedAt).filter(({ on }) => on <= deadline);
  return taken.reduce((sum, { amount }) => sum + amount, 0) >= balance;
}

/** Draws whose rates and minimum are the same stand together. */
function balancesOf(line: Line): RatedBalance[] {
  const groups = new Map<string, RatedBalance>();
  for (const draw of line.draws.filter(({ isPaidOff }) => !isPaidOff)) {
    const { schedule, minimum, rates, terms } = draw;
    const lastDay = (month: number) => line.day + Math.ceil((month * 365) / 12) - 1;
    const rateIn = (month: number) =>
      terms.purpose === 'static' ? rational(0) : ratesOn(rates, lastDay(month)).atRate;
    const least = schedule?.payment ?? minimum.amount;
    const percentage = schedule === null ? ofDecimal(minimum.percentOfPrincipal, 12) : rational(0);
    const leftOut = line.obligations.reduce((sum, each) => sum + leftOutOf(line, each, draw), 0);
    const balance = owedOfDraw(line, draw) - leftOut;
    const firstYears = Array.from({ length: 60 }, (_, month) => textOf(rateIn(month + 1)));
    const key = [least === 0 ? '' : draw.id, textOf(percentage), ...firstYears].join(' ');
    const before = groups.get(key)?.balance ?? 0;
    groups.set(key, { balance: before + balance, rateIn, percentage, least, isLineFees: false });
  }
  const fees = { balance: owedLineFees(line), rateIn: () => rational(0), percentage: whole, least: 0 };
  return [...groups.values(), { ...fees, isLineFees: true }];
}

/** Below 24 the nearest month, else the nearest year, halves up. */
export function shownMonths(months: number): string {
  return months < 24 ? `${months} months` : `${Math.floor(months / 12 + 0.5)} years`;
}

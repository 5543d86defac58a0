// One day's interest (section 6 of the rules).

import { bringDay } from './charge.ts';
import { fractionOfDay } from './counts.ts';
import { interestBearing, type Loan, noSums, type Sums } from './loan.ts';
import { ceilingOn, overdueRatesOn, ratesOn } from './rates.ts';
import { atLeastZero, minus, plus, type Rational, rational, smaller, times } from './rational.ts';

export function accrueDay(loan: Loan): void {
  const balance = interestBearing(loan);
  const brought = broughtToday(loan, balance);
  if (balance + bearingInterest(loan) > 0) {
    const interest = interestOfDay(loan, balance, brought);
    if (loan.status === 'frozen') loan.frozen = together(loan.frozen, interest);
    else addInterest(loan, interest);
  }
  if (loan.status === 'frozen') {
    for (const obligation of loan.obligations) obligation.frozenDays += 1;
  }
}

/** What the charge brings, which ends with the first day that leaves nothing to earn it on (16.6). */
function broughtToday(loan: Loan, balance: number): number {
  const { charge, status, day } = loan;
  if (charge === null) return 0;
  const goesOn = balance > 0 && loan.paidOffOn === null && (status === 'active' || status === 'frozen');
  charge.hasEnded ||= !goesOn;
  if (charge.hasEnded) return 0;
  return bringDay(charge, day, status === 'frozen' || ceilingOn(loan.rates, day) !== null);
}

function interestOfDay(loan: Loan, balance: number, brought: number): Sums {
  const { day, periodStart } = loan;
  const termination = loan.rows.at(-1)?.date ?? periodStart;
  const { dayCount, overdueRate = null } = loan.terms.interest;
  const period = { periodStart, termination, periodEnd: loan.rows[0]?.date ?? null, series: loan.countedSeries };
  const years = fractionOfDay({ dayCount, day, ...period });
  const rates = ratesOn(loan.rates, day);
  const whenOverdue = overdueRatesOn(loan.rates, day, overdueRate);
  const overdue = overdueRate === null ? 0 : overduePrincipal(loan);
  const whole = overdue + bearingInterest(loan);
  const at = (rate: Rational, ofOverdue: Rational) =>
    times(plus(times(rational(balance - overdue), rate), times(rational(whole), ofOverdue)), years);
  const sums = {
    atRate: at(rates.atRate, whenOverdue.atRate),
    withoutCeiling: at(rates.withoutCeiling, whenOverdue.withoutCeiling),
    beforeDiscount: at(rates.beforeDiscount, whenOverdue.beforeDiscount),
  };
  const ceiling = ceilingOn(loan.rates, day);
  const all = rational(brought);
  if (brought === 0) return sums;
  const most = ceiling === null ? all : minus(times(times(rational(balance), ceiling), years), sums.atRate);
  return together(sums, { atRate: smaller(all, most), withoutCeiling: all, beforeDiscount: all });
}

function overduePrincipal({ obligations }: Loan): number {
  return obligations.reduce((sum, { principal, isOverdue }) => sum + (isOverdue ? principal : 0), 0);
}

/** Overdue interest that bears interest itself (6.1c). */
function bearingInterest({ terms, obligations }: Loan): number {
  if (terms.interest.overdueBearing !== 'principalAndInterest') return 0;
  return obligations.reduce((sum, { interest, isOverdue }) => sum + (isOverdue ? interest : 0), 0);
}

function addInterest(loan: Loan, interest: Sums): void {
  const { totalCap } = loan.terms.interest;
  const total = plus(rational(loan.booked), loan.accrued);
  const room = totalCap === null ? interest.atRate : atLeastZero(minus(rational(totalCap), total));
  const added = smaller(interest.atRate, room);
  loan.accrued = plus(loan.accrued, added);
  loan.forgoneCap = plus(loan.forgoneCap, minus(interest.atRate, added));
  loan.period = together(loan.period, interest);
}

/** Adds the interest of the frozen days after all. */
export function accrueFrozenDays(loan: Loan): void {
  addInterest(loan, loan.frozen);
  loan.frozen = noSums();
}

function together(a: Sums, b: Sums): Sums {
  return {
    atRate: plus(a.atRate, b.atRate),
    withoutCeiling: plus(a.withoutCeiling, b.withoutCeiling),
    beforeDiscount: plus(a.beforeDiscount, b.beforeDiscount),
  };
}

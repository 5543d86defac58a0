// One day's interest (section 6 of the rules).

import { fractionOfDay } from './counts.ts';
import { interestBearing, type Loan, noSums, type Sums } from './loan.ts';
import { overdueRatesOn, ratesOn } from './rates.ts';
import { atLeastZero, minus, plus, type Rational, rational, smaller, times } from './rational.ts';

export function accrueDay(loan: Loan): void {
  const balance = interestBearing(loan);
  if (balance > 0) {
    const interest = interestOfDay(loan, balance);
    if (loan.status === 'frozen') loan.frozen = together(loan.frozen, interest);
    else addInterest(loan, interest);
  }
  if (loan.status === 'frozen') {
    for (const obligation of loan.obligations) obligation.frozenDays += 1;
  }
}

function interestOfDay(loan: Loan, balance: number): Sums {
  const { day, periodStart } = loan;
  const termination = loan.rows.at(-1)?.date ?? periodStart;
  const { dayCount, overdueRate = null } = loan.terms.interest;
  const period = { periodStart, termination, periodEnd: loan.rows[0]?.date ?? null, series: loan.countedSeries };
  const years = fractionOfDay({ dayCount, day, ...period });
  const rates = ratesOn(loan.rates, day);
  const whenOverdue = overdueRatesOn(loan.rates, day, overdueRate);
  const overdue = overdueRate === null ? 0 : overduePrincipal(loan);
  const at = (rate: Rational, ofOverdue: Rational) =>
    times(plus(times(rational(balance - overdue), rate), times(rational(overdue), ofOverdue)), years);
  return {
    atRate: at(rates.atRate, whenOverdue.atRate),
    withoutCeiling: at(rates.withoutCeiling, whenOverdue.withoutCeiling),
    beforeDiscount: at(rates.beforeDiscount, whenOverdue.beforeDiscount),
  };
}

function overduePrincipal({ obligations }: Loan): number {
  return obligations.reduce((sum, { principal, isOverdue }) => sum + (isOverdue ? principal : 0), 0);
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

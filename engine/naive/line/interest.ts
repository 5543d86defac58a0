// Interest of a draw: earned by days, booked by statements (section 6), charged back when grace is lost (7.4).

import type { Day } from '../../values/day.ts';
import { fractionOfDay } from '../counts.ts';
import { ratesOn } from '../rates.ts';
import { atLeastZero, compared, minus, plus, type Rational, rational, rounded, times, zero } from '../rational.ts';
import {
  type DayOfDraw,
  type Draw,
  type Line,
  leftOutOf,
  leftUnderCap,
  principalOf,
  type Statement,
  type Taking,
} from './line.ts';

/** 6.1: one day of every draw, at the end of the day. */
export function accrueDay(line: Line): void {
  for (const draw of line.draws) accrueDayOf(line, draw);
}

function accrueDayOf(line: Line, draw: Draw): void {
  const { day, periodStart } = line;
  const { dayCount } = line.terms.interest;
  const { accrualAfterChargeOff } = line.terms.delinquency;
  const principal = principalOf(line, draw) + draw.chargedOff.principal;
  const years = fractionOfDay({ dayCount, day, periodStart, termination: periodStart - 1 });
  const yearlyRate = ratesOn(draw.rates, day).atRate;
  const dailyRate = times(yearlyRate, years);
  const onPrincipal = times(rational(principal), dailyRate);
  const isStill = draw.terms.purpose === 'static' || (line.status === 'chargedOff' && !accrualAfterChargeOff);
  const earned = !isStill && draw.memo === null && !draw.inGrace;
  if (draw.memo !== null && !isStill) draw.memo = plus(draw.memo, onPrincipal);
  const isCompounded = earned && line.terms.interest.accrual === 'compoundDaily' && line.status !== 'chargedOff';
  const balance = principal + (isCompounded ? openInterest(line, draw) : 0);
  const onAccrued = isCompounded ? cutToMillionths(times(atLeastZero(draw.accrued), dailyRate)) : zero;
  if (earned) earnOfPeriod(draw, plus(times(rational(balance), dailyRate), onAccrued));
  draw.days.push({
    day,
    dailyRate,
    years,
    yearlyRate,
    balance,
    onAccrued,
    wasInGrace: draw.inGrace && !isStill,
    earned,
    chargedBack: null,
  });
}

/** rules.md 15.5a: what is billed and open, without what disputes leave out. */
function openInterest(line: Line, draw: Draw): number {
  let sum = 0;
  for (const obligation of line.obligations) {
    for (const part of obligation.parts) if (part.draw === draw) sum += part.interest;
    sum -= leftOutOf(line, obligation, draw);
  }
  return Math.max(0, sum);
}

/** Cuts the amount to millionths of a cent. */
function cutToMillionths(amount: Rational): Rational {
  return rational((amount.numerator * 1_000_000n) / amount.denominator, 1_000_000n);
}

export function earn(draw: Draw, interest: Rational): void {
  draw.accrued = plus(draw.accrued, interest);
  draw.accruedInAll = plus(draw.accruedInAll, interest);
}

function earnOfPeriod(draw: Draw, interest: Rational): void {
  earn(draw, interest);
  draw.ofPeriod = plus(draw.ofPeriod, interest);
}

/** The day counts in the average daily balance with this. */
function balanceOfDay({ balance, earned, chargedBack }: DayOfDraw): number {
  return earned ? balance : (chargedBack ?? 0);
}

interface Stretch {
  readonly yearlyRate: Rational;
  readonly days: readonly DayOfDraw[];
  /** Rounded half-up to cents. */
  readonly average: number;
  readonly interest: Rational;
}

/** 6.4: the days from `start` to the day before `end`, by stretches of one rate. */
export function stretchesOf(draw: Draw, start: Day, end: Day): Stretch[] {
  const runs: DayOfDraw[][] = [];
  for (const day of draw.days.filter((each) => each.day >= start && each.day < end)) {
    const last = runs.at(-1);
    const isSame = last !== undefined && compared((last[0] as DayOfDraw).yearlyRate, day.yearlyRate) === 0;
    if (isSame) last.push(day);
    else runs.push([day]);
  }
  return runs.map((days) => {
    const sum = days.reduce((total, day) => plus(total, times(rational(balanceOfDay(day)), day.years)), zero);
    const years = days.reduce((total, day) => plus(total, day.years), zero);
    const average =
      compared(years, zero) === 0
        ? zero
        : rational(sum.numerator * years.denominator, sum.denominator * years.numerator);
    const interest = days.reduce((total, day) => plus(total, interestOf(day)), zero);
    const yearlyRate = (days[0] as DayOfDraw).yearlyRate;
    return { yearlyRate, days, average: rounded(average, 'halfUp'), interest };
  });
}

function interestOf(day: DayOfDraw): Rational {
  const onBalance = times(rational(balanceOfDay(day)), day.dailyRate);
  return day.earned ? plus(onBalance, day.onAccrued) : onBalance;
}

/** What the average daily balance makes of the period, less what its days make of it. */
function correctionByAverage(line: Line, draw: Draw): Rational {
  return stretchesOf(draw, line.periodStart, line.day).reduce((sum, { days, average, interest }) => {
    const byAverage = days.reduce((total, day) => plus(total, times(rational(average), day.dailyRate)), zero);
    return plus(sum, minus(byAverage, interest));
  }, zero);
}

/** Math 6.7: what accrued beyond the cap is forgone, and apart. */
function giveUpBeyondCap(line: Line, draw: Draw): void {
  const most = rational(leftUnderCap(line));
  if (compared(draw.accrued, most) <= 0) return;
  draw.beyondCap = plus(draw.beyondCap, minus(draw.accrued, most));
  draw.accrued = most;
}

/** Nothing of it is ever booked. */
export function forgo(line: Line, draw: Draw): void {
  giveUpBeyondCap(line, draw);
  draw.forgone = plus(draw.forgone, draw.accrued);
  draw.accrued = zero;
  draw.ofPeriod = zero;
}

/** 6.2: what accrued is booked in whole cents, and the fraction is forgone. */
export function bookInterest(line: Line, draw: Draw): number {
  giveUpBeyondCap(line, draw);
  const booked = Math.max(0, rounded(draw.accrued, line.terms.interest.rounding));
  draw.forgone = plus(draw.forgone, minus(draw.accrued, rational(booked)));
  draw.accrued = zero;
  draw.ofPeriod = zero;
  draw.booked += booked;
  line.books.interestIncome += booked;
  return booked;
}

/** At a statement: with the average daily balance where the terms say so (6.4). */
export function bookPeriod(line: Line, draw: Draw): number {
  if (line.terms.interest.balanceMethod === 'average' && line.status === 'active' && !draw.isPaidOff) {
    const corrected = plus(draw.accrued, correctionByAverage(line, draw));
    draw.accruedInAll = plus(draw.accruedInAll, minus(corrected, draw.accrued));
    draw.accrued = corrected;
  }
  return bookInterest(line, draw);
}

/** 7.2: it only takes back what is not in the balance of this statement. */
export function onlyTakesBack(taking: Taking, draw: Draw, statementDate: Day): boolean {
  const { purchase } = taking;
  return purchase !== null && purchase.draw === draw && taking.draw === draw && purchase.on >= statementDate;
}

/** 15.9a: how much of each taking since the statement takes back what was bought since. The rest of it repays. */
function takenBack(line: Line, draw: Draw, statement: Statement): Map<Taking, number> {
  const raises = line.raises.slice(statement.raisesAt).filter((raise) => raise.draw === draw);
  const back = new Map<Taking, number>();
  const bought = (before: number) =>
    raises.filter(({ takingsBefore }) => takingsBefore <= before).reduce((sum, { amount }) => sum + amount, 0);
  const isPostedAgain = ({ purchase }: Taking, before: number) =>
    raises.some(({ dispute, takingsBefore }) => dispute === purchase?.by && takingsBefore <= before);
  const backOf = (id: string, before: number) =>
    [...back]
      .filter(([taking]) => taking.purchase?.id === id && !isPostedAgain(taking, before))
      .reduce((sum, [, amount]) => sum + amount, 0);
  for (let place = statement.recordedAt; place < line.takings.length; place += 1) {
    const taking = line.takings[place] as Taking;
    const { purchase } = taking;
    if (purchase === null || taking.component !== 'principal' || !onlyTakesBack(taking, draw, statement.date)) continue;
    const inAll = [...back.values()].reduce((sum, amount) => sum + amount, 0);
    const most = Math.min(purchase.amount - backOf(purchase.id, place), bought(place) - inAll);
    back.set(taking, Math.max(0, Math.min(taking.amount, most)));
  }
  return back;
}

/** 7.4: interest of the days from the latest statement to yesterday is charged after all. */
export function chargeBack(line: Line, draw: Draw, statement: Statement): void {
  const lowered = line.takings
    .slice(statement.recordedAt)
    .filter((taking) => taking.draw === draw && taking.component === 'principal' && taking.on < line.day);
  const sum = (amounts: readonly { readonly amount: number }[]) =>
    amounts.reduce((total, { amount }) => total + amount, 0);
  const raised = line.raises.slice(statement.raisesAt).filter((raise) => raise.draw === draw);
  const before = statement.principals.get(draw) ?? 0;
  const back = takenBack(line, draw, statement);
  const repaying = lowered.map((taking) => ({ on: taking.on, amount: taking.amount - (back.get(taking) ?? 0) }));
  const repaid = sum(repaying);
  for (const day of draw.days) {
    if (day.day < statement.date || !day.wasInGrace || draw.memo !== null) continue;
    const until = (each: { readonly on: Day }) => each.on <= day.day;
    const backBy = lowered.filter(until).reduce((total, taking) => total + (back.get(taking) ?? 0), 0);
    const newer = sum(raised.filter(until)) - backBy - Math.max(0, sum(repaying.filter(until)) - before);
    day.chargedBack = Math.max(0, before - repaid) + Math.max(0, newer);
    earnOfPeriod(draw, times(rational(day.chargedBack), day.dailyRate));
  }
}

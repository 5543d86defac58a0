// Payment and due dates of the loan: solved at the start, and again when a fact requires it.

import { passDays } from '../account/charge.ts';
import { ordinalAt, principalOwed, ratesForSolving } from '../account/loan.ts';
import { TermsRefused } from '../account/terms.ts';
import { addFactors, addProduct, type Exact, type Factor, factorOf, nothing, subtract } from '../interest/exact.ts';
import { type RateStep, stepIndexOn } from '../interest/rates.ts';
import { type CountedPeriod, weightBetween } from '../time/day-count.ts';
import { dueDatesAfter, firstDueDate, openingDueDates, seriesThrough } from '../time/due-dates.ts';
import type { Day } from '../values/day.ts';
import type { InstallmentLoan } from './loan.ts';
import { type Asks, type Problem, type Regular, type Row, run, solvePayment } from './solve.ts';
import type { Position } from './state.ts';
import type { Terms } from './terms.ts';

export const mostPayments = 1200;

/** First due dates and payment, on the day the loan starts. */
export function makeSchedule(loan: InstallmentLoan): void {
  const { terms, position: p } = loan;
  const { payments } = terms;
  const isCounted = payments.count === null && payments.schedule === null && payments.amount !== null;
  const isSingle = payments.frequency === 'singleTerm';
  setDates(loan, payments.count ?? (isCounted ? 1 : mostPayments));
  p.supplied = payments.schedule?.map(({ amount }) => amount) ?? null;
  const problem = problemOf(loan, p.dueDates);
  p.payment = payments.amount ?? solvePayment(problem, payments.rounding);
  if (isCounted && !isSingle) {
    // The end date replaces the last due date, whatever determined that date.
    if (payments.endDate !== null) p.dueDates = openingDueDates({ ...payments, endDate: null }, p.startedOn, 1);
    if (!countFromPayment(loan)) {
      throw new TermsRefused('payments.amount', `does not pay the loan off within ${mostPayments} payments`);
    }
    if (payments.endDate !== null) setDates(loan, p.dueDates.length);
    cutDates(loan);
  } else cutDates(loan, problem);
}

export function setDates({ terms: { payments }, position: p }: InstallmentLoan, count: number): void {
  p.dueDates = openingDueDates(payments, p.startedOn, count);
  const first = p.dueDates[0];
  if (first === undefined || first <= p.startedOn) {
    throw new TermsRefused('payments', 'the first due date must lie after the activation');
  }
  // If the end date is the only due date, it is no day of the series: the series begins as if there were no end date.
  const isSeries = payments.schedule === null && payments.frequency !== 'singleTerm';
  p.series = seriesThrough(p.series, isSeries ? firstDueDate(payments, p.startedOn, payments.bufferDays) : first);
}

/** Solves the payment over the remaining due dates; amounts that are due count as paid. */
export function solveAgain(loan: InstallmentLoan): void {
  const p = loan.position;
  if (p.principal === 0 || firstAhead(p) >= p.dueDates.length) return;
  p.supplied = null;
  const problem = problemOf(loan, p.dueDates);
  p.payment = solvePayment(problem, loan.terms.payments.rounding);
  cutDates(loan, problem);
}

/** Sets a payment for the present due dates; the last one is the rest. */
export function givePayment(loan: InstallmentLoan, amount: number): void {
  loan.position.supplied = null;
  loan.position.payment = amount;
  cutDates(loan);
}

/** Drops due dates after the payment that pays off the loan. */
export function cutDates(loan: InstallmentLoan, problem?: Problem): void {
  const p = loan.position;
  const { rowsNeeded } = run(problem ?? problemOf(loan, p.dueDates), p.payment);
  const end = firstAhead(p) + rowsNeeded;
  if (end < p.dueDates.length) keepDates(p, p.dueDates.slice(0, end));
}

/** The index of the first later due date; those that wait for the end of a freeze are skipped. */
export function firstAhead(p: Position, dates: readonly Day[] = p.dueDates): number {
  let index = p.next;
  while (index < dates.length && dates[index]! <= p.accruedTo) index++;
  return index;
}

/** Keeps the payment and computes how many due dates it needs; false if the loan would never be paid off. */
export function countFromPayment(loan: InstallmentLoan): boolean {
  const p = loan.position;
  const isSingle = p.series.frequency === 'singleTerm';
  for (let count = 16; ; count *= 4) {
    // A single term has no more dates: one additional date shows whether the others suffice.
    const dates = isSingle ? [...p.dueDates, p.dueDates.at(-1)! + 1] : withCount(p, Math.min(count, mostPayments));
    const needed = rowsUntilPaid(loan, dates);
    if (needed !== undefined && !(isSingle && firstAhead(p) + needed > p.dueDates.length)) {
      keepDates(p, dates.slice(0, firstAhead(p, dates) + needed));
      return true;
    }
    if (isSingle || count >= mostPayments) return false;
  }
}

/** The first row that can be the last and whose payment covers everything owed. */
function rowsUntilPaid(loan: InstallmentLoan, dates: readonly Day[]): number | undefined {
  const p = loan.position;
  const { balloon, plannedAdvances } = loan.terms.payments;
  if (plannedAdvances.some(({ on }) => on > p.accruedTo && on >= dates.at(-1)!)) return undefined;
  const endsFrom = rowsBeforeTheEnd(loan, dates);
  const rows = dates.length - firstAhead(p, dates);
  const { last, rowsNeeded } = run(problemOf(loan, dates), p.payment, endsFrom);
  const isPaid = rowsNeeded < rows || (endsFrom < rows && last <= balloon);
  return isPaid ? rowsNeeded : undefined;
}

/** Only level rows end a loan, and only after the last planned advance. */
function rowsBeforeTheEnd({ terms, position: p }: InstallmentLoan, dates: readonly Day[]): number {
  const { interestOnly, plannedAdvances } = terms.payments;
  const first = firstAhead(p, dates);
  const ordinal = Math.max(interestOnly, p.plan?.to ?? 0, ...p.deferred);
  const supplied = (p.supplied?.findLastIndex((amount) => amount !== null) ?? -1) + 1;
  const advance = Math.max(0, ...plannedAdvances.filter(({ on }) => on > p.accruedTo).map(({ on }) => on));
  const before = dates.findIndex((date, i) => i >= first && date > advance);
  return Math.max(
    ordinal - p.firstOrdinal + 1 - first,
    supplied - first,
    before < 0 ? dates.length : before - first,
    0,
  );
}

/** This many due dates from the next one on: some of the present ones, or more of the series. */
export function withCount(p: Position, count: number): readonly Day[] {
  const wanted = firstAhead(p) + count;
  const kept = p.dueDates.slice(0, wanted);
  const missing = wanted - kept.length;
  return missing === 0 ? kept : [...kept, ...moreDates(p, kept.at(-1) ?? p.startedOn, missing)];
}

/** Rows that are dropped lose their plan, their deferral and their supplied amount. */
export function keepDates(p: Position, dates: readonly Day[]): void {
  p.dueDates = dates;
  if (p.supplied !== null) p.supplied = p.supplied.slice(0, dates.length);
  const last = ordinalAt(p, dates.length - 1);
  if (p.plan !== null && p.plan.to > last) p.plan = { ...p.plan, to: last };
  if (p.deferred.some((ordinal) => ordinal > last)) p.deferred = p.deferred.filter((ordinal) => ordinal <= last);
}

export function moreDates({ series }: Position, after: Day, count: number): Day[] {
  return dueDatesAfter(series, after, count, series.startDate ?? after);
}

export function problemOf(loan: InstallmentLoan, dates: readonly Day[]): Problem {
  const { terms, position: p, denominator } = loan;
  const { totalCap, rounding } = terms.interest;
  let room: Exact | null = null;
  if (totalCap !== null) {
    room = { whole: totalCap - p.totals.interestBooked, part: 0 };
    subtract(room, p.accrued.whole, p.accrued.part, denominator);
    if (room.whole < 0) room = nothing();
  }
  return {
    principal: p.principal,
    accrued: p.accrued,
    paidAhead: p.paidAhead,
    rows: rowsAhead(loan, dates),
    regular: regularOf(terms),
    balloon: terms.payments.balloon,
    denominator,
    rounding,
    room,
  };
}

function rowsAhead(loan: InstallmentLoan, dates: readonly Day[]): Row[] {
  const { terms, position: p } = loan;
  const advances = terms.payments.plannedAdvances.filter(({ on }) => on > p.accruedTo);
  const termination = dates.at(-1)!;
  const rows: Row[] = [];
  const steps = ratesForSolving(loan);
  const walk = { index: stepIndexOn(steps, p.accruedTo) };
  const charge = p.charge !== undefined && principalOwed(p) > 0 ? { ...p.charge } : undefined;
  let from = p.accruedTo;
  let start = p.periodStart;
  let series = p.runningSeries ?? p.series;
  for (let i = firstAhead(p, dates); i < dates.length; i++) {
    const to = dates[i]!;
    const before = walk.index;
    const period = { start, end: to, termination, series };
    const factor = factorBetween(loan, { steps, walk }, from, to, period);
    const factorAsLast =
      terms.interest.dayCount === '30E/360 ISDA'
        ? factorBetween(loan, { steps, walk: { index: before } }, from, to, { ...period, termination: to })
        : factor;
    let advance = 0;
    let given: Exact | null = null;
    for (const { on, amount } of advances) {
      if (on < from || on >= to) continue;
      advance += amount;
      given ??= nothing();
      const rest = factorBetween(loan, { steps, walk: { index: before } }, on, to, period);
      addProduct(given, amount, rest, loan.denominator);
    }
    if (charge !== undefined) given = { whole: passDays(charge, to, false), part: 0 };
    rows.push({ factor, factorAsLast, advance, given, asks: asksOf(loan, i) });
    from = to;
    start = to;
    series = p.series;
  }
  return rows;
}

/** Rate times weight over [from, to), before any ceiling; `walk` remembers the index among the rates. */
function factorBetween(
  loan: InstallmentLoan,
  { steps, walk }: { readonly steps: readonly RateStep[]; readonly walk: { index: number } },
  from: Day,
  to: Day,
  period: CountedPeriod,
): Factor {
  const { dayCount } = loan.terms.interest;
  let factor: Factor = 0;
  let day = from;
  while (day < to) {
    while (steps[walk.index + 1] !== undefined && steps[walk.index + 1]!.from <= day) walk.index++;
    const until = Math.min(to, steps[walk.index + 1]?.from ?? to);
    const weight = weightBetween(dayCount, day, until, period);
    factor = addFactors(factor, factorOf(steps[walk.index]!.withoutCeiling, weight));
    day = until;
  }
  return factor;
}

/**
 * What the instalment of a due date asks for. A deferral takes precedence over a plan, a plan over an interest-only
 * row.
 */
export function asksOf({ terms, position: p }: InstallmentLoan, index: number): Asks {
  const ordinal = ordinalAt(p, index);
  if (p.deferred.includes(ordinal)) return 0;
  if (p.plan !== null && ordinal >= p.plan.from && ordinal <= p.plan.to) return p.plan.amount;
  if (ordinal <= terms.payments.interestOnly) return 'interest';
  return p.supplied?.[index] ?? regularOf(terms);
}

export function regularOf({ payments }: Terms): Regular {
  return payments.amortization === 'equalPrincipal' ? 'principal' : 'level';
}

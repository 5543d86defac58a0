// Payment and due dates of the loan: solved at the start, and again when a fact asks for it.

import { weightBetween } from './day-count.ts';
import { dueDatesAfter, openingDueDates } from './due-dates.ts';
import { addProduct, type Exact, nothing, subtract } from './exact.ts';
import { type Loan, ordinalAt } from './loan.ts';
import { type Outcome, type Problem, type Row, run, solvePayment } from './solve.ts';
import type { Position } from './state.ts';
import { TermsRefused } from './terms.ts';
import type { Day } from './values/day.ts';

const mostPayments = 1200;

/** First due dates and payment, on the day the loan starts. */
export function makeSchedule(loan: Loan): void {
  const { terms, position: p } = loan;
  const { payments } = terms;
  const isOpen =
    payments.count === null && payments.schedule === null && payments.amount !== null && payments.endDate === null;
  p.dueDates = openingDueDates(payments, p.startedOn, payments.count ?? (isOpen ? 1 : mostPayments));
  if (payments.frequency === 'everyTwoWeeks' && p.series.startDate === null) {
    p.series = { ...p.series, startDate: p.dueDates[0]! };
  }
  if (p.dueDates.length === 0 || p.dueDates[0]! <= p.startedOn) {
    throw new TermsRefused('payments', 'the first due date must lie after the activation');
  }
  p.supplied = payments.schedule?.map(({ amount }) => amount) ?? null;
  if (isOpen) {
    p.payment = payments.amount!;
    if (!countFromPayment(loan)) {
      throw new TermsRefused('payments.amount', `does not pay the loan off within ${mostPayments} payments`);
    }
    return;
  }
  p.payment = payments.amount ?? solve(loan);
  cutDates(loan);
}

/** The payment over the remaining due dates; what is due is taken as paid. */
export function solveAgain(loan: Loan): void {
  const p = loan.position;
  if (p.principal === 0 || firstAhead(p, p.dueDates) >= p.dueDates.length) return;
  p.supplied = null;
  p.payment = solve(loan);
  cutDates(loan);
}

function solve(loan: Loan): number {
  return solvePayment(problemOf(loan, loan.position.dueDates), loan.terms.payments.rounding);
}

/** Rows after the one that empties the loan do not exist. */
function cutDates(loan: Loan): void {
  const p = loan.position;
  const { rowsNeeded } = run(problemOf(loan, p.dueDates), p.payment);
  const end = firstAhead(p, p.dueDates) + rowsNeeded;
  if (end < p.dueDates.length) p.dueDates = p.dueDates.slice(0, end);
}

/** Due dates that wait for the end of a freeze are not ahead. */
function firstAhead(p: Position, dates: readonly Day[]): number {
  let index = p.next;
  while (index < dates.length && dates[index]! <= p.accruedTo) index++;
  return index;
}

/** Keeps the payment and finds how many due dates it needs; false when it never ends. */
export function countFromPayment(loan: Loan): boolean {
  const p = loan.position;
  for (let count = 16; ; count *= 4) {
    const dates = withCount(p, Math.min(count, mostPayments));
    const needed = rowsUntilPaid(loan, dates);
    if (needed !== undefined) {
      p.dueDates = dates.slice(0, firstAhead(p, dates) + needed);
      return true;
    }
    if (count >= mostPayments) return false;
  }
}

/** The first row of those that can be the last whose payment covers everything owed. */
function rowsUntilPaid(loan: Loan, dates: readonly Day[]): number | undefined {
  const { payment } = loan.position;
  const { balloon, plannedAdvances } = loan.terms.payments;
  const problem = problemOf(loan, dates);
  const { rows } = problem;
  if (plannedAdvances.some(({ on }) => on > loan.position.accruedTo && on >= dates.at(-1)!)) return undefined;
  const outcome = (count: number): Outcome => run({ ...problem, rows: rows.slice(0, count) }, payment);
  const isEnough = (count: number): boolean => {
    const { last, rowsNeeded } = outcome(count);
    return rowsNeeded < count || last <= payment + balloon;
  };
  // Interest-only, planned and deferred rows never end a loan, nor does one with an advance still to come.
  let low = rows.findLastIndex(({ asks }) => asks !== 'level') + 1;
  low = Math.max(
    low,
    rows.findLastIndex(({ advance }) => advance > 0),
  );
  let high = rows.length;
  if (high <= low || !isEnough(high)) return undefined;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return outcome(high).rowsNeeded;
}

/** So many due dates from the next one on: fewer of those there are, or more of the series. */
export function withCount(p: Position, count: number): readonly Day[] {
  const kept = p.dueDates.slice(0, p.next + count);
  const missing = p.next + count - kept.length;
  return missing === 0 ? kept : [...kept, ...moreDates(p, kept.at(-1) ?? p.startedOn, missing)];
}

export function moreDates({ series }: Position, after: Day, count: number): Day[] {
  return dueDatesAfter(series, after, count, series.startDate ?? after);
}

function problemOf(loan: Loan, dates: readonly Day[]): Problem {
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
    balloon: terms.payments.balloon,
    denominator,
    rounding,
    room,
  };
}

function rowsAhead(loan: Loan, dates: readonly Day[]): Row[] {
  const { terms, position: p } = loan;
  const advances = terms.payments.plannedAdvances.filter(({ on }) => on > p.accruedTo);
  const termination = dates.at(-1)!;
  const rows: Row[] = [];
  const walk = { index: loan.rateIndex };
  let from = p.accruedTo;
  let periodStart = p.periodStart;
  for (let i = firstAhead(p, dates); i < dates.length; i++) {
    const to = dates[i]!;
    const before = walk.index;
    const factor = factorOf(loan, walk, from, to, periodStart, termination);
    let advance = 0;
    let advanceInterest: Exact | null = null;
    for (const { on, amount } of advances) {
      if (on < from || on >= to) continue;
      advance += amount;
      advanceInterest ??= nothing();
      const rest = factorOf(loan, { index: before }, on, to, periodStart, termination);
      addProduct(advanceInterest, amount, rest, loan.denominator);
    }
    rows.push({ factor, advance, advanceInterest, asks: asksOf(loan, i) });
    from = to;
    periodStart = to;
  }
  return rows;
}

/** Rate times weight over [from, to), before any ceiling; `walk` remembers the place among the rates. */
function factorOf(loan: Loan, walk: { index: number }, from: Day, to: Day, periodStart: Day, termination: Day): number {
  const steps = loan.position.rateSteps;
  const { dayCount } = loan.terms.interest;
  let factor = 0;
  let day = from;
  while (day < to) {
    while (steps[walk.index + 1] !== undefined && steps[walk.index + 1]!.from <= day) walk.index++;
    const until = Math.min(to, steps[walk.index + 1]?.from ?? to);
    factor += steps[walk.index]!.withoutCeiling * weightBetween(dayCount, day, until, periodStart, termination);
    day = until;
  }
  return factor;
}

/** What the instalment of a due date asks for. A deferral stands over a plan, a plan over an interest-only row. */
export function asksOf({ terms, position: p }: Loan, index: number): Row['asks'] {
  const ordinal = ordinalAt(p, index);
  if (p.deferred.includes(ordinal)) return 0;
  if (p.plan !== null && ordinal >= p.plan.from && ordinal <= p.plan.to) return p.plan.amount;
  if (ordinal <= terms.payments.interestOnly) return 'interest';
  return p.supplied?.[index] ?? 'level';
}

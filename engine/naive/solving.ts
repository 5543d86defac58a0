// The loan's own schedule: the first one, and solving it again (rules 4.4 to 4.6, 4.11).

import { TermsRefused } from '../account/terms.ts';
import type { PaymentTerms } from '../installment/terms.ts';
import type { DueDays } from '../time/due-dates.ts';
import type { Day } from '../values/day.ts';
import { stillBrings } from './charge.ts';
import { fractionOfDay } from './counts.ts';
import { interestBearing, type Loan, type Row, rowsAhead } from './loan.ts';
import { ratesOn } from './rates.ts';
import { plus, times, zero } from './rational.ts';
import {
  countFromAmount,
  type PlannedRow,
  type Problem,
  type Rules,
  rowsNeeded,
  type Start,
  type Stretch,
  solvedPayment,
} from './schedule.ts';
import { anchored, beforeFirst, datesOf, datesOfTerms, nextInSeries } from './series.ts';

export function emptyRow(date: Day): Row {
  return { date, supplied: null, plan: null, isDeferred: false };
}

function startOf(loan: Loan): Start {
  const { principal, accrued, booked, paidAhead } = loan;
  return { principal, accrued, booked, paidAhead };
}

function rulesOf(loan: Loan): Rules {
  return { rounding: loan.terms.interest.rounding, totalCap: loan.terms.interest.totalCap };
}

interface Place {
  readonly row: Row;
  readonly ordinal: number;
  /** The due date before; for the first row the solving day itself, although its period began earlier. */
  readonly from: Day;
  readonly periodStart: Day;
  readonly termination: Day;
  readonly series: DueDays;
}

function plannedRow(loan: Loan, { row, ordinal, from, periodStart, termination, series }: Place): PlannedRow {
  const planned = loan.terms.payments.plannedAdvances.filter(({ on }) => on > loan.day);
  const { dayCount } = loan.terms.interest;
  const stretches: Stretch[] = [];
  let stretch: Stretch = { advance: 0, weight: zero };
  for (let day = from; day < row.date; day += 1) {
    const advance = planned.filter(({ on }) => on === day).reduce((sum, { amount }) => sum + amount, 0);
    if (advance > 0) {
      stretches.push(stretch);
      stretch = { advance, weight: zero };
    }
    const years = fractionOfDay({ dayCount, day, periodStart, termination, periodEnd: row.date, series });
    const rate = ratesOn(loan.rates, day, loan.day).withoutCeiling;
    stretch = { ...stretch, weight: plus(stretch.weight, times(rate, years)) };
  }
  stretches.push(stretch);
  const charge = interestBearing(loan) > 0 ? stillBrings(loan.charge, loan.day, from, row.date) : 0;
  return { date: row.date, ...baseOf(loan, row, ordinal), stretches, charge };
}

/** What a row asks for before paid-ahead amounts and ceilings. The last row asks for everything that is owed. */
export function baseOf(loan: Loan, row: Row, ordinal: number): Pick<PlannedRow, 'pays' | 'amount'> {
  if (row.isDeferred) return { pays: 'fixed', amount: 0 };
  if (row.plan !== null) return { pays: 'fixed', amount: row.plan };
  if (ordinal <= loan.terms.payments.interestOnly) return { pays: 'interest', amount: 0 };
  if (row.supplied !== null) return { pays: 'fixed', amount: row.supplied };
  return { pays: loan.terms.payments.amortization === 'equalPrincipal' ? 'principal' : 'level', amount: 0 };
}

/** The ordinal of the first due date after today. */
function ordinalAhead(loan: Loan): number {
  return loan.ordinal + loan.rows.length - rowsAhead(loan).length;
}

/** The first row ahead ends the running period, which counts by the series with which it began. */
function beginOfRow(loan: Loan, before: Day | undefined): Pick<Place, 'from' | 'periodStart' | 'series'> {
  if (before !== undefined) return { from: before, periodStart: before, series: loan.series };
  return { from: loan.day, periodStart: loan.periodStart, series: loan.countedSeries };
}

export function problemOf(loan: Loan, rows: readonly Row[]): Problem {
  const ordinal = ordinalAhead(loan);
  const termination = rows.at(-1)?.date ?? loan.day;
  const planned = rows.map((row, place) => {
    const before = rows[place - 1]?.date;
    return plannedRow(loan, { row, ordinal: ordinal + place, ...beginOfRow(loan, before), termination });
  });
  const equalPrincipal = loan.terms.payments.amortization === 'equalPrincipal';
  return {
    start: startOf(loan),
    rows: planned,
    rules: rulesOf(loan),
    balloon: loan.terms.payments.balloon,
    equalPrincipal,
  };
}

/** Replaces the rows after today; rows that a freeze holds back are kept. */
export function replaceRowsAhead(loan: Loan, rows: readonly Row[]): void {
  const heldBack = loan.rows.filter(({ date }) => date <= loan.day);
  loan.rows = [...heldBack, ...rows];
}

export function withoutSupplied(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row, supplied: null }));
}

/** Solves the payment A over these rows, and drops the rows that are not needed. */
function solveOver(loan: Loan, rows: readonly Row[]): void {
  const problem = problemOf(loan, rows);
  loan.payment = solvedPayment(problem, loan.terms.payments.rounding);
  replaceRowsAhead(loan, rows.slice(0, rowsNeeded(problem, loan.payment)));
}

/** The rows up to the one that pays the loan off. */
export function noMoreThanNeeded(loan: Loan, rows: readonly Row[]): Row[] {
  return rows.slice(0, rowsNeeded(problemOf(loan, rows), loan.payment));
}

/** Solves from the present state over the due dates after today. */
export function solveAgain(loan: Loan, rows: readonly Row[] = rowsAhead(loan)): void {
  if (rows.length === 0 || loan.principal === 0) return;
  loan.rows = withoutSupplied(loan.rows);
  solveOver(loan, withoutSupplied(rows));
}

/** This number of rows: some are dropped, or the series adds more as far as it goes. */
export function rowsUpTo(loan: Loan, rows: readonly Row[], count: number): Row[] {
  const longer = rows.slice(0, count);
  while (longer.length < count) {
    const next = nextInSeries(loan.series, longer.at(-1)?.date ?? loan.day);
    if (next === null) break;
    longer.push(emptyRow(next));
  }
  return longer;
}

/** Null when the series has no more dates. */
export function rowsOfCount(loan: Loan, rows: readonly Row[], count: number): Row[] | null {
  const found = rowsUpTo(loan, rows, count);
  return found.length < count ? null : found;
}

/**
 * The rows that a payment takes (4.5): the given rows first, then dates of the series. Null: the loan would never end.
 */
export function rowsByAmount(loan: Loan, given: readonly Row[], payment: number, begin: Day = loan.day): Row[] | null {
  const rows = [...given];
  const ordinal = ordinalAhead(loan);
  const isIsda = loan.terms.interest.dayCount === '30E/360 ISDA';
  let made: { place: number; planned: PlannedRow } | undefined;
  const rowAt = (place: number, isLast: boolean): PlannedRow | null => {
    if (!isIsda && made?.place === place) return made.planned;
    const before = rows[place - 1]?.date;
    const next = rows[place]?.date ?? nextInSeries(loan.series, before ?? begin);
    if (next === null) return null;
    rows[place] ??= emptyRow(next);
    const termination = isLast ? next : Number.POSITIVE_INFINITY;
    const begins = beginOfRow(loan, before);
    const planned = plannedRow(loan, { row: rows[place], ordinal: ordinal + place, ...begins, termination });
    made = { place, planned };
    return planned;
  };
  const { balloon, plannedAdvances } = loan.terms.payments;
  const lastAdvance = Math.max(...plannedAdvances.map(({ on }) => on), Number.NEGATIVE_INFINITY);
  const notBefore = rows.findLastIndex((row) => row.plan !== null) + 1;
  const count = countFromAmount({
    start: startOf(loan),
    balloon,
    payment,
    rules: rulesOf(loan),
    lastAdvance,
    notBefore,
    rowAt,
  });
  return count === null ? null : rows.slice(0, count);
}

/** Makes the schedule at activation from the terms. */
export function makeFirstSchedule(loan: Loan): void {
  const terms = loan.terms.payments;
  const rows = firstRows(loan, terms);
  if (terms.amount === null) {
    solveOver(loan, rows);
    return;
  }
  loan.payment = terms.amount;
  loan.rows = noMoreThanNeeded(loan, rows);
}

/** The rows of the terms before any is found not to be needed. */
export function firstRows(loan: Loan, terms: PaymentTerms): Row[] {
  const after = beforeFirst(terms, loan.day);
  const firstSupplied = terms.schedule?.[0]?.on;
  loan.series = anchored(
    loan.series,
    firstSupplied === undefined ? after : firstSupplied - 1,
    firstSupplied ?? loan.day,
  );
  loan.countedSeries = loan.series;
  const rows = datesOfTerms(terms, loan.series, loan.day)?.map(emptyRow) ?? rowsFoundByAmount(loan, after);
  for (const [place, supplied] of (terms.schedule ?? []).entries()) {
    const row = rows[place];
    if (row !== undefined) row.supplied = supplied.amount;
  }
  return rows;
}

function rowsFoundByAmount(loan: Loan, after: Day): Row[] {
  const { amount, endDate } = loan.terms.payments;
  const found = rowsByAmount(loan, [], amount ?? 0, after);
  if (found === null) throw new TermsRefused('payments.amount', 'never pays the loan off');
  if (endDate === null) return found;
  return datesOf(loan.series, { after, count: found.length, endDate }).map(emptyRow);
}

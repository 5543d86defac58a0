// Future payments: the replay continues as if every instalment were paid on its day. A schedule does this from
// activation on.

import { interestOfPeriod } from '../account/accrual.ts';
import { never, workCalendarDay } from '../account/calendar-day.ts';
import type { Fact, FactOf } from '../account/facts.ts';
import { clearEntry } from '../account/ledger.ts';
import { loanAt, principalOwed } from '../account/loan.ts';
import { settleUp } from '../account/paid-off.ts';
import { copyOf } from '../account/position.ts';
import { fold } from '../account/replay.ts';
import { timelineOf } from '../account/timeline.ts';
import { payObligations } from '../account/waterfall.ts';
import { add, dollarText, type Exact, rounded, subtract } from '../interest/exact.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { finished, type Steps } from '../values/steps.ts';
import type { InstallmentLoan } from './loan.ts';
import { installmentRules, replay } from './replay.ts';
import type { State } from './state.ts';
import type { Terms } from './terms.ts';

export interface ScheduleRow {
  readonly ordinal: number;
  readonly on: Day;
  readonly amount: Cents;
  readonly interest: Cents;
  readonly principal: Cents;
  readonly fees: Cents;
  /** Principal owed after the payment. */
  readonly balance: Cents;
  readonly interestExact: Exact;
  /** `interestExact` in dollars, cut off after ten decimals. */
  readonly unroundedInterest: string;
  /** The interest without promos, on the same balances. */
  readonly interestBeforeDiscount: Cents;
  /** The same in dollars, before rounding. */
  readonly unroundedBeforeDiscount: string;
}

/** The schedule of a loan as agreed, with the index values so far. */
export function scheduleOf(terms: Terms, activatedOn: Day, index: readonly FactOf<'index'>[] = []): ScheduleRow[] {
  return scheduleFrom(terms, [...index, { kind: 'activation', id: 'activation', on: activatedOn }], activatedOn);
}

/** As if nothing happened after the facts with which the loan begins, except planned advances. */
export const scheduleFrom = (terms: Terms, beginning: readonly Fact[], begunOn: Day): ScheduleRow[] =>
  finished(schedulingFrom(terms, beginning, begunOn));

/** The same, a step for each day on which something happens. */
export function* schedulingFrom(terms: Terms, beginning: readonly Fact[], begunOn: Day): Steps<ScheduleRow[]> {
  const advances = terms.payments.plannedAdvances.map(
    ({ on, amount }, i): Fact => ({ kind: 'advance', id: `planned-${i}`, on, amount, afterwards: 'keepPayment' }),
  );
  return yield* expectingPayments(terms, replay(terms, beginning, { through: begunOn }), advances);
}

/**
 * Later facts than the state count here, except payments: each instalment counts as paid when it is due. `until`: stop
 * after this due date.
 */
export const expectedPayments = (...asked: Parameters<typeof expectingPayments>): ScheduleRow[] =>
  finished(expectingPayments(...asked));

/** The same, a step for each day on which something happens. */
export function* expectingPayments(
  terms: Terms,
  state: State,
  facts: readonly Fact[],
  until: Day = never,
): Steps<ScheduleRow[]> {
  const loan = loanAt(terms, copyOf(state.position));
  const { facts: later } = timelineOf(facts, {
    after: state.through,
    afterFact: state.last,
    through: never,
    knownAt: undefined,
  });
  const ahead = later.filter(({ kind }) => kind !== 'payment');
  const rows: ScheduleRow[] = [];
  payAll(loan, state.through);
  yield* fold(installmentRules, loan, ahead, until, {
    calendar: (_, day) => turn(loan, day, rows),
    end: (_, day) => {
      payAll(loan, day);
      const row = rows.at(-1);
      if (row?.on === day) rows[rows.length - 1] = { ...row, balance: principalOwed(loan.position) as Cents };
    },
  });
  return rows;
}

function turn(loan: InstallmentLoan, day: Day, rows: ScheduleRow[]): void {
  const { position: p, denominator, records } = loan;
  const interestExact = { ...p.accrued };
  const discount = discountOfPeriod(loan);
  const unroundedBeforeDiscount = dollarText(withDiscount(loan), denominator, 10);
  const from = records.steps.length;
  workCalendarDay(loan, day, installmentRules);
  for (const step of records.steps.slice(from)) {
    if (step.kind !== 'due') continue;
    rows.push({
      ordinal: Number(step.cause.slice('due:'.length)),
      on: day,
      amount: step.amount,
      interest: step.interest,
      principal: step.principal,
      fees: step.fees,
      balance: 0 as Cents,
      interestExact,
      unroundedInterest: dollarText(interestExact, denominator, 10),
      interestBeforeDiscount: (step.interest + discount) as Cents,
      unroundedBeforeDiscount,
    });
  }
}

/** What is asked for, interest of earlier periods too, as it would be without promos. */
function withDiscount({ position: p, denominator }: InstallmentLoan): Exact {
  const full = { ...p.accrued };
  add(full, p.discount.whole, p.discount.part, denominator);
  subtract(full, p.relief.whole, p.relief.part, denominator);
  return full;
}

/** By how many cents promos lower the interest of the running period: both sides are rounded separately. */
function discountOfPeriod(loan: InstallmentLoan): number {
  const { position: p, denominator, terms } = loan;
  const { earned, withoutCeiling } = interestOfPeriod(loan);
  const full = { ...earned };
  add(full, p.discount.whole, p.discount.part, denominator);
  const { rounding } = terms.interest;
  return rounded(full, denominator, rounding) - rounded(withoutCeiling, denominator, rounding);
}

function payAll(loan: InstallmentLoan, day: Day): void {
  payObligations(loan, Number.MAX_SAFE_INTEGER, 'payment');
  clearEntry(loan);
  settleUp(loan, day, 'expected');
}

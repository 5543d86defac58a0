// The statement of an installment loan.

import type { Fact } from '../account/facts.ts';
import { owedBy, principalOwed } from '../account/loan.ts';
import { openOf } from '../account/obligations.ts';
import type { Obligation } from '../account/records.ts';
import { installment } from '../installment/product.ts';
import type { Position, State } from '../installment/state.ts';
import type { Terms } from '../installment/terms.ts';
import { yearOf } from '../time/calendar.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { bridgeOf, feesByType, listActivities, paidIn } from './activities.ts';
import type { Activity, PromoBalance, StatementFigures, YearToDate } from './figures.ts';
import type { StatementDay } from './loan-days.ts';
import type { Made } from './made.ts';
import { ratesOfLoan } from './rates-of-loan.ts';
import { reversalsIn } from './reversals.ts';

export function statementOfLoan(made: Made<Terms, State, Fact>): StatementFigures {
  const { terms, before, after, day } = made;
  const p = after.position;
  const since = before?.through ?? p.startedOn;
  const { activities, takenOver } = activitiesOf(made, since);
  const bridge = bridgeOf(before === null ? takenOver : balanceOf(before.position), activities);
  return {
    ordinal: day.ordinal,
    periodStart: day.periodStart,
    periodEnd: day.dueOn - 1,
    statementOn: day.on,
    dueOn: day.dueOn,
    since,
    ...asksOf(terms, after, day),
    bridge,
    newPrincipal: principalOwed(p) as Cents,
    customerCredit: p.customerCredit as Cents,
    yearToDate: yearToDateOf(activities, day.on, made.yearToDate),
    paid: paidIn(after.records.steps),
    fees: feesByType(activities),
    rates: ratesOfLoan(after.records.segments, p, {
      since,
      to: day.on,
      interest: bridge.interest,
      isVariable: terms.interest.rates.some(({ type }) => type === 'spread'),
    }),
    activities,
    draws: [],
    promos: promosOf(p, day.on),
    limit: null,
    available: null,
    warning: null,
  };
}

/** Interest counts as soon as it has grown to a whole cent, as in the balances of the day. */
const accruedOf = (p: Position): number => Math.max(0, p.accrued.whole);

function balanceOf(p: Position): number {
  const { principal, interest, fees } = owedBy(p);
  return principal + interest + fees + accruedOf(p) - p.customerCredit;
}

function activitiesOf({ before, after, facts, day }: Made<Terms, State, Fact>, since: Day) {
  const listed = listActivities(after.records);
  const accruedBefore = before === null ? accruedAtStart(facts) : accruedOf(before.position);
  const accrued = accruedOf(after.position) - accruedBefore;
  const activities = [...listed.activities, ...reversalsIn(facts, { since, statementOn: day.on })];
  const all = [...activities.sort((a, b) => a.on - b.on), ...accruedLine(accrued, day.on)];
  return { activities: all, takenOver: listed.takenOver + accruedBefore };
}

/** A statement before the due date has interest of days whose period has not ended. */
const accruedLine = (amount: number, on: Day): Activity[] =>
  amount === 0
    ? []
    : [{ on: on - 1, type: 'interest', amount: amount as Cents, cause: 'accrued', draw: null, feeType: null }];

function accruedAtStart(facts: readonly Fact[]): number {
  const began = facts.find((fact) => fact.kind === 'migration');
  return began?.kind === 'migration' ? Math.max(0, Math.floor(Number(began.accruedInterest))) : 0;
}

/** What has to be paid: what is open, and what the due date will ask for if it is still to come. */
function asksOf(terms: Terms, after: State, day: StatementDay) {
  const { obligations } = after.position;
  const sum = (some: readonly Obligation[]): number => some.reduce((all, one) => all + openOf(one), 0);
  const isOwn = ({ kind, ordinal }: Obligation): boolean => kind === 'instalment' && ordinal === day.ordinal;
  const ahead = day.on < day.dueOn ? afterwards(terms, after, day.dueOn).position.obligations.filter(isOwn) : [];
  const own = sum(day.on < day.dueOn ? ahead : obligations.filter(isOwn));
  const open = sum(obligations.filter((one) => !isOwn(one)));
  return {
    minimum: (open + own) as Cents,
    asked: own as Cents,
    overdue: sum(obligations.filter(({ isOverdue }) => isOverdue)) as Cents,
    lateFee: lateFeeOf(terms, after, day),
  };
}

/** The loan on a later day, if nobody does anything. */
const afterwards = (terms: Terms, from: State, through: Day): State => installment.replay(terms, [], { from, through });

/** Closed days move a deadline by fewer days. */
const movedDaysMax = 7;

function lateFeeOf(terms: Terms, after: State, { ordinal, dueOn }: StatementDay): Cents {
  const { late } = terms.fees;
  if (late === null) return 0 as Cents;
  const { records } = afterwards(terms, after, dueOn + late.graceDays + movedDaysMax);
  return (records.fees.find(({ key }) => key === `late:${ordinal}`)?.amount ?? 0) as Cents;
}

/** By the days on which they were booked, in the year of the statement. */
function yearToDateOf(activities: readonly Activity[], on: Day, before: YearToDate | null): YearToDate {
  const year = yearOf(on);
  const sum = (type: Activity['type'], sofar: number): Cents =>
    activities.reduce(
      (all, one) => (one.type === type && yearOf(one.on) === year ? all + one.amount : all),
      sofar,
    ) as Cents;
  const isSame = before?.year === year;
  return { year, fees: sum('fee', isSame ? before.fees : 0), interest: sum('interest', isSame ? before.interest : 0) };
}

/** A rate that rises on a day that is known already. */
function promosOf(p: Position, on: Day): PromoBalance[] {
  if (p.charge !== undefined) return [];
  const now = p.rateSteps.findLast(({ from }) => from <= on);
  const next = p.rateSteps.find(({ from }) => from > on);
  if (now === undefined || next === undefined || now.withoutCeiling >= now.beforeDiscount || next.rate <= now.rate)
    return [];
  const balance = principalOwed(p) as Cents;
  return [{ draw: null, balance, lastDay: next.from - 1, deferredInterest: null }];
}

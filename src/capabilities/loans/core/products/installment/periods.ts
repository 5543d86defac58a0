// The periods of a loan: from one due date to the day before the next.
import { ordinalAt, statusOf } from '@tenor/engine/account/loan.ts';
import { type Period, periodsOf } from '@tenor/engine/installment/periods.ts';
import type { State } from '@tenor/engine/installment/state.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { periodId } from '../../loan/derived-id.ts';
import type { LoanPeriod } from '../../loan/plan-schemas.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { isTakenOver } from '../../loan/taken-over.ts';
import { stateOn } from '../../timeline/compute-state.ts';
import { pastPeriodsOf, presentPastPeriod } from '../../timeline/past-periods.ts';
import { plannedSchedule } from './planned.ts';
import { ownState } from './terms-of-loan.ts';

export async function allPeriods(reader: Reader, held: HeldLoan, today: Day): Promise<LoanPeriod[]> {
  const { row } = held;
  const mayHavePast = row.state === null || isTakenOver(row);
  const [past, periods] = await Promise.all([
    mayHavePast ? pastPeriodsOf(reader, row) : [],
    row.state === null
      ? plannedPeriods(held, today)
      : stateOn(reader, held, today).then(({ state }) => periodsSoFar(ownState(state))),
  ]);
  const before = past.map((period, i) => presentPastPeriod(row.id, period, i + 1));
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...periods.map((period) => presentPeriod(row.id, period)).filter(({ id }) => !known.has(id))];
}

function plannedPeriods(held: HeldLoan, today: Day): Period[] {
  const rows = plannedSchedule(held, today);
  return rows.map(({ ordinal, on }, i) => ({
    ordinal,
    startDate: rows[i - 1]?.on ?? today,
    endDate: on - 1,
    statementDate: on,
    dueDate: on,
  }));
}

/** Future periods too; not after the loan was paid off, when they only matter if a payment is returned. */
function periodsSoFar(state: State): Period[] {
  const { paidOffOn } = state.position;
  const periods = periodsOf(state);
  if (statusOf(state.position) !== 'paidOff' || paidOffOn === null) return periods;
  return periods.filter(({ startDate }) => startDate <= paidOffOn);
}

const presentPeriod = (
  loanId: string,
  { ordinal, startDate, endDate, statementDate, dueDate }: Period,
): LoanPeriod => ({
  id: periodId(loanId, ordinal),
  periodId: periodId(loanId, ordinal),
  object: 'loanPeriod',
  startDate: dateOf(startDate),
  endDate: dateOf(endDate),
  statementDate: dateOf(statementDate),
  dueDate: dateOf(dueDate),
});

/** The ordinal of the period that contains the day. */
export const periodOn = (state: State, day: Day): number | undefined =>
  periodsSoFar(state).find(({ startDate, endDate }) => startDate <= day && day <= endDate)?.ordinal;

export function startOfPeriod({ position: p }: State, ordinal: number): Day | undefined {
  const at = p.dueDates.findIndex((_, i) => ordinalAt(p, i) === ordinal);
  return at === -1 ? undefined : (p.dueDates[at - 1] ?? p.firstPeriodStart);
}

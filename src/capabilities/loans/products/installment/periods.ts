// The periods of a loan: from one due date to the day before the next.
import { statusOf } from '@tenor/engine/account/account.ts';
import { type Period, periodsOf } from '@tenor/engine/installment/periods.ts';
import type { State } from '@tenor/engine/installment/state.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseFields } from '#platform/errors.ts';
import type { LoanPeriod } from '../../charges/schemas.ts';
import { periodId } from '../../loan/derived-id.ts';
import { isTakenOver } from '../../loan/taken-over.ts';
import { loanOn } from '../../timeline/computed-loan.ts';
import type { HeldLoan } from '../../timeline/held-loan.ts';
import { pastPeriodsOf, presentPastPeriods } from './past-periods.ts';
import { plannedSchedule } from './planned.ts';

export interface DateFilter {
  readonly fromDate?: CivilDate;
  readonly toDate?: CivilDate;
  readonly dueDate?: CivilDate;
}

/** Both or none. Errors: InvalidRequest. */
export function mustBeWhole({ fromDate, toDate }: DateFilter): void {
  if ((fromDate === undefined) !== (toDate === undefined)) {
    const [path, other] = fromDate === undefined ? ['fromDate', 'toDate'] : ['toDate', 'fromDate'];
    throw refuseFields(errors.InvalidRequest, [
      { path, message: `is required with ${other}`, expected: 'both dates, or none' },
    ]);
  }
  if (fromDate === undefined || toDate === undefined || fromDate <= toDate) return;
  throw refuseFields(errors.InvalidRequest, [
    { path: 'toDate', message: 'lies before fromDate', expected: `a date from ${fromDate} on` },
  ]);
}

export async function listPeriods(
  reader: Reader,
  held: HeldLoan,
  today: Day,
  filter: DateFilter,
): Promise<LoanPeriod[]> {
  mustBeWhole(filter);
  const { fromDate, toDate, dueDate } = filter;
  return (await allPeriods(reader, held, today)).filter(
    (period) =>
      (dueDate === undefined || period.dueDate === dueDate) &&
      (fromDate === undefined || period.endDate >= fromDate) &&
      (toDate === undefined || period.startDate <= toDate),
  );
}

export async function readPeriod(reader: Reader, held: HeldLoan, today: Day, id: string): Promise<LoanPeriod> {
  const period = (await allPeriods(reader, held, today)).find((one) => one.id === id);
  if (period !== undefined) return period;
  throw new Refusal(errors.NotFound, `This loan has no period ${id}.`, { data: { path: 'loanPeriodId' } });
}

async function allPeriods(reader: Reader, held: HeldLoan, today: Day): Promise<LoanPeriod[]> {
  const { row } = held;
  const mayHavePast = row.state === null || isTakenOver(row);
  const [past, periods] = await Promise.all([
    mayHavePast ? pastPeriodsOf(reader, row) : [],
    row.state === null
      ? plannedPeriods(held, today)
      : loanOn(reader, held, today).then(({ state }) => periodsSoFar(state)),
  ]);
  const before = presentPastPeriods(row, past).periods.map(
    ({ id, object, startDate, endDate, statementDate, dueDate }): LoanPeriod => {
      return { id, object, startDate, endDate, statementDate, dueDate };
    },
  );
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

/** Those to come as well, unless nothing is owed any more: then the rest only waits for a payment that comes back. */
export function periodsSoFar(state: State): Period[] {
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
  object: 'loanPeriod',
  startDate: dateOf(startDate),
  endDate: dateOf(endDate),
  statementDate: dateOf(statementDate),
  dueDate: dateOf(dueDate),
});

export const dayIn = ({ startDate, endDate }: Period, day: Day): boolean => startDate <= day && day <= endDate;
export const isWithin = (date: CivilDate, { fromDate, toDate, dueDate }: DateFilter): boolean =>
  (dueDate === undefined || date === dueDate) &&
  (fromDate === undefined || date >= fromDate) &&
  (toDate === undefined || date <= toDate);

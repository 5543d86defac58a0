// Periods from before the migration of a loan: a record to be read, which no replay uses.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { preparedInsert } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { periodId } from '../../core/loan/derived-id.ts';
import type { LoanPastPeriodRow, LoanRow } from '../../core/loan/tables.ts';
import { mustHavePast } from '../../core/loan/taken-over.ts';
import { todayOf } from '../../core/loan/today.ts';
import { pastPeriodsOf } from '../../core/timeline/past-periods.ts';
import type { PastPeriod, PastPeriodInput, PastPeriods, PastPeriodUpdate } from './schemas.ts';

export type PastPeriodColumns = Omit<LoanPastPeriodRow, 'company_id'>;

export const presentPastPeriods = ({ id }: Pick<LoanRow, 'id'>, rows: readonly PastPeriodColumns[]): PastPeriods => ({
  loanId: id,
  periods: rows.map((row, i) => presentPeriod(id, row, i + 1)),
});

const presentPeriod = (loanId: string, row: PastPeriodColumns, number: number): PastPeriod => ({
  id: periodId(loanId, number),
  object: 'loanPeriod',
  startDate: row.start_date,
  endDate: row.end_date,
  statementDate: addDays(row.end_date, 1),
  dueDate: row.due_date,
  obligationAmount: row.obligation_amount as PastPeriod['obligationAmount'],
  fulfilledAmount: row.fulfilled_amount as PastPeriod['fulfilledAmount'],
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** `at` is their path in the request. Returns all periods. Errors: LoanStatusForbids, LoanHasNoPast, InvalidRequest. */
export async function addPastPeriods(
  ctx: Pick<CommandContext, 'now'>,
  tx: Tx,
  row: LoanRow,
  inputs: readonly PastPeriodInput[],
  at: string,
  known: readonly PastPeriodColumns[],
): Promise<readonly PastPeriodColumns[]> {
  mustHavePast(row);
  const fresh = inputs.map((input, i) => checked(ctx, row, input, `${at}[${i}].`));
  const whole = inOrder([...known, ...fresh]);
  mustFollow(whole, (period) => (fresh.includes(period) ? `${at}[${fresh.indexOf(period)}].` : ''));
  writePeriods(tx, fresh);
  return whole;
}

/** The period with that due date; if there is none, nothing changes. Errors: as of addPastPeriods. */
export async function updatePastPeriod(
  ctx: Pick<CommandContext, 'now'>,
  tx: Tx,
  row: LoanRow,
  dueDate: CivilDate,
  input: PastPeriodUpdate,
): Promise<PastPeriods> {
  mustHavePast(row);
  const known = await pastPeriodsOf(tx, row);
  const before = known.find((period) => period.due_date === dueDate);
  if (before === undefined) return presentPastPeriods(row, known);
  const merged = {
    startDate: input.startDate ?? before.start_date,
    endDate: input.endDate ?? before.end_date,
    ...(input.statementDate == null ? {} : { statementDate: input.statementDate }),
    dueDate: input.dueDate ?? before.due_date,
    obligationAmount: input.obligationAmount === undefined ? before.obligation_amount : input.obligationAmount,
    fulfilledAmount: input.fulfilledAmount === undefined ? before.fulfilled_amount : input.fulfilledAmount,
  } as PastPeriodInput;
  const after = { ...checked(ctx, row, merged, ''), created_at: before.created_at, updated_at: ctx.now };
  const whole = inOrder(known.map((period) => (period === before ? after : period)));
  mustFollow(whole, () => '');
  tx.write(
    tx.db
      .deleteFrom('loan_past_periods')
      .where('person_id', '=', row.person_id)
      .where('loan_id', '=', row.id)
      .where('start_date', '=', before.start_date),
  );
  writePeriods(tx, [after]);
  return presentPastPeriods(row, whole);
}

/** Checks each period alone; mustFollow checks them together. */
function checked(
  ctx: Pick<CommandContext, 'now'>,
  row: LoanRow,
  period: PastPeriodInput,
  at: string,
): PastPeriodColumns {
  const { startDate, endDate, statementDate, dueDate } = period;
  if (endDate < startDate)
    throw refuseField(`${at}endDate`, 'lies before the start of the period', `from ${startDate} on`);
  const first = dateOf(row.state === null ? todayOf(row, ctx.now) : row.state.position.startedOn);
  if (endDate >= first) {
    throw refuseField(`${at}endDate`, 'is not over when the books of the loan begin', `before ${first}`);
  }
  const statement = addDays(endDate, 1);
  if (statementDate != null && statementDate !== statement) {
    const message = 'the statement date must be the day after the end of the period';
    throw refuseField(`${at}statementDate`, message, statement);
  }
  if (dueDate < statement) {
    throw refuseField(`${at}dueDate`, 'lies before the statement date of its period', `from ${statement} on`);
  }
  for (const name of ['obligationAmount', 'fulfilledAmount'] as const) {
    if ((period[name] ?? 0) < 0) throw refuseField(`${at}${name}`, 'must not be negative', 'an amount from 0.00 on');
  }
  return {
    person_id: row.person_id,
    loan_id: row.id,
    start_date: startDate,
    end_date: endDate,
    due_date: dueDate,
    obligation_amount: period.obligationAmount ?? null,
    fulfilled_amount: period.fulfilledAmount ?? null,
    created_at: ctx.now,
    updated_at: null,
  };
}

/** No gap and no overlap between periods; each is due before the next one has ended. */
function mustFollow(periods: readonly PastPeriodColumns[], placeOf: (period: PastPeriodColumns) => string): void {
  for (const [i, period] of periods.entries()) {
    const next = periods[i + 1];
    if (next === undefined) return;
    const at = placeOf(next) || placeOf(period);
    const follows = addDays(period.end_date, 1);
    if (next.start_date !== follows) {
      const what = next.start_date < follows ? 'overlaps' : 'leaves a gap after';
      const message = `${what} the period from ${period.start_date} to ${period.end_date}`;
      throw refuseField(`${at}startDate`, message, follows);
    }
    if (period.due_date > next.end_date) {
      const message = `of the period from ${period.start_date} lies after the end of the next period`;
      throw refuseField(`${placeOf(period) || at}dueDate`, message, `at most ${next.end_date}`);
    }
  }
}

const inOrder = (periods: readonly PastPeriodColumns[]): PastPeriodColumns[] =>
  periods.toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1));

const insertPeriod = preparedInsert('loan_past_periods', [
  'person_id',
  'loan_id',
  'start_date',
  'end_date',
  'due_date',
  'obligation_amount',
  'fulfilled_amount',
  'created_at',
  'updated_at',
]);

function writePeriods(tx: Tx, periods: readonly PastPeriodColumns[]): void {
  for (const period of periods) tx.write(insertPeriod(tx.db, period));
}

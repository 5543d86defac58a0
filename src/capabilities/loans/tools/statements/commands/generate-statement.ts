// Makes the statement of a period on request: the next version, also where nothing has changed.
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { periodId } from '../../../core/loan/derived-id.ts';
import { loanErrors } from '../../../core/loan/errors.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { touchLoan } from '../../../core/transactions/commands/update-transaction.ts';
import { makeStatements } from '../make.ts';
import type { StatementRow } from '../tables.ts';

/** Errors: NotFound (period), NothingToDo. */
export async function generateStatement(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
): Promise<StatementRow> {
  const today = todayOf(held.row, ctx.now);
  const periods = await held.product.periods(tx, held, today);
  const period = periods.find((one) => one.id === id);
  if (period === undefined) {
    throw new Refusal(errors.NotFound, `This loan has no period ${id}.`, { data: { path: 'loanPeriodId' } });
  }
  const { made } = await makeStatements(ctx, tx, held, { changedFrom: period.startDate, wanted: id });
  const row = made.find(({ loan_id, ordinal }) => periodId(loan_id, ordinal) === id);
  if (row === undefined) throw nothingToMake(period.statementDate, today);
  touchLoan(tx, held.row);
  return row as StatementRow;
}

function nothingToMake(statementOn: string, today: Day): Refusal {
  const reason =
    statementOn > dateOf(today)
      ? `its day is ${statementOn} at the earliest`
      : 'no statement was due on its day: it is from before the books, or nothing could come due then';
  return new Refusal(loanErrors.NothingToDo, `There is no statement to make of this period: ${reason}.`, {
    data: { reason },
  });
}

// Reporting marks: set, ended, found.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { keysOf, type LoanKeys } from '../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { todayOf } from '../../core/loan/today.ts';
import { touchLoan } from '../../core/transactions/commands/update-transaction.ts';
import {
  type MarkRow,
  markCreated,
  marks,
  markUpdated,
  type ReportingMark,
  type ReportingMarkCreate,
  type ReportingMarkUpdate,
  tellMark,
} from './mark.ts';
import { codesOf, type MarkKind } from './words.ts';

const marksMax = 200;

/** The mark that was set last comes first. */
export const marksOf = (reader: Reader, keys: LoanKeys): Promise<MarkRow[]> =>
  reader.rows(marks.of(reader, keys).orderBy('position', 'desc'));

/** The code that holds on a day. */
export function codeOn(all: readonly MarkRow[], kind: MarkKind, date: CivilDate): string | null {
  const last = all.find((mark) => mark.kind === kind && mark.start_date <= date);
  if (last === undefined || (last.end_date !== null && last.end_date < date)) return null;
  return last.code;
}

/** Errors: InvalidRequest, NoRoom. */
export async function setMark(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: HeldLoan,
  { kind, code, startDate, endDate = null }: ReportingMarkCreate,
): Promise<ReportingMark> {
  if (!codesOf[kind].includes(code)) throw refuseField('code', `is none of a ${kind}`, codesOf[kind].join(', '));
  const before = await marksOf(tx, keysOf(loan));
  if (before.length >= marksMax) {
    throw new Refusal(errors.NoRoom, `The loan has ${marksMax} codes.`, { data: { atMost: marksMax } });
  }
  const start_date = startDate ?? dateOf(todayOf(loan, ctx.now));
  mustEndAfter(start_date, endDate);
  const row = marks.newRow(ctx, loan, { kind, code, start_date, end_date: endDate, ...madeBy(ctx.caller.actor) });
  // The version of the loan guards the order in which they are set.
  touchLoan(tx, loan);
  marks.insert(tx, row);
  tellMark(ctx, loan, row, [markCreated]);
  return marks.show(row);
}

/** Errors: NotFound, InvalidRequest. */
export async function endMark(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: HeldLoan,
  id: string,
  { endDate }: ReportingMarkUpdate,
): Promise<ReportingMark> {
  const before = await marks.find(tx, keysOf(loan), id);
  mustEndAfter(before.start_date, endDate);
  const row = { ...before, end_date: endDate, updated_at: ctx.now };
  touchLoan(tx, loan);
  marks.write(tx, row);
  tellMark(ctx, loan, row, [markUpdated]);
  return marks.show(row);
}

function mustEndAfter(startDate: CivilDate, endDate: CivilDate | null): void {
  if (endDate === null || endDate >= startDate) return;
  throw refuseField('endDate', 'lies before the first day', `a date from ${startDate} on, or null`);
}

// Late fees that are suspended on other days, or that were suspended by mistake. The fact of before is undone, and the one
// that holds now comes in its place.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { LoanContext } from '../../../core/books/replayed.ts';
import { loanErrors } from '../../../core/loan/errors.ts';
import { keysOf } from '../../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { loanStates } from '../../../core/loan/states.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { undoOf } from '../../../core/transactions/money-fact.ts';
import { type AskedDays, mustBeDays } from '../check-days.ts';
import { recordAndAnswer, recordSuspension, type SuspensionOnBooks } from '../on-books.ts';
import type { ChangedSuspension, SuspensionCancel, SuspensionUpdate } from '../schemas.ts';
import { factDayOf, factOf, type SuspensionRow, suspensionStates, suspensions } from '../suspension.ts';
import { newSuspension } from './suspend-late-fees.ts';

type Moment = Pick<CommandContext, 'now'>;

/** Errors: NotFound, LoanStatusForbids, LateFeeSuspensionStatusForbids, InvalidRequest, NothingToDo. */
export async function changeSuspension(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
  { startDate, endDate, caseId, previewMode }: SuspensionUpdate,
): Promise<ChangedSuspension> {
  const before = await suspensions.find(tx, keysOf(held.row), id);
  const asked = { startDate: startDate ?? before.start_on, endDate: endDate ?? before.end_on };
  const change = changed(ctx, held, before, asked);
  if (isSame(before, asked)) {
    throw new Refusal(loanErrors.NothingToDo, `${id} is so already.`, { data: { reason: 'it is so already' } });
  }
  const row = { ...change.row, case_id: caseId ?? before.case_id };
  return recordAndAnswer(ctx, tx, held, { ...change, row }, previewMode);
}

/** Errors: NotFound, LoanStatusForbids, LateFeeSuspensionStatusForbids. */
export async function cancelSuspension(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
  { previewMode }: SuspensionCancel,
): Promise<ChangedSuspension> {
  const before = await suspensions.find(tx, keysOf(held.row), id);
  return recordAndAnswer(ctx, tx, held, canceled(ctx, held, before), previewMode);
}

/** For which days a case wants late fees suspended; null: for none. */
interface OfCase {
  readonly caseId: string;
  readonly days: AskedDays | null;
}

/** False: it is so already. Errors: LoanStatusForbids, InvalidRequest. */
export async function suspendLateFeesForCase(
  ctx: LoanContext & Pick<CommandContext, 'now' | 'position'>,
  tx: Tx,
  held: HeldLoan,
  { caseId, days }: OfCase,
): Promise<boolean> {
  const own = suspensions.of(tx, keysOf(held.row)).where('case_id', '=', caseId).where('canceled_at', 'is', null);
  const before = await tx.row(own.orderBy('position').limit(1));
  if (before === undefined ? days === null : days !== null && isSame(before, days)) return false;
  await recordSuspension(ctx, tx, held, nextFor(ctx, held, { before, caseId, days }));
  return true;
}

interface Next extends OfCase {
  readonly before: SuspensionRow | undefined;
}

function nextFor(
  ctx: Pick<CommandContext, 'now' | 'position'>,
  held: HeldLoan,
  { before, caseId, days }: Next,
): SuspensionOnBooks {
  if (before === undefined) return newSuspension(ctx, held, days as AskedDays, caseId);
  return days === null ? canceled(ctx, held, before) : changed(ctx, held, before, days);
}

/** Errors: LoanStatusForbids, LateFeeSuspensionStatusForbids, InvalidRequest. */
function changed(ctx: Moment, held: HeldLoan, before: SuspensionRow, asked: AskedDays): SuspensionOnBooks {
  const { row: loan } = held;
  loanStates.mustAllow(loan.status, 'suspendLateFees');
  const { emits } = suspensionStates.move(before.status, 'change');
  mustBeDays(loan, todayOf(loan, ctx.now), asked);
  const days = { start_on: asked.startDate, end_on: asked.endDate };
  const row = { ...before, ...days, fact_id: nextFact(before), updated_at: ctx.now };
  return { row, facts: [undone(ctx, held, before), factOf(loan, row)], emits };
}

function canceled(ctx: Moment, held: HeldLoan, before: SuspensionRow): SuspensionOnBooks {
  loanStates.mustAllow(held.row.status, 'suspendLateFees');
  const { to, emits } = suspensionStates.move(before.status, 'cancel');
  const row = { ...before, status: to, canceled_at: ctx.now, updated_at: ctx.now };
  return { row, facts: [undone(ctx, held, before)], emits };
}

const isSame = ({ start_on, end_on }: SuspensionRow, { startDate, endDate }: AskedDays): boolean =>
  start_on === startDate && end_on === endDate;

function nextFact({ id, fact_id }: SuspensionRow): string {
  const [, number = '1'] = fact_id.split('.');
  return `${id}.${Number(number) + 1}`;
}

const undone = ({ now }: Moment, { row: loan }: HeldLoan, row: SuspensionRow) => {
  const effective_on: CivilDate = dateOf(factDayOf(loan, row));
  const how = { reason: 'canceled', today: todayOf(loan, now), nsfFee: false } as const;
  return undoOf(loan, { fact_id: row.fact_id, effective_on }, how);
};

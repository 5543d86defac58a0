// Another beginning, end, rate or notice; and a cap that is canceled, as if it had never been. The ceiling of before is
// undone, and the one that holds now comes in its place.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
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
import { capsInForce, ceilingOf } from '../ceiling.ts';
import { type AskedCap, checkedCap, mustNotOverlap } from '../check-cap.ts';
import { type CapOnBooks, recordAndAnswer, recordCap } from '../on-books.ts';
import type { ChangedScraCap, ScraCapCancel, ScraCapUpdate } from '../schemas.ts';
import { caps, type ScraCapRow, scraStates } from '../scra-cap.ts';
import { serviceOfLoan } from '../service-of-loan.ts';

/** Errors: LoanStatusForbids, NotFound, ScraCapStatusForbids, InvalidRequest, ScraDoesNotApply, ScraCapOverlaps. */
export async function changeCap(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
  sent: ScraCapUpdate,
): Promise<ChangedScraCap> {
  const before = await capToChange(tx, held, id);
  const asked: AskedCap = {
    startDate: sent.startDate ?? before.start_on,
    endDate: sent.endDate === undefined ? before.end_on : sent.endDate,
    annualRate: sent.annualRate ?? before.annual_rate,
    noticeReceivedDate: sent.noticeReceivedDate ?? before.notice_on,
  };
  const begun =
    asked.startDate === before.start_on ? undefined : (await serviceOfLoan(tx, held.row, before.service_id)).start_date;
  const change = await changedCap(ctx, tx, held, { before, asked, begun });
  mustDiffer(before, change.row);
  const { previewMode, sendNotice } = sent;
  return recordAndAnswer(ctx, tx, held, { ...change, sendNotice, previewMode });
}

interface AskedChange {
  readonly before: ScraCapRow;
  readonly asked: AskedCap;
  /** The first day of the service; undefined if that of the cap stays. */
  readonly begun: CivilDate | undefined;
}

/** Errors: ScraCapStatusForbids, InvalidRequest, ScraDoesNotApply, ScraCapOverlaps. */
export async function changedCap(
  ctx: Pick<CommandContext, 'now'>,
  tx: Tx,
  held: HeldLoan,
  { before, asked, begun }: AskedChange,
): Promise<CapOnBooks> {
  const { to, emits } = scraStates.move(before.status, verbOf(before, asked));
  const changed: ScraCapRow = {
    ...before,
    status: to,
    annual_rate: asked.annualRate,
    start_on: asked.startDate,
    end_on: asked.endDate,
    capped_from: checkedCap(held.row, todayOf(held.row, ctx.now), asked, begun),
    notice_on: asked.noticeReceivedDate,
    updated_at: ctx.now,
  };
  await mustNotOverlap(tx, changed);
  const row = isSameOnBooks(before, changed) ? changed : { ...changed, fact_id: nextFact(before) };
  const facts = row === changed ? [] : [undone(ctx, held, before), ceilingOf(held, row, ctx.now)];
  return { row, facts, emits };
}

/**
 * The cap for a service gets its last day by itself. False: the loan has none for it, or ends it on that day already.
 * Errors: those of changeCap.
 */
export async function endCapForService(
  ctx: LoanContext & Pick<CommandContext, 'now'>,
  tx: Tx,
  held: HeldLoan,
  { militaryServiceId, endDate }: { readonly militaryServiceId: string; readonly endDate: CivilDate },
): Promise<boolean> {
  const own = await capsInForce(tx, { personId: held.row.person_id, loanId: held.row.id });
  const before = own.find(({ service_id, end_on }) => service_id === militaryServiceId && end_on !== endDate);
  if (before === undefined) return false;
  loanStates.mustAllow(held.row.status, 'capInterest');
  const { start_on: startDate, annual_rate: annualRate, notice_on: noticeReceivedDate } = before;
  const asked: AskedCap = { startDate, endDate, annualRate, noticeReceivedDate };
  await recordCap(ctx, tx, held, await changedCap(ctx, tx, held, { before, asked, begun: undefined }));
  return true;
}

/** Errors: LoanStatusForbids, NotFound, ScraCapStatusForbids. */
export async function cancelCap(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
  { previewMode }: ScraCapCancel,
): Promise<ChangedScraCap> {
  const before = await capToChange(tx, held, id);
  const { to, emits } = scraStates.move(before.status, 'cancel');
  const row = { ...before, status: to, canceled_at: ctx.now, updated_at: ctx.now };
  return recordAndAnswer(ctx, tx, held, { row, facts: [undone(ctx, held, before)], emits, previewMode });
}

async function capToChange(tx: Tx, { row: loan }: HeldLoan, id: string): Promise<ScraCapRow> {
  loanStates.mustAllow(loan.status, 'capInterest');
  return caps.find(tx, keysOf(loan), id);
}

function verbOf(before: ScraCapRow, { endDate }: AskedCap): 'end' | 'reopen' | 'change' {
  if (endDate === before.end_on) return 'change';
  return endDate === null ? 'reopen' : 'end';
}

const isSameOnBooks = (a: ScraCapRow, b: ScraCapRow): boolean =>
  a.capped_from === b.capped_from && a.end_on === b.end_on && Number(a.annual_rate) === Number(b.annual_rate);

/** Errors: NothingToDo. */
function mustDiffer(a: ScraCapRow, b: ScraCapRow): void {
  if (!isSameOnBooks(a, b) || a.start_on !== b.start_on || a.notice_on !== b.notice_on) return;
  throw new Refusal(loanErrors.NothingToDo, `${a.id} is so already.`, { data: { reason: 'it is so already' } });
}

function nextFact({ id, fact_id }: ScraCapRow): string {
  const [, number = '1'] = fact_id.split('.');
  return `${id}.${Number(number) + 1}`;
}

const undone = ({ now }: Pick<CommandContext, 'now'>, { row: loan }: HeldLoan, { fact_id, capped_from }: ScraCapRow) =>
  undoOf(
    loan,
    { fact_id, effective_on: capped_from },
    { reason: 'canceled', today: todayOf(loan, now), nsfFee: false },
  );

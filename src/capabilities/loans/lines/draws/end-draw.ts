// Ends a draw by hand: canceled, it never was; closed, it takes no further purchases. Opened again, it does.

import type { LineFact } from '@tenor/engine/line/facts.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { drawClosed, drawStatusChanged } from '../../core/loan/draw-events.ts';
import { draws } from '../../core/loan/draws.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { DrawRow } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { writeLoan } from '../../core/loan/write-loan.ts';
import { lineFacts } from '../../core/products/lines.ts';
import { canceledWith, tellCanceled } from '../../core/promos/agree-programs.ts';
import { factId } from '../../core/timeline/fact-id.ts';
import { allFacts } from '../../core/timeline/held-loan.ts';
import { activePurchases } from './active-purchases.ts';
import { changeBooks } from './change-books.ts';
import { findDraw } from './draw.ts';
import { drawErrors } from './errors.ts';
import { touchLine } from './line.ts';
import type { DrawCancel, DrawClose, DrawReopen } from './schemas.ts';
import { drawStates } from './states.ts';
import { tellOfDraw } from './told.ts';

/** Errors: NotFound, DrawStatusForbids, DrawHasPurchases. */
export async function cancelDraw(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  { cancellationReason }: DrawCancel,
): Promise<void> {
  const row = await findDraw(tx, held, reference);
  const { to, emits } = drawStates.move(row.status, 'cancel');
  const cancel_reason = cancellationReason ?? null;
  const promos = canceledWith(ctx, held.row, row.id);
  if (isBooked(row)) {
    await mustHaveNoPurchases(tx, held, row);
    const said = { draw: { cancel_reason }, loan: { promo_programs: promos.programs } };
    await changeBooks(ctx, tx, held, row, [ofDraw(ctx, held, row, 'drawCancel')], said);
  } else {
    const line = { ...held.row, promo_programs: promos.programs, updated_at: ctx.now };
    writeLoan(tx, held.row, line);
    draws.write(tx, { ...row, status: to, cancel_reason, updated_at: ctx.now });
  }
  tellOfDraw(ctx, held.row, row, emits);
  tellCanceled(ctx, held.row, promos);
}

/** Errors: NotFound, DrawStatusForbids, NothingToDo. */
export async function closeDraw(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  { closeRequestedByBorrower = null }: DrawClose,
): Promise<void> {
  const row = await findDraw(tx, held, reference);
  drawStates.mustAllow(row.status, 'close');
  if (row.is_closed) throw nothingToDo('the draw is closed already');
  if (isBooked(row)) {
    const details = { requestedByBorrower: closeRequestedByBorrower };
    await changeBooks(ctx, tx, held, row, [ofDraw(ctx, held, row, 'drawClose')], { details });
    return;
  }
  const timestamps = { ...row.timestamps, closedAt: ctx.now };
  writeOnly(ctx, tx, held, { ...row, is_closed: true, timestamps });
  tellOfDraw(ctx, held.row, row, [drawClosed]);
}

/** Errors: NotFound, DrawStatusForbids, DrawIsPaidOff, NothingToDo. */
export async function reopenDraw(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  { force }: DrawReopen,
): Promise<void> {
  const row = await findDraw(tx, held, reference);
  drawStates.mustAllow(row.status, 'reopen', { id: row.id, isForced: force === true });
  if (!row.is_closed) throw nothingToDo('the draw is not closed');
  if (isBooked(row)) {
    await changeBooks(ctx, tx, held, row, [ofDraw(ctx, held, row, 'drawReopening')]);
    return;
  }
  writeOnly(ctx, tx, held, { ...row, is_closed: false, timestamps: { ...row.timestamps, closedAt: undefined } });
  tellOfDraw(ctx, held.row, row, [drawStatusChanged]);
}

const isBooked = ({ started_on }: DrawRow): boolean => started_on !== null;

const ofDraw = (
  { now }: CommandContext,
  { row: line }: HeldLoan,
  { id: draw }: DrawRow,
  kind: 'drawCancel' | 'drawClose' | 'drawReopening',
): LineFact => ({ kind, id: factId(line, kind), on: todayOf(line, now), draw });

/** Writes a draw that the books do not have. */
function writeOnly(ctx: CommandContext, tx: Tx, held: HeldLoan, row: DrawRow): void {
  touchLine(ctx, tx, held);
  draws.write(tx, { ...row, updated_at: ctx.now });
}

const nothingToDo = (reason: string): Refusal =>
  new Refusal(loanErrors.NothingToDo, `There is nothing to do: ${reason}.`, { data: { reason } });

async function mustHaveNoPurchases(tx: Tx, held: HeldLoan, { id }: DrawRow): Promise<void> {
  const purchases = activePurchases(lineFacts(await allFacts(tx, held)), id);
  if (purchases.length === 0) return;
  throw new Refusal(drawErrors.DrawHasPurchases, `${id} has active purchases: ${purchases.length}.`, {
    data: { purchases: purchases.slice(0, shownMax) },
  });
}

const shownMax = 20;

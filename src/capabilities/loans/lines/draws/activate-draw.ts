// The activation of a draw: from here on purchases can be made on it.
import type { LineFact } from '@tenor/engine/line/facts.ts';
import { ifEndedNow } from '@tenor/engine/line/preview.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { presentDifference } from '../../core/books/present-difference.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { deferredInterestOf } from '../../core/loan/promo-programs.ts';
import { scheduleItem } from '../../core/loan/schedule-item.ts';
import { inWords } from '../../core/loan/statuses.ts';
import type { DrawRow } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { lineFacts } from '../../core/products/lines.ts';
import { begunBy, tellBegun } from '../../core/promos/agree-programs.ts';
import { changeBooks } from './change-books.ts';
import { mustTakeDraws } from './create-draw.ts';
import { agreementOf, findDraw } from './draw.ts';
import { drawTerms, lineSettings, ratesValidation } from './draw-terms.ts';
import { drawErrors } from './errors.ts';
import type { LineBooks } from './line.ts';
import type { ActivatedDraw, DrawActivate } from './schemas.ts';
import { drawStates } from './states.ts';

/** Errors: NotFound, DrawAlreadyActive, DrawStatusForbids, NewDrawsNotAllowed, LoanStatusForbids. */
export async function activateDraw(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  { previewMode, sendNotice = null }: DrawActivate,
): Promise<ActivatedDraw> {
  const row = await findDraw(tx, held, reference);
  drawStates.mustAllow(row.status, 'activate', { id: row.id });
  mustTakeDraws(held);
  mustBeActive(held);
  mustBeOpen(row);
  const on = todayOf(held.row, ctx.now);
  const deferredInterest = deferredInterestOf(held.row.promo_programs, row.id, on);
  const terms = { ...(await drawTerms(tx, held, agreementOf(row))), deferredInterest };
  const promos = begunBy(ctx, held, { draw: row.id, on });
  const fact: LineFact = {
    kind: 'drawActivation',
    id: row.id,
    on,
    draw: row.id,
    terms,
  };
  const facts = [fact, ...lineFacts(promos.facts)];
  const said = { details: { sendNotice }, loan: { promo_programs: promos.programs } };
  const { changed, books } = await changeBooks(ctx, tx, held, row, facts, said);
  tellBegun(ctx, changed.row, promos);
  return {
    schedule: [nextStatement(held.row.id, row.id, books)],
    ratesValidation: ratesValidation(await lineSettings(tx, held.row), terms),
    amountsValidation: {},
    difference: previewMode ? await presentDifference(held, changed) : null,
  };
}

/** A line that was paid off takes draws again: it is active once one is bought on. */
function mustBeActive({ row: { id, status } }: HeldLoan): void {
  const allowed = ['active', 'paidOff'];
  if (allowed.includes(status)) return;
  throw new Refusal(
    loanErrors.LoanStatusForbids,
    `${id} is ${inWords(status)}: a draw is activated on an active line.`,
    {
      data: { status, allowed },
    },
  );
}

function mustBeOpen({ id, is_closed }: DrawRow): void {
  if (!is_closed) return;
  const reason = 'the draw is closed';
  throw new Refusal(drawErrors.NewDrawsNotAllowed, `${id} is closed: open it again first.`, { data: { reason } });
}

/** What the statement of the running period asks for of the draw: its fee, for one. */
function nextStatement(loanId: string, drawId: string, { terms, state }: LineBooks) {
  const { obligation } = ifEndedNow(terms, state);
  const part = obligation.parts.find(({ draw }) => draw === drawId);
  return scheduleItem(loanId, {
    ordinal: state.position.ordinal,
    dueOn: state.position.dueOn,
    interest: (part?.interest ?? 0) as Cents,
    principal: (part?.principal ?? 0) as Cents,
    fees: (part?.feesDue ?? 0) as Cents,
    balance: 0 as Cents,
  });
}

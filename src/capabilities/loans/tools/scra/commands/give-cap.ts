// Bounds the interest of a loan from before military service, from the call to active duty on: what lies above never
// accrues, the payments fall by it, and what was paid is applied anew.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { start } from '#platform/states.ts';
import type { LoanContext } from '../../../core/books/replayed.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { loanStates } from '../../../core/loan/states.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { ceilingOf } from '../ceiling.ts';
import { type AskedCap, checkedCap, mustNotOverlap } from '../check-cap.ts';
import { type CapOnBooks, recordAndAnswer, recordCap } from '../on-books.ts';
import type { ChangedScraCap, ScraCapCreate } from '../schemas.ts';
import { caps, scraRateMax, scraStates } from '../scra-cap.ts';
import { serviceOfLoan } from '../service-of-loan.ts';

/** Errors: LoanStatusForbids, NotFound (service), InvalidRequest, ScraDoesNotApply, ScraCapOverlaps, NothingToDo. */
export async function giveCap(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  sent: ScraCapCreate,
): Promise<ChangedScraCap> {
  const change = await newCap(ctx, tx, held, sent);
  const { previewMode, sendNotice } = sent;
  return recordAndAnswer(ctx, tx, held, { ...change, sendNotice, previewMode, isNew: true });
}

/** A cap that follows by itself from a service that is known. Errors: those of giveCap. */
export async function capForService(
  ctx: LoanContext & Dated,
  tx: Tx,
  held: HeldLoan,
  sent: Pick<ScraCapCreate, 'militaryServiceId' | 'noticeReceivedDate'>,
): Promise<void> {
  await recordCap(ctx, tx, held, await newCap(ctx, tx, held, sent), caps.insert);
}

type Dated = Pick<CommandContext, 'now' | 'position'>;

async function newCap(ctx: Dated, tx: Tx, held: HeldLoan, sent: ScraCapCreate): Promise<CapOnBooks> {
  const { row: loan } = held;
  loanStates.mustAllow(loan.status, 'capInterest');
  // Held, so that its days are not changed at the same time and missed by this cap.
  const service = await serviceOfLoan(tx, loan, sent.militaryServiceId, true);
  const asked: AskedCap = {
    startDate: sent.startDate ?? service.start_date,
    endDate: sent.endDate === undefined ? service.end_date : sent.endDate,
    annualRate: sent.annualRate ?? scraRateMax,
    noticeReceivedDate: sent.noticeReceivedDate,
  };
  const cappedFrom = checkedCap(loan, todayOf(loan, ctx.now), asked, service.start_date);
  const given = scraStates.move(start, 'give');
  const id = newId('IC');
  const row = caps.newRow(ctx, loan, {
    id,
    status: asked.endDate === null ? given.to : scraStates.move(given.to, 'end').to,
    service_id: service.id,
    annual_rate: asked.annualRate,
    start_on: asked.startDate,
    end_on: asked.endDate,
    capped_from: cappedFrom,
    notice_on: asked.noticeReceivedDate,
    fact_id: `${id}.1`,
  });
  await mustNotOverlap(tx, row);
  return { row, facts: [ceilingOf(held, row, ctx.now)], emits: given.emits };
}

// Changes a promo program, or cancels it. One that is on the timeline is undone there and recorded anew.
import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import { loanTypeVersion } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { changeExternalId } from '#platform/resource/external-ids.ts';
import { asLoanContext, changeLoan } from '../books/change-loan.ts';
import { presentDifference } from '../books/present-difference.ts';
import { startOf } from '../loan/past-day.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { PromoProgram } from '../loan/promo-programs.ts';
import type { PromoProgramUpdate } from '../loan/promo-schemas.ts';
import type { LoanRow } from '../loan/tables.ts';
import { todayOf } from '../loan/today.ts';
import { writeLoan } from '../loan/write-loan.ts';
import { factId } from '../timeline/fact-id.ts';
import { mustBeginWithin, mustTakePrograms } from './add-program.ts';
import { claimedBy, promoFact, tellPrograms } from './agree-programs.ts';
import { drawToPromote } from './draw-to-promote.ts';
import { promoErrors } from './errors.ts';
import { changedProgram } from './make-program.ts';
import type { ChangedPromoProgram } from './schemas.ts';
import { findProgram, readProgram, shownBy } from './show-programs.ts';
import { isCanceled, promoStates } from './states.ts';

/**
 * Errors: NotFound, PromoProgramStatusForbids, PromoProgramIsOfTerms, PromoProgramChangedTooOften, LoanStatusForbids,
 * InvalidRequest.
 */
export async function changeProgram(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  { previewMode, status, ...sent }: PromoProgramUpdate,
): Promise<ChangedPromoProgram> {
  const { row, product } = held;
  const before = await findProgram(tx, held, reference);
  const { settings } = await loanTypeVersion(tx, row.loan_type_id, row.loan_type_version);
  const { drawId, isAgreed } = before;
  const changed = {
    ...changedProgram({ product, settings, drawId, isAgreed, at: '' }, before, sent),
    updatedAt: ctx.now,
  };
  const verb = verbOf(before, changed, status);
  const { to, emits } = promoStates.move(before.status, verb, { id: before.id, hasFact: before.factId !== null });
  if (verb !== 'describe') mustTakePrograms(held);
  changeExternalId(tx, claimedBy(row.person_id)(before), before.externalId, sent.externalId);
  const after = { ...changed, status: to };
  if (verb === 'describe' || before.factId === null) {
    writeLoan(tx, row, { ...row, promo_programs: withChanged(row, after), updated_at: ctx.now });
    tellPrograms(ctx, row, [after], emits);
    const loan = { ...held, row: { ...row, promo_programs: withChanged(row, after) } };
    return { ...(await readProgram(tx, loan, before.id, ctx.now)), difference: null };
  }
  const today = todayOf(row, ctx.now);
  const { program, facts } = await factsOf(ctx, tx, held, before, after);
  const promo_programs = withChanged(row, program);
  const found = await changeLoan(asLoanContext(ctx), tx, held, facts, { promo_programs });
  tellPrograms(ctx, found.row, [program], emits);
  const difference = previewMode ? await presentDifference(held, found) : null;
  return { ...shownBy(held, found.after.position, today)(program), difference };
}

const withChanged = ({ promo_programs: programs }: LoanRow, after: PromoProgram) =>
  (programs ?? []).map((one) => (one.id === after.id ? after : one));

/** What changes days or the rate changes the books; the rest describes it. */
function verbOf(before: PromoProgram, after: PromoProgram, status: PromoProgramUpdate['status']) {
  if (status !== undefined && isCanceled(status) && !isCanceled(before.status)) return 'cancel';
  if (status !== undefined && status !== before.status) {
    throw refuseField('status', `is ${before.status}, and not made ${status} by hand`, `${before.status}, or canceled`);
  }
  const terms = ['startDate', 'endDate', 'durationDays', 'graceDays', 'disqualifyOverdueDays'] as const;
  return terms.some((name) => before[name] !== after[name]) ? 'change' : 'describe';
}

/** Its fact is undone; unless it is canceled, another one takes its place. */
async function factsOf(ctx: CommandContext, tx: Tx, held: HeldLoan, before: PromoProgram, after: PromoProgram) {
  const { row, product } = held;
  const today = todayOf(row, ctx.now);
  const undo = undoOf(row, before, today);
  if (isCanceled(after.status)) return { program: { ...after, factId: null }, facts: [undo] };
  const since = before.drawId === null ? startOf(row) : (await drawToPromote(tx, held, before.drawId))?.since;
  mustBeginWithin(after, since ?? today, today);
  const program = { ...after, factId: nextFactId(before) };
  return { program, facts: [undo, promoFact(product, ctx.now, program)] };
}

function undoOf(row: LoanRow, { factId: of, startDate }: PromoProgram, today: Day): Fact {
  if (of === null || startDate === null) throw new Error(`A program of ${row.id} has no fact to undo.`);
  const undo: FactOf<'undo'> = {
    kind: 'undo',
    id: factId(row, 'undo'),
    of,
    on: dayOf(startDate),
    reason: 'canceled',
    happenedOn: today,
    amount: null,
    nsfFee: false,
  };
  return undo;
}

/** Each change leaves two facts in the timeline, which every replay of the loan reads. */
const changesMax = 20;

/** The ids of its facts count them. Errors: PromoProgramChangedTooOften. */
function nextFactId({ id, factId: before }: PromoProgram): string {
  const facts = Number((before ?? id).split('.')[1] ?? '1');
  if (facts <= changesMax) return `${id}.${facts + 1}`;
  const message = `The days of the program ${id} were changed ${changesMax} times; they cannot be changed again.`;
  throw new Refusal(promoErrors.PromoProgramChangedTooOften, message, { data: { changesMax } });
}

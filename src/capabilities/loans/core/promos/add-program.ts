// A further promo program: for a loan or a draw that is active, from a day in the past on or from one to come; or for
// what waits for its activation.
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { loanTypeVersion } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { claimExternalId } from '#platform/resource/external-ids.ts';
import { asLoanContext, changeLoan } from '../books/change-loan.ts';
import { presentDifference } from '../books/present-difference.ts';
import { startOf } from '../loan/past-day.ts';
import type { HeldLoan } from '../loan/product.ts';
import { beginProgram, type PromoProgram } from '../loan/promo-programs.ts';
import type { PromoProgramCreate } from '../loan/promo-schemas.ts';
import { loanStates } from '../loan/states.ts';
import { todayOf } from '../loan/today.ts';
import { mustHaveNoCharge } from '../loan/tools.ts';
import { writeLoan } from '../loan/write-loan.ts';
import { claimedBy, promoFact, tellAgreed, tellBegun } from './agree-programs.ts';
import { drawToPromote } from './draw-to-promote.ts';
import { newProgram, type Promoted } from './make-program.ts';
import type { ChangedPromoProgram } from './schemas.ts';
import { shownBy } from './show-programs.ts';
import { isCanceled } from './states.ts';

const programsMax = 100;

/** Errors: LoanStatusForbids, ChargeFixed, InvalidRequest, NotFound (draw, type), DuplicateExternalId. */
export async function addProgram(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { drawId: named, previewMode, ...sent }: PromoProgramCreate,
): Promise<ChangedPromoProgram> {
  const { row, product } = held;
  mustTakePrograms(held);
  mustHaveNoCharge(held, 'promoPrograms.create');
  const draw = await drawToPromote(tx, held, named);
  const drawId = draw?.id ?? null;
  const since = draw === null ? (startOf(row) ?? null) : draw.since;
  const { settings } = await loanTypeVersion(tx, row.loan_type_id, row.loan_type_version);
  const today = todayOf(row, ctx.now);
  const promoted: Promoted = {
    product,
    settings,
    drawId,
    isAgreed: false,
    at: '',
    today: since === null ? null : dateOf(today),
  };
  const program = await newProgram(ctx, tx, promoted, sent);
  mustHaveRoom(held, program);
  if (program.externalId !== null) claimExternalId(tx, claimedBy(row.person_id)(program), program.externalId);
  if (since === null) {
    writeLoan(tx, row, { ...row, promo_programs: withProgram(held, program), updated_at: ctx.now });
    tellAgreed(ctx, row, [program]);
    return { ...shownBy(held, null, today)(program), difference: null };
  }
  mustNotBeOfTerms(held, program);
  mustBeginWithin(program, since, today);
  const begun = beginProgram(program, { on: since, now: ctx.now });
  const fact = promoFact(product, ctx.now, begun);
  const changed = await changeLoan(asLoanContext(ctx), tx, held, [fact], { promo_programs: withProgram(held, begun) });
  tellAgreed(ctx, changed.row, [begun]);
  tellBegun(ctx, changed.row, { begun: [begun] });
  const difference = previewMode ? await presentDifference(held, changed) : null;
  return { ...shownBy(held, changed.after.position, today)(begun), difference };
}

const withProgram = ({ row }: HeldLoan, program: PromoProgram) => [...(row.promo_programs ?? []), program];

/** Errors: LoanStatusForbids. */
export function mustTakePrograms({ row, product }: HeldLoan): void {
  const accruesAfterChargeOff = row.terms?.delinquency.accrualAfterChargeOff === true;
  loanStates.mustAllow(row.status, 'addPromo', { accruesAfterChargeOff, takesPromosBefore: !product.promos.areTerms });
}

/** A draw defers its interest once. */
function mustHaveRoom({ row }: HeldLoan, { kind, drawId }: PromoProgram): void {
  const programs = row.promo_programs ?? [];
  if (programs.length >= programsMax) {
    throw refuseField('promoTypeId', `is one too many: the loan has ${programsMax} programs`, 'a loan with fewer');
  }
  const isTaken = programs.some((one) => one.kind === kind && one.drawId === drawId && !isCanceled(one.status));
  if (kind === 'sameAsCash' && isTaken) {
    throw refuseField('promoTypeId', 'is sameAsCash: the draw has such a program already', 'another draw');
  }
}

function mustNotBeOfTerms({ product }: HeldLoan, { kind }: PromoProgram): void {
  if (!product.promos.kinds[kind]?.isOfTerms) return;
  const message = `is ${kind}: it is agreed before the activation of its draw, which is active`;
  throw refuseField('promoTypeId', message, 'a type of reducedRate, or a draw that is not active yet');
}

/** No loan can run longer than these years. */
const daysAheadMax = 36_600;

export function mustBeginWithin({ startDate }: PromoProgram, since: Day, today: Day): void {
  if (startDate === null) return;
  const on = dayOf(startDate);
  if (on >= since && on <= today + daysAheadMax) return;
  const message = on < since ? 'lies before the activation' : 'lies too far ahead';
  throw refuseField('promoStartDate', message, `a date from ${dateOf(since)} to ${dateOf(today + daysAheadMax)}`);
}

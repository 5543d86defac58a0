import { disputeDatesOf } from '@tenor/engine/line/dispute-dates.ts';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField, refuseFields } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { start } from '#platform/states.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { ownState } from '../../../core/products/lines.ts';
import type { DisputeCases, DisputedPurchase } from '../dispute-cases.ts';
import type { DrawOfPath } from '../draw-of.ts';
import { purchaseErrors } from '../errors.ts';
import * as told from '../events.ts';
import { disputes, findPurchase } from '../find.ts';
import { eligible, presentDispute } from '../present.ts';
import { disputeFact } from '../purchase-fact.ts';
import { metaDataOf } from '../said.ts';
import type { DisputeCreate, PurchaseDispute } from '../schemas.ts';
import { disputeStates, purchaseStates } from '../states.ts';
import { type Stored, store } from '../store.ts';
import type { DisputeRow, PurchaseRow } from '../tables.ts';

/** Errors: NotFound, InvalidRequest, NoRoom, DuplicateExternalId, PurchaseStatusForbids, PurchaseTypeForbids, AmountExceedsPurchase. */
export async function createDispute(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  draw: DrawOfPath,
  reference: string,
  input: DisputeCreate,
  cases: DisputeCases,
): Promise<PurchaseDispute> {
  if (input.createDisputeCase && input.caseId) {
    throw refuseField('createDisputeCase', 'stands beside caseId', 'one of the two, not both');
  }
  const purchase = await findPurchase(tx, draw, reference);
  const { dispute } = await disputePurchase(ctx, tx, held, purchase, {
    amount: input.disputedAmount ?? null,
    externalId: input.externalId,
    metaData: metaDataOf(input),
    openCase: input.createDisputeCase ? (disputed) => cases.open(ctx, tx, disputed) : undefined,
    caseId: input.caseId,
  });
  return presentDispute(dispute);
}

interface Submitted {
  /** Null: all that may be disputed. */
  readonly amount: number | null;
  readonly externalId?: string | null | undefined;
  readonly metaData?: DisputeCreate['metaData'];
  /** The case that it belongs to, or how one is opened for it. */
  readonly caseId?: string | null | undefined;
  readonly openCase?: ((disputed: DisputedPurchase) => Promise<string>) | undefined;
}

/** Errors: DuplicateExternalId, PurchaseStatusForbids, PurchaseTypeForbids, AmountExceedsPurchase. */
export async function disputePurchase(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  purchase: PurchaseRow,
  submitted: Submitted,
): Promise<{ readonly dispute: DisputeRow; readonly purchase: PurchaseRow; readonly stored: Stored }> {
  const { row: loan } = held;
  const { to: status } = purchaseStates.move(purchase.status, 'dispute', {
    id: purchase.id,
    isRegular: purchase.type === 'regular',
  });
  const dispute = newDispute(ctx, purchase, submitted);
  disputes.claimExternalId(tx, dispute);
  mustBeEligible(purchase, dispute.amount);
  const disputed: PurchaseRow = {
    ...purchase,
    status,
    disputed: purchase.disputed + dispute.amount,
    updated_at: ctx.now,
  };
  const fields = told.toldOfDispute(loan, disputed, dispute);
  ctx.emit(told.disputeCreated, disputed.person_id, fields, told.aboutLoanOf(disputed));
  tellStatus(ctx, loan, purchase, disputed);
  const facts = [disputeFact(loan, dispute, purchase)];
  const stored = await store(ctx, tx, held, { facts, purchases: [disputed] });
  const dates = answerDates(stored);
  const { person_id: personId, loan_id: loanId, purchase_id: purchaseId } = dispute;
  const opened = await submitted.openCase?.({
    personId,
    loanId,
    purchaseId,
    disputeId: dispute.id,
    decideBy: dates.decideBy,
  });
  const answerable = {
    ...dispute,
    case_id: opened ?? submitted.caseId ?? null,
    timestamps: { ...dispute.timestamps, ...dates },
  };
  disputes.insert(tx, answerable);
  return { dispute: answerable, purchase: disputed, stored };
}

/** By when the lender must answer: counted from the day of the notice, so later cycles do not move it. */
function answerDates({ changed }: Stored): { readonly acknowledgeBy?: CivilDate; readonly decideBy?: CivilDate } {
  if (changed === undefined) return {};
  const { acknowledgeBy, decideBy } = disputeDatesOf(ownState(changed.after));
  return { acknowledgeBy: dateOf(acknowledgeBy), decideBy: dateOf(decideBy) };
}

export function tellStatus(ctx: CommandContext, loan: HeldLoan['row'], before: PurchaseRow, after: PurchaseRow): void {
  if (before.status === after.status) return;
  const fields = { ...told.toldOfPurchase(loan, after), previousStatus: before.status };
  ctx.emit(told.purchaseStatusChanged, after.person_id, fields, told.aboutLoanOf(after));
}

function newDispute(
  ctx: CommandContext,
  purchase: PurchaseRow,
  { amount, externalId, metaData }: Submitted,
): DisputeRow {
  const id = newId('PD');
  return {
    person_id: purchase.person_id,
    id,
    company_id: purchase.company_id,
    loan_id: purchase.loan_id,
    draw_id: purchase.draw_id,
    purchase_id: purchase.id,
    position: ctx.position(),
    external_id: externalId ?? null,
    status: disputeStates.move(start, 'submit').to,
    amount: amount ?? eligible(purchase),
    fact_id: id,
    outcome_fact_id: null,
    reposted_purchase_id: null,
    case_id: null,
    timestamps: { submittedAt: ctx.now },
    meta_data: storedMetaData(metaData ?? null),
    created_at: ctx.now,
    updated_at: null,
  };
}

function mustBeEligible(purchase: PurchaseRow, amount: number): void {
  const left = eligible(purchase);
  if (amount > 0 && amount <= left) return;
  const message = amount <= 0 ? 'must be more than zero' : `is more than the ${formatCents(left)} that may be disputed`;
  const expected =
    left === 0 ? 'nothing: all of it was refunded or disputed' : `from 0.01 to ${formatCents(left as Cents)}`;
  throw refuseFields(purchaseErrors.AmountExceedsPurchase, [{ path: 'disputedAmount', message, expected }]);
}

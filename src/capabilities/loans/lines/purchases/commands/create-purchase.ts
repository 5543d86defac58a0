import type { LineFact } from '@tenor/engine/line/facts.ts';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField, refuseFields } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { findExternalId } from '#platform/resource/external-ids.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { start } from '#platform/states.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { chargedWith, mustBeChargeable, withFees } from '../charged-with.ts';
import type { DrawOfPath } from '../draw-of.ts';
import { purchaseErrors } from '../errors.ts';
import * as told from '../events.ts';
import { findOfLine, purchases } from '../find.ts';
import { momentOf } from '../moment.ts';
import { mustFitPayout, mustNotBePaidOut, paidOut } from '../paid-out.ts';
import { factKindOf, factOf } from '../purchase-fact.ts';
import { metaDataOf, saidOf, typeOf } from '../said.ts';
import type { ChangedPurchase, PurchaseCreate } from '../schemas.ts';
import { amountOnHold, mustBeSpendable } from '../spending.ts';
import { isAuthorized, isOff, isPosted, isSettled, purchaseStates, verbOfStatus } from '../states.ts';
import { answered, store } from '../store.ts';
import type { PurchaseRow } from '../tables.ts';

/** The purchases of the line that it names. */
interface Named {
  readonly original: PurchaseRow | undefined;
  readonly authorization: PurchaseRow | undefined;
}

/**
 * Errors: InvalidRequest, NotFound, DuplicateExternalId, SpendingNotAllowed, AmountExceedsCreditLimit,
 * PurchaseStatusForbids, PurchaseTypeForbids, AuthorizationReplaced, AmountExceedsPurchase, PurchasePaidOut,
 * InstrumentCannotBeCharged, PaymentProcessorNotConfigured.
 */
export async function createPurchase(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  draw: DrawOfPath,
  input: PurchaseCreate,
  force: boolean,
): Promise<ChangedPurchase> {
  const { row: loan } = held;
  const verb = mustFitPayout(draw, input) ? 'authorize' : verbOfStatus[input.status ?? 'settled'];
  const status = purchaseStates.move(start, verb).to;
  mustFitItsType(input, status);
  const fees = await chargedWith(tx, held, input.dynamicFees);
  mustBeChargeable({ type: typeOf(input.type), status }, fees);
  const made = withFees(await newPurchase(ctx, tx, held, draw, input, status), fees);
  purchases.claimExternalId(tx, made);
  const { row: asked, named } = await allowed(ctx, tx, held, draw, made, input, force).catch(async (error) => {
    // The same purchase sent twice may have used the limit. This read waits for the write that claims the external id,
    // which fails then, so that the answer is DuplicateExternalId.
    if (made.external_id !== null) await findExternalId(tx, purchases.name, made.external_id);
    throw error;
  });
  const row =
    input.paymentInstrumentId == null ? asked : await paidOut(ctx, tx, held, asked, input.paymentInstrumentId);
  ctx.emit(told.purchaseCreated, row.person_id, told.toldOfPurchase(loan, row), told.aboutLoanOf(row));
  const fact = factOf(loan, row, named.original);
  const facts: LineFact[] = fact === undefined ? [] : [fact];
  const stored = await store(ctx, tx, held, { facts, purchases: changeNamed(ctx, held, row, named), made: row });
  return answered(held, stored, row, { previewMode: input.previewMode, isNew: true });
}

/** Errors: those of createPurchase but for DuplicateExternalId. */
async function allowed(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  draw: DrawOfPath,
  made: PurchaseRow,
  input: PurchaseCreate,
  force: boolean,
): Promise<{ readonly row: PurchaseRow; readonly named: Named }> {
  const named = await namedBy(tx, held, draw, input, made);
  const row = withFact(made, named);
  await mustBeAllowed(ctx, tx, held, row, named, force);
  return { row, named };
}

async function newPurchase(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: HeldLoan,
  draw: DrawOfPath,
  input: PurchaseCreate,
  status: PurchaseRow['status'],
): Promise<PurchaseRow> {
  const { authorizedAt, settledAt, effectiveAt } = input.timestamps ?? {};
  const statusAt = isAuthorized(status) ? authorizedAt : settledAt;
  const moment = momentOf(loan, ctx.now, { purchaseDate: input.purchaseDate, effectiveAt, statusAt }, draw.begun);
  return {
    person_id: loan.person_id,
    id: newId('DP'),
    company_id: loan.company_id,
    loan_id: loan.id,
    draw_id: draw.drawId,
    position: ctx.position(),
    external_id: input.externalId ?? null,
    type: typeOf(input.type),
    status,
    amount: input.amount,
    refunded: 0,
    disputed: 0,
    refund_not_due: null,
    ...moment,
    authorized_at: authorizedAt ?? (isAuthorized(status) ? moment.effective_at : null),
    settled_at: settledAt ?? (isSettled(status) ? moment.effective_at : null),
    fact_id: null,
    authorization_id: null,
    replaced_by: null,
    original_id: null,
    details: await saidOf(tx, {}, input, status),
    meta_data: storedMetaData(metaDataOf(input) ?? null),
    created_at: ctx.now,
    updated_at: null,
  };
}

/** Its id on the timeline is its own, if it is there at all. */
function withFact(made: PurchaseRow, { original, authorization }: Named): PurchaseRow {
  const row = {
    ...made,
    original_id: original?.id ?? null,
    authorization_id: authorization?.id ?? null,
    authorized_at: made.authorized_at ?? authorization?.authorized_at ?? null,
    details:
      authorization === undefined ? made.details : { ...made.details, holdFact: authorization.fact_id as string },
  };
  return factKindOf(row) === undefined ? row : { ...row, fact_id: row.id };
}

async function mustBeAllowed(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  row: PurchaseRow,
  { authorization }: Named,
  force: boolean,
): Promise<void> {
  if (row.fact_id === null) return;
  const today = todayOf(held.row, ctx.now);
  const isBought = row.type === 'regular';
  const released = authorization === undefined ? 0 : amountOnHold(held, authorization.fact_id as string, today);
  const more = isBought ? row.amount - released : 0;
  const isNew = isBought && authorization === undefined;
  await mustBeSpendable(tx, held, today, { drawId: row.draw_id, more, isNew, force });
}

// ---- what it names --------------------------------------------------------------------------------------------------

async function namedBy(
  tx: Tx,
  { row: loan }: HeldLoan,
  { drawId }: DrawOfPath,
  input: PurchaseCreate,
  made: PurchaseRow,
): Promise<Named> {
  const keys = { personId: loan.person_id, loanId: loan.id };
  const find = async (field: 'originalPurchaseId' | 'authorizationPurchaseId') => {
    const reference = input[field];
    return reference == null ? undefined : findOfLine(tx, keys, reference, field);
  };
  const [original, authorization] = await Promise.all([find('originalPurchaseId'), find('authorizationPurchaseId')]);
  if (original !== undefined) mustBeRefundable(original, made.amount);
  if (authorization !== undefined) mustBeReplaceable(authorization, drawId);
  return { original, authorization };
}

/** Errors: PurchaseStatusForbids, PurchaseTypeForbids, AmountExceedsPurchase. */
export function mustBeRefundable(original: PurchaseRow, amount: number): void {
  if (original.type !== 'regular') {
    throw new Refusal(purchaseErrors.PurchaseTypeForbids, `${original.id} is no regular purchase.`, {
      data: { path: 'originalPurchaseId', expected: 'a regular purchase' },
    });
  }
  purchaseStates.mustAllow(original.status, 'refund', { id: original.id });
  const left = (original.amount - original.refunded - original.disputed) as Cents;
  if (amount <= left) return;
  const message = `is more than the ${formatCents(left)} that are left of the purchase`;
  const expected = left === 0 ? 'nothing: it was taken back already' : `at most ${formatCents(left)}`;
  throw refuseFields(purchaseErrors.AmountExceedsPurchase, [{ path: 'amount', message, expected }]);
}

function mustBeReplaceable(row: PurchaseRow, drawId: string): void {
  mustNotBeReplaced(row);
  if (row.draw_id !== drawId) {
    throw refuseField('authorizationPurchaseId', 'is on another draw', 'an authorization on the draw of the path');
  }
  if (row.type !== 'regular') {
    throw new Refusal(purchaseErrors.PurchaseTypeForbids, `${row.id} is no regular purchase.`, {
      data: { path: 'authorizationPurchaseId', expected: 'an authorization of a regular purchase' },
    });
  }
  mustNotBePaidOut(row);
  purchaseStates.mustAllow(row.status, 'replace', { id: row.id });
}

/** Errors: AuthorizationReplaced. */
export function mustNotBeReplaced({ id, replaced_by }: PurchaseRow): void {
  if (replaced_by === null) return;
  throw new Refusal(purchaseErrors.AuthorizationReplaced, `${id} was replaced by ${replaced_by}.`, {
    data: { replacedByPurchaseId: replaced_by },
  });
}

/** The purchases that change with it: what it takes back, and what it replaces. */
function changeNamed(
  ctx: CommandContext,
  { row: loan }: HeldLoan,
  row: PurchaseRow,
  { original, authorization }: Named,
): PurchaseRow[] {
  const changed: PurchaseRow[] = [];
  if (original !== undefined && !isOff(row.status)) {
    changed.push({ ...original, refunded: original.refunded + row.amount, updated_at: ctx.now });
  }
  if (authorization !== undefined) {
    const { to: status } = purchaseStates.move(authorization.status, 'replace');
    const replaced = { ...authorization, status, replaced_by: row.id, updated_at: ctx.now };
    const fields = { ...told.toldOfPurchase(loan, replaced), previousStatus: authorization.status };
    ctx.emit(told.purchaseStatusChanged, row.person_id, fields, told.aboutLoanOf(row));
    changed.push(replaced);
  }
  return changed;
}

// ---- asked for ------------------------------------------------------------------------------------------------------

type OfItsType = Pick<PurchaseCreate, 'amount' | 'type' | 'originalPurchaseId' | 'authorizationPurchaseId'>;

/** Errors: InvalidRequest. */
export function mustFitItsType(input: OfItsType, status: PurchaseRow['status']): void {
  if (input.amount <= 0) throw refuseField('amount', 'must be more than zero', 'an amount of at least 0.01');
  const isBought = typeOf(input.type) === 'regular';
  if (isBought && input.originalPurchaseId != null) {
    throw refuseField('originalPurchaseId', 'goes with a refund or a cash back', 'nothing, or the type refund');
  }
  if (input.authorizationPurchaseId == null) return;
  if (!isBought) {
    throw refuseField('authorizationPurchaseId', 'goes with a regular purchase', 'nothing, or the type regular');
  }
  if (!isPosted(status)) {
    const expected = 'pending or settled; an authorization is canceled or declined by its own status';
    throw refuseField('status', 'does not replace an authorization', expected);
  }
}

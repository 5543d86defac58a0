import { isDeepStrictEqual } from 'node:util';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField, refuseFields } from '#platform/errors.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import type { LoanRow } from '../../../core/loan/tables.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { chargedWith, mustBeChargeable, withFees } from '../charged-with.ts';
import type { DrawOfPath } from '../draw-of.ts';
import { purchaseErrors } from '../errors.ts';
import * as told from '../events.ts';
import { findPurchase, namingOf, purchases } from '../find.ts';
import { isSame, momentAfter } from '../moment.ts';
import { mustNotBePaidOut } from '../paid-out.ts';
import { type Booked, posted, releasing } from '../posting.ts';
import { factKindOf, isPast } from '../purchase-fact.ts';
import { type Naming, recordedAnew } from '../recorded-anew.ts';
import { metaDataOf, saidOf, typeOf } from '../said.ts';
import type { ChangedPurchase, PurchaseUpdate } from '../schemas.ts';
import { amountOnHold, mustBeSpendable } from '../spending.ts';
import {
  isAuthorized,
  isDisputed,
  isOff,
  isPosted,
  isSettled,
  isWon,
  purchaseStates,
  verbOfStatus,
} from '../states.ts';
import { answered, store } from '../store.ts';
import type { ChargedWith, PurchaseRow } from '../tables.ts';
import { disputePurchase } from './create-dispute.ts';
import { mustNotBeReplaced } from './create-purchase.ts';

/**
 * Errors: NotFound, InvalidRequest, DuplicateExternalId, PurchaseStatusForbids, PurchaseReadOnly, AuthorizationReplaced,
 * AmountTakenBack, AmountExceedsPurchase, SpendingNotAllowed, AmountExceedsCreditLimit.
 */
export async function updatePurchase(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  draw: DrawOfPath,
  reference: string,
  input: PurchaseUpdate,
  force: boolean,
): Promise<ChangedPurchase> {
  const { row: loan } = held;
  const before = await findPurchase(tx, draw, reference);
  const disputes = verbAsked(before, input) === 'dispute' && !isDisputed(before.status);
  const fees = await chargedWith(tx, held, input.dynamicFees);
  const after = disputes ? before : changedRow(ctx, held, draw, before, input, fees);
  const plain = { ...after, ...(await plainChanges(tx, after, input)) };
  if (!disputes && isDeepStrictEqual(plain, before)) return unchanged(held, before, input);
  const row = { ...plain, updated_at: ctx.now };
  purchases.changeExternalId(tx, before, row.external_id);
  if (disputes) {
    const { stored, purchase } = await disputePurchase(ctx, tx, held, row, { amount: null });
    return answered(held, stored, purchase, { previewMode: input.previewMode, isNew: false });
  }
  const storing = isOnBooksOtherwise(before, row)
    ? await bookedAnew(ctx, tx, held, before, row, force)
    : { facts: [], purchases: [row] as const };
  const [present] = storing.purchases;
  tell(ctx, loan, before, present);
  const stored = await store(ctx, tx, held, storing);
  return answered(held, stored, present, { previewMode: input.previewMode, isNew: false });
}

const unchanged = (held: HeldLoan, row: PurchaseRow, { previewMode }: PurchaseUpdate): Promise<ChangedPurchase> =>
  answered(held, { changed: undefined, rowOf: (one) => one }, row, { previewMode, isNew: false });

function tell(ctx: CommandContext, loan: HeldLoan['row'], before: PurchaseRow, row: PurchaseRow): void {
  const fields = told.toldOfPurchase(loan, row);
  if (row.status === before.status) ctx.emit(told.purchaseUpdated, row.person_id, fields, told.aboutLoanOf(row));
  else {
    const moved = { ...fields, previousStatus: before.status };
    ctx.emit(told.purchaseStatusChanged, row.person_id, moved, told.aboutLoanOf(row));
  }
}

// ---- what changes ---------------------------------------------------------------------------------------------------

/** With another status, amount or moment, if they were sent and are other ones. */
function changedRow(
  ctx: CommandContext,
  { row: loan }: HeldLoan,
  draw: DrawOfPath,
  before: PurchaseRow,
  input: PurchaseUpdate,
  fees: readonly ChargedWith[] | undefined,
): PurchaseRow {
  mustKeepItsType(before, input);
  if (isPast(before)) {
    mustStayAsItWas(loan, before, input);
    return before;
  }
  const status = statusAfter(before, input);
  if (!isOff(status)) mustBeChargeable({ type: before.type, status }, fees);
  const isPostedNow = isAuthorized(before.status) && isPosted(status);
  const moment = momentAfter(loan, ctx.now, before, { ...input, isPosted: isPostedNow }, draw.begun);
  const amount = input.amount ?? before.amount;
  if (amount <= 0) throw refuseField('amount', 'must be more than zero', 'an amount of at least 0.01');
  const { authorizedAt, settledAt } = input.timestamps ?? {};
  const isSettledNow = isSettled(status) && !isSettled(before.status);
  // A pending purchase is on the books already: it is settled now, and counts from where it did.
  const settledNow = isPostedNow ? moment.effective_at : ctx.now;
  const after: PurchaseRow = {
    ...withFees(before, fees),
    ...moment,
    status,
    amount,
    authorized_at: authorizedAt === undefined ? before.authorized_at : authorizedAt,
    settled_at: settledAt ?? (isSettledNow ? settledNow : before.settled_at),
  };
  if (!isOnBooksOtherwise(before, after)) return after;
  mustNotBePaidOut(before);
  mustNotBeReplaced(before);
  if (status === before.status) purchaseStates.mustAllow(status, 'change', { id: before.id });
  mustCoverWhatWasTakenBack(before, after);
  return after;
}

/** What was bought before the books began is a record. Errors: PurchaseReadOnly. */
function mustStayAsItWas(loan: LoanRow, before: PurchaseRow, input: PurchaseUpdate): void {
  const { amount, dynamicFees, purchaseDate, timestamps } = input;
  const verb = verbAsked(before, input);
  const changed = [
    verb !== undefined && verb !== verbOfStatus[before.status] ? 'status' : undefined,
    amount != null && amount !== before.amount ? 'amount' : undefined,
    dynamicFees != null && dynamicFees.length > 0 ? 'dynamicFees' : undefined,
    purchaseDate != null && !isSame(loan, before, purchaseDate) ? 'purchaseDate' : undefined,
    timestamps?.effectiveAt != null && timestamps.effectiveAt !== before.effective_at
      ? 'timestamps.effectiveAt'
      : undefined,
  ].find((path) => path !== undefined);
  if (changed === undefined) return;
  const message = 'stays as it is: the purchase was made before the books of the line began';
  throw refuseFields(purchaseErrors.PurchaseReadOnly, [
    { path: changed, message, expected: 'nothing; refund or dispute the purchase' },
  ]);
}

/** A card program gives back what a cardholder disputes as a cash back, and calls that `dispute` once it is final. */
function verbAsked({ type }: PurchaseRow, { status }: PurchaseUpdate) {
  if (status == null) return undefined;
  return status === 'dispute' && type !== 'regular' ? 'settle' : verbOfStatus[status];
}

/** A status that it has already changes nothing; a dispute is submitted elsewhere. */
function statusAfter(before: PurchaseRow, input: PurchaseUpdate): PurchaseRow['status'] {
  const verb = verbAsked(before, input);
  if (verb === undefined || verb === verbOfStatus[before.status]) return before.status;
  mustNotBeReplaced(before);
  return purchaseStates.move(before.status, verb, { id: before.id }).to;
}

/** Clients send whole objects back. Errors: InvalidRequest. */
function mustKeepItsType({ type }: PurchaseRow, input: PurchaseUpdate): void {
  if (input.type == null || typeOf(input.type) === type) return;
  throw refuseField('type', 'does not change', `${type}, or nothing; cancel it and record another one`);
}

async function plainChanges(tx: Tx, row: PurchaseRow, input: PurchaseUpdate) {
  const metaData = metaDataOf(input);
  return {
    external_id: input.externalId === undefined ? row.external_id : input.externalId,
    meta_data: metaData === undefined ? row.meta_data : storedMetaData(metaData),
    details: await saidOf(tx, row.details, input, row.status),
  };
}

const isOnBooksOtherwise = (before: PurchaseRow, after: PurchaseRow): boolean =>
  before.status !== after.status ||
  before.amount !== after.amount ||
  before.effective_at !== after.effective_at ||
  before.time_of_day !== after.time_of_day ||
  !isDeepStrictEqual(before.details.fees, after.details.fees);

/** Errors: AmountTakenBack. */
function mustCoverWhatWasTakenBack(before: PurchaseRow, after: PurchaseRow): void {
  const takenBack = (before.refunded + before.disputed) as Cents;
  if ((isOff(after.status) ? 0 : after.amount) >= takenBack) return;
  const path = isOff(after.status) ? 'status' : 'amount';
  const message = `takes away what was refunded or disputed: ${formatCents(takenBack)}`;
  const expected = `an amount of at least ${formatCents(takenBack)}`;
  throw refuseFields(purchaseErrors.AmountTakenBack, [{ path, message, expected }]);
}

// ---- the books ------------------------------------------------------------------------------------------------------

async function bookedAnew(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  before: PurchaseRow,
  changed: PurchaseRow,
  force: boolean,
): Promise<Booked> {
  const { row: loan } = held;
  const today = todayOf(loan, ctx.now);
  if (isOff(changed.status) && factKindOf(before) === 'authorization') return releasing(held, before, changed, today);
  const after = posted(before, changed);
  await mustBeAllowed(tx, held, before, after, today, force);
  const original =
    before.original_id === null ? undefined : await purchases.withId(tx, loan.person_id, before.original_id);
  const naming = await namingOf(tx, before);
  if (isOff(after.status) && naming.disputes.length > 0) throw wasDisputed();
  mustPrecedeItsDisputes(after, naming);
  const anew = recordedAnew({ loan, today, before, after, original, naming });
  const others = await othersChanged(ctx, tx, before, anew.purchases[0], original);
  return { ...anew, purchases: [...anew.purchases, ...others] };
}

async function mustBeAllowed(
  tx: Tx,
  held: HeldLoan,
  before: PurchaseRow,
  after: PurchaseRow,
  today: number,
  force: boolean,
): Promise<void> {
  if (before.type !== 'regular' || isOff(after.status)) return;
  const isHold = factKindOf(before) === 'authorization';
  const used = isHold ? amountOnHold(held, before.fact_id as string, today) : before.amount;
  // More of a hold is bought now; what is posted was bought before.
  const isNew = isHold && factKindOf(after) === 'authorization' && after.amount > before.amount;
  await mustBeSpendable(tx, held, today, { drawId: before.draw_id, more: after.amount - used, isNew, force });
}

/** What a refund takes back of another purchase, and an authorization that was replaced by what is canceled now. */
async function othersChanged(
  ctx: CommandContext,
  tx: Tx,
  before: PurchaseRow,
  after: PurchaseRow,
  original: PurchaseRow | undefined,
): Promise<PurchaseRow[]> {
  const others: PurchaseRow[] = [];
  if (original !== undefined) {
    const more = (isOff(after.status) ? 0 : after.amount) - before.amount;
    if (more > 0) mustBeLeft(original, more);
    if (more !== 0) others.push({ ...original, refunded: original.refunded + more, updated_at: ctx.now });
  }
  if (isOff(after.status) && before.authorization_id !== null) {
    const authorization = await purchases.withId(tx, before.person_id, before.authorization_id);
    if (authorization !== undefined) others.push(restored(ctx, authorization));
  }
  return others;
}

function mustBeLeft(original: PurchaseRow, more: number): void {
  const left = (original.amount - original.refunded - original.disputed) as Cents;
  if (more <= left) return;
  const message = 'is more than is left of the purchase that it takes back';
  const expected = `at most ${formatCents(left)} more than before`;
  throw refuseFields(purchaseErrors.AmountExceedsPurchase, [{ path: 'amount', message, expected }]);
}

/** As if it had never been replaced. */
function restored(ctx: CommandContext, row: PurchaseRow): PurchaseRow {
  const { to: status } = purchaseStates.move(row.status, 'restore', {
    id: row.id,
    wasReplaced: row.replaced_by !== null,
  });
  return { ...row, status, replaced_by: null, updated_at: ctx.now };
}

/** What is disputed was bought before; what was won never was. Errors: InvalidRequest. */
function mustPrecedeItsDisputes({ effective_at }: PurchaseRow, { disputes }: Naming): void {
  const later = disputes.find(
    ({ status, timestamps }) => !isWon(status) && (timestamps.submittedAt ?? effective_at) < effective_at,
  );
  if (later === undefined) return;
  throw refuseField('purchaseDate', `lies after its dispute ${later.id}`, `${later.timestamps.submittedAt} or earlier`);
}

const wasDisputed = () =>
  refuseFields(purchaseErrors.AmountTakenBack, [
    {
      path: 'status',
      message: 'cannot take back a purchase that was disputed: how the dispute ended stays',
      expected: 'the status that it has; record a refund of it',
    },
  ]);

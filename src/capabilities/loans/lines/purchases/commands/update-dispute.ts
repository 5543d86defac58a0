// A dispute ends in one way, and stays so.
import { isDeepStrictEqual } from 'node:util';
import type { LineFact } from '@tenor/engine/line/facts.ts';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import type { LoanRow } from '../../../core/loan/tables.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { factId } from '../../../core/timeline/fact-id.ts';
import type { DrawOfPath } from '../draw-of.ts';
import * as told from '../events.ts';
import { disputes, findDispute, findOfLine, findPurchase, namingOf } from '../find.ts';
import { presentDispute } from '../present.ts';
import { disputeFact, outcomeFact, outcomeFactId, tookBackRecord, undoOf } from '../purchase-fact.ts';
import { metaDataOf } from '../said.ts';
import type { DisputeUpdate, PurchaseDispute } from '../schemas.ts';
import { disputeStates, isOpen, purchaseStates, takesBack, verbOfOutcome } from '../states.ts';
import { store } from '../store.ts';
import type { DisputeRow, PurchaseRow } from '../tables.ts';
import { tellStatus } from './create-dispute.ts';

interface OfPath {
  readonly purchaseId: string;
  readonly purchaseDisputeId: string;
}

/** Errors: NotFound, InvalidRequest, DuplicateExternalId, DisputeStatusForbids. */
export async function updateDispute(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  draw: DrawOfPath,
  { purchaseId, purchaseDisputeId }: OfPath,
  input: DisputeUpdate,
): Promise<PurchaseDispute> {
  const { row: loan } = held;
  const purchase = await findPurchase(tx, draw, purchaseId);
  const before = await findDispute(tx, purchase, purchaseDisputeId);
  mustKeepItsAmount(before, input);
  const status = statusAfter(before, input);
  const changed = { ...before, ...(await plainChanges(tx, draw, before, input)), status };
  if (isDeepStrictEqual(changed, before)) return presentDispute(before);
  const row: DisputeRow = { ...changed, ...outcomeOf(ctx, before, status), updated_at: ctx.now };
  disputes.changeExternalId(tx, before, row.external_id);
  const after = status === before.status ? purchase : await relieved(ctx, tx, purchase, row);
  const kind = status === before.status ? told.disputeUpdated : told.disputeStatusChanged;
  ctx.emit(kind, row.person_id, told.toldOfDispute(loan, after, row), told.aboutLoanOf(after));
  tellStatus(ctx, loan, purchase, after);
  const facts = status === before.status ? [] : factsOfOutcome(ctx, loan, row, purchase);
  await store(ctx, tx, held, { facts, purchases: after === purchase ? [] : [after], disputes: [row] });
  return presentDispute(row);
}

function factsOfOutcome({ now }: CommandContext, loan: LoanRow, row: DisputeRow, purchase: PurchaseRow): LineFact[] {
  const outcome = outcomeFact(loan, row, purchase);
  if (outcome === undefined) return [];
  if (!tookBackRecord(row, purchase)) return [outcome];
  const { on } = disputeFact(loan, row, purchase);
  return [undoOf(row.fact_id, on, { id: factId(loan, 'undo'), today: todayOf(loan, now) }), outcome];
}

/** A status that it has already changes nothing. */
function statusAfter(before: DisputeRow, { status: asked }: DisputeUpdate): DisputeRow['status'] {
  if (asked == null || asked === before.status) return before.status;
  return disputeStates.move(before.status, verbOfOutcome[asked], { id: before.id }).to;
}

function outcomeOf({ now }: CommandContext, before: DisputeRow, status: DisputeRow['status']): Partial<DisputeRow> {
  if (status === before.status) return {};
  return { outcome_fact_id: outcomeFactId(before), timestamps: { ...before.timestamps, [`${status}At`]: now } };
}

/** What was won was never bought; all else may be disputed again. */
async function relieved(ctx: CommandContext, tx: Tx, purchase: PurchaseRow, ended: DisputeRow): Promise<PurchaseRow> {
  const naming = await namingOf(tx, purchase);
  const isLast = !naming.disputes.some(({ id, status }) => id !== ended.id && isOpen(status));
  const { to: status } = purchaseStates.move(purchase.status, isLast ? 'endLastDispute' : 'endDispute', {
    id: purchase.id,
  });
  const disputed = takesBack(ended.status) ? purchase.disputed : purchase.disputed - ended.amount;
  return { ...purchase, status, disputed, updated_at: ctx.now };
}

/** Errors: InvalidRequest. */
function mustKeepItsAmount({ amount }: DisputeRow, { disputedAmount }: DisputeUpdate): void {
  if (disputedAmount == null || disputedAmount === amount) return;
  const expected = `${formatCents(amount as Cents)}, or nothing; withdraw the dispute and submit another one`;
  throw refuseField('disputedAmount', 'does not change', expected);
}

async function plainChanges(tx: Tx, draw: DrawOfPath, before: DisputeRow, input: DisputeUpdate) {
  const metaData = metaDataOf(input);
  const { repostedPurchaseId } = input;
  const reposted = repostedPurchaseId == null ? repostedPurchaseId : (await reposting(tx, draw, repostedPurchaseId)).id;
  return {
    external_id: input.externalId === undefined ? before.external_id : input.externalId,
    meta_data: metaData === undefined ? before.meta_data : storedMetaData(metaData),
    reposted_purchase_id: reposted === undefined ? before.reposted_purchase_id : reposted,
  };
}

const reposting = (tx: Tx, draw: DrawOfPath, reference: string): Promise<PurchaseRow> =>
  findOfLine(tx, draw, reference, 'repostedPurchaseId');

// Puts an order of money out before a second person, in the commit of whoever orders. Nobody outside hears of it, and no
// order is made before it is approved.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import type { Actor } from '#platform/actor.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { start } from '#platform/states.ts';
import type { Deciding } from '../attempts/taker.ts';
import type { OrderSubject } from '../order/order.ts';
import { approvalById, approvalFields, writeDecision } from './approval.ts';
import type { Payout } from './payout.ts';
import { approvalStates } from './states.ts';
import type { ApprovalRow } from './tables.ts';

interface Waiting extends Payout {
  readonly subject: OrderSubject;
  readonly loanId: string | null;
  /** The permission with which it was ordered; asked for again when it is approved. */
  readonly needs: string;
  readonly orderedBy: Actor;
}

const usualDays = 10;

/** Returns the id of the approval. Emits `payment.approval.requested`. */
export async function askForApproval(
  { now, position, emit, realm }: Pick<Deciding, 'now' | 'position' | 'emit' | 'realm'>,
  tx: Tx,
  waiting: Waiting,
): Promise<string> {
  const { to, emits } = approvalStates.move(start, 'ask');
  const expires_at = await expiryAt(tx, now);
  const row: Omit<ApprovalRow, 'company_id'> = {
    person_id: waiting.personId,
    id: newId('AV'),
    position: position(),
    subject_kind: waiting.subject.kind,
    subject_id: waiting.subject.id,
    loan_id: waiting.loanId,
    kind: waiting.kind,
    status: to,
    amount: waiting.amount,
    instrument_id: waiting.instrumentId,
    receiver: waiting.receiver,
    needs: waiting.needs,
    ordered_by_type: waiting.orderedBy.type,
    ordered_by_id: waiting.orderedBy.id,
    prepared_by_ids: [...(waiting.orderedBy.preparedBy ?? [])],
    expires_at,
    due_at: expires_at,
    decided_by_type: null,
    decided_by_id: null,
    decided_at: null,
    reason: null,
    created_at: now,
    updated_at: null,
  };
  tx.write(tx.db.insertInto('payment_approvals').values(row), redraw('payment_approvals_pkey'));
  const fields = approvalFields({ ...row, company_id: realm.companyId });
  for (const kind of emits) emit(kind, row.person_id, fields);
  return row.id;
}

async function expiryAt(reader: Reader, now: Instant): Promise<Instant> {
  const { paymentApprovals: rules } = await settingsOf(reader);
  return addSeconds(now, (rules?.expireAfterDays ?? usualDays) * 86_400);
}

/** The order is canceled otherwise. Emits `payment.approval.withdrawn`. */
export async function withdrawApproval(deciding: Deciding, tx: Tx, personId: string, id: string): Promise<void> {
  const row = await approvalById(tx, personId, id);
  if (row === undefined || !approvalStates.from('withdraw').includes(row.status)) return;
  writeDecision(deciding, tx, row, 'withdraw', null);
}

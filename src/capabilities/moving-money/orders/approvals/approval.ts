// How an order that waits for a second person is stored, found and shown.
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { FieldsOf } from '#platform/events/event-kind.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { Deciding } from '../attempts/taker.ts';
import type { approvalRequested } from './events.ts';
import { PaymentApproval } from './schemas.ts';
import { approvalStates, approvalStatuses } from './states.ts';
import { type ApprovalRow, paymentApprovals } from './tables.ts';

export const approvalList = defineList({
  table: 'payment_approvals',
  filters: { status: StringEnum(approvalStatuses, { example: 'waiting' }) },
});

const approvalRows = (reader: Reader) => reader.db.selectFrom('payment_approvals').select(paymentApprovals.all);

export const approvalById = (reader: Reader, personId: string, id: string): Promise<ApprovalRow | undefined> =>
  reader.row(approvalRows(reader).where('person_id', '=', personId).where('id', '=', id));

/** Errors: NotFound, with the path `paymentApprovalId`. */
export async function storedApproval(reader: Reader, personId: string, id: string): Promise<ApprovalRow> {
  const row = await approvalById(reader, personId, id);
  if (row !== undefined) return row;
  throw notFound('payment approval', id, 'paymentApprovalId', 'This borrower');
}

export const listApprovals = (reader: Reader, input: PageInput): Promise<Page<PaymentApproval>> =>
  approvalList.page(reader, approvalRows(reader), input, { each: presentApproval });

type Decision = 'approve' | 'reject' | 'expire' | 'withdraw';

/** The person is locked: one decides, and who comes later finds it decided. Errors: ApprovalDecided. */
export function writeDecision(
  { now, actor, emit }: Pick<Deciding, 'now' | 'actor' | 'emit'>,
  tx: Tx,
  before: ApprovalRow,
  decision: Decision,
  reason: string | null,
): ApprovalRow {
  const { to, emits } = approvalStates.move(before.status, decision, { id: before.id });
  const changes = {
    status: to,
    due_at: null,
    decided_by_type: actor.type,
    decided_by_id: actor.id,
    decided_at: now,
    reason,
    updated_at: now,
  };
  tx.write(
    tx.db
      .updateTable('payment_approvals')
      .set(changes)
      .where('person_id', '=', before.person_id)
      .where('id', '=', before.id),
  );
  const row = { ...before, ...changes };
  for (const kind of emits) emit(kind, row.person_id, approvalFields(row));
  return row;
}

export const approvalFields = (row: ApprovalRow): FieldsOf<typeof approvalRequested> => ({
  paymentApprovalId: row.id,
  kind: row.kind,
  amount: row.amount,
  paymentInstrumentId: row.receiver === 'borrower' ? row.instrument_id : null,
  merchantId: row.receiver === 'merchant' ? row.instrument_id : null,
  orderedByType: row.ordered_by_type,
  orderedById: row.ordered_by_id,
});

const present = presenter<typeof PaymentApproval, ApprovalRow>(PaymentApproval);

export const presentApproval = (row: ApprovalRow): PaymentApproval =>
  present(row, {
    transactionId: row.subject_kind === 'transaction' ? row.subject_id : null,
    paymentInstrumentId: row.receiver === 'borrower' ? row.instrument_id : null,
    merchantId: row.receiver === 'merchant' ? row.instrument_id : null,
  });

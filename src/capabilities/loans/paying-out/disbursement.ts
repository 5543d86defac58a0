// A disbursement as it is stored, found, told and shown.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { failureRule } from '#capabilities/moving-money/index.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { LoanContext } from '../books/replayed.ts';
import type { Disbursement } from '../loan/disbursement-schemas.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import type { LoanRow } from '../loan/tables.ts';
import { momentsOf } from '../transactions/new-transaction.ts';
import type { DisbursementRow } from './tables.ts';

const rowsOf = ({ db }: Reader) => db.selectFrom('disbursements').selectAll();

/** Errors: NotFound. */
export async function findDisbursement(
  reader: Reader,
  { personId, loanId }: LoanKeys,
  id: string,
): Promise<DisbursementRow> {
  const row = await disbursementWithId(reader, personId, id);
  if (row?.loan_id === loanId) return row;
  throw notFound('disbursement', id, 'disbursementId', 'This loan');
}

export const disbursementWithId = (reader: Reader, personId: string, id: string) =>
  reader.row(rowsOf(reader).where('person_id', '=', personId).where('id', '=', id));

export function insertDisbursement(tx: Tx, { company_id: _, updated_at: __, ...row }: DisbursementRow): void {
  const texts = { details: JSON.stringify(row.details), timestamps: JSON.stringify(row.timestamps) };
  tx.write(tx.db.insertInto('disbursements').values({ ...row, ...texts } as never), redraw('disbursements_pkey'));
}

/** In a commit that writes the loan. */
export function writeDisbursement(tx: Tx, row: DisbursementRow): void {
  const { status, attempt_id, effective_on, act_at, is_on_books, details, timestamps, updated_at } = row;
  const texts = { details: JSON.stringify(details), timestamps: JSON.stringify(timestamps) };
  tx.write(
    tx.db
      .updateTable('disbursements')
      .set({
        status,
        attempt_id,
        carrier_id: row.carrier_id,
        effective_on,
        act_at,
        is_on_books,
        ...texts,
        updated_at,
      } as never)
      .where('person_id', '=', row.person_id)
      .where('id', '=', row.id),
  );
}

/** The row in its next status. */
export const movedTo = (row: DisbursementRow, status: DisbursementRow['status'], now: Instant): DisbursementRow => ({
  ...row,
  status,
  timestamps: { ...row.timestamps, ...momentsOf(status, now) },
  updated_at: now,
});

export function tellDisbursement(
  { emit }: Pick<LoanContext, 'emit'>,
  loan: LoanRow,
  row: DisbursementRow,
  kinds: readonly EventKind[],
): void {
  const told = {
    loanExternalId: loan.external_id,
    disbursementId: row.id,
    disbursementType: row.kind,
    disbursementStatus: row.status,
    receiver: row.receiver,
    amount: row.amount as Cents,
    currency: 'USD',
    failureReason: row.details.failureReason,
  };
  for (const kind of kinds) emit(kind as never, row.person_id, told as never, { about: { loanId: row.loan_id } });
}

export function presentDisbursement(row: DisbursementRow): Disbursement {
  const { failureReason, code, providerId } = row.details;
  const words = failureReason === null ? undefined : failureRule(failureReason);
  const { initiatedAt, pendingAt, succeededAt, failedAt, canceledAt } = row.timestamps;
  const isOfMerchant = row.receiver === 'merchant';
  return {
    id: row.id,
    object: 'disbursement',
    companyId: row.company_id,
    loanId: row.loan_id,
    mainBorrowerId: row.person_id,
    type: row.kind,
    purchaseId: row.kind === 'purchase' ? row.subject_id : null,
    advanceId: row.kind === 'advance' ? row.subject_id : null,
    status: row.status,
    amount: row.amount as Cents,
    currency: 'USD',
    receiver: row.receiver,
    paymentInstrumentId: isOfMerchant ? null : row.instrument_id,
    merchantId: isOfMerchant ? row.instrument_id : null,
    paymentApprovalId: row.details.approvalId ?? null,
    isOnBooks: row.is_on_books,
    failureReason,
    failureDescriptionShort: words?.short ?? null,
    failureDescriptionLong: words?.long ?? null,
    achReturnCode: code,
    processorTransactionId: providerId,
    timestamps: {
      effectiveDate: row.effective_on,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      initiatedAt: initiatedAt ?? null,
      pendingAt: pendingAt ?? null,
      succeededAt: succeededAt ?? null,
      failedAt: failedAt ?? null,
      canceledAt: canceledAt ?? null,
    },
  };
}

// A disbursement as it is stored, found, told and shown.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { failureRule } from '#capabilities/moving-money/index.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { LoanContext } from '../../core/books/replayed.ts';
import type { Disbursement } from '../../core/loan/disbursement-schemas.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { momentsOf } from '../../core/transactions/new-transaction.ts';
import type { DisbursementRow } from './tables.ts';

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

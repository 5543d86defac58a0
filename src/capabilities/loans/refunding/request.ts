// A request for a credit as it is stored, found, told and shown.

import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Emit } from '#platform/events/emit.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import type { LoanRow } from '../loan/tables.ts';
import { listsOf } from '../loan/thing.ts';
import type { CreditRefundRequest } from './schemas.ts';
import type { RequestRow } from './tables.ts';
import { creditRequests } from './tables.ts';

export const openRequest = (reader: Reader, keys: LoanKeys): Promise<RequestRow | undefined> =>
  reader.row(creditRequests.of(reader, keys).where('status', '=', 'open'));

export const requestLists = listsOf(creditRequests, { sort: { createdAt: 'created_at', dueOn: 'due_on' } });

export function tellRequest(
  { emit }: { readonly emit: Emit },
  loan: Pick<LoanRow, 'external_id'>,
  row: RequestRow,
  kinds: readonly EventKind[],
): void {
  const told = {
    loanExternalId: loan.external_id,
    creditRefundRequestId: row.id,
    amount: row.amount as Cents,
    receivedOn: row.received_on,
    dueOn: row.due_on,
  };
  for (const kind of kinds) emit(kind as never, row.person_id, told as never, { about: { loanId: row.loan_id } });
}

export const presentRequest = (row: RequestRow): CreditRefundRequest => ({
  id: row.id,
  object: 'creditRefundRequest',
  companyId: row.company_id,
  loanId: row.loan_id,
  mainBorrowerId: row.person_id,
  status: row.status,
  amount: row.amount as Cents,
  receivedOn: row.received_on,
  dueOn: row.due_on,
  isOverdue: row.status === 'open' && row.overdue_at !== null,
  reimbursementIds: [...row.transaction_ids],
  timestamps: {
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    overdueAt: row.overdue_at,
    fulfilledAt: row.fulfilled_at,
    lapsedAt: row.lapsed_at,
  },
});

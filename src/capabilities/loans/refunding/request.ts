// A request for a credit as it is stored, found, told and shown.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { Emit } from '#platform/events/emit.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import type { LoanRow } from '../loan/tables.ts';
import type { CreditRefundRequest } from './schemas.ts';
import type { RequestRow } from './tables.ts';

const rowsOf = ({ db }: Reader) => db.selectFrom('credit_refund_requests').selectAll();

export const requestOf = (reader: Reader, { person_id, id }: Pick<RequestRow, 'person_id' | 'id'>) =>
  reader.row(rowsOf(reader).where('person_id', '=', person_id).where('id', '=', id));

export const openRequest = (reader: Reader, { person_id, id }: Pick<LoanRow, 'person_id' | 'id'>) =>
  reader.row(rowsOf(reader).where('person_id', '=', person_id).where('loan_id', '=', id).where('status', '=', 'open'));

/** Errors: NotFound. */
export async function readRequest(reader: Reader, { personId, loanId }: LoanKeys, id: string) {
  const row = await requestOf(reader, { person_id: personId, id });
  if (row?.loan_id === loanId) return presentRequest(row);
  throw notFound('request for a credit', id, 'creditRefundRequestId', 'This loan');
}

export const requestSort = { createdAt: 'created_at', dueOn: 'due_on' } as const satisfies Record<
  string,
  keyof RequestRow
>;

export async function listRequests(
  reader: Reader,
  { personId, loanId }: LoanKeys,
  input: PageInput,
): Promise<Page<CreditRefundRequest>> {
  const query = rowsOf(reader).where('person_id', '=', personId).where('loan_id', '=', loanId);
  const found = await page(reader, source(personId), query, input, (row) => row.id);
  return { ...found, items: found.items.map(presentRequest) };
}

const source = (personId: string): ListSource => ({
  table: 'credit_refund_requests',
  idColumn: 'id',
  sortable: requestSort,
  subject: { column: 'person_id', id: personId },
});

export function insertRequest(tx: Tx, { company_id: _, transaction_ids, ...row }: RequestRow): void {
  const values = { ...row, transaction_ids: JSON.stringify(transaction_ids) };
  tx.write(tx.db.insertInto('credit_refund_requests').values(values as never), redraw('credit_refund_requests_pkey'));
}

export function writeRequest(tx: Tx, { person_id, id, company_id: _, transaction_ids, ...row }: RequestRow): void {
  const values = { ...row, transaction_ids: JSON.stringify(transaction_ids) };
  tx.write(
    tx.db
      .updateTable('credit_refund_requests')
      .set(values as never)
      .where('person_id', '=', person_id)
      .where('id', '=', id),
  );
}

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

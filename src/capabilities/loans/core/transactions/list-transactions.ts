// The transactions of a loan, newest first.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import type { TransactionRow } from '../loan/tables.ts';
import type { TransactionStatus } from './base/words.ts';
import type { Transaction } from './schemas.ts';
import { presentTransactions } from './transaction.ts';

export const transactionSort = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  effectiveDate: 'effective_on',
  amount: 'amount',
  status: 'status',
  externalId: 'external_id',
} as const satisfies Record<string, keyof TransactionRow>;

interface Filters extends PageInput {
  readonly status?: readonly TransactionStatus[];
  readonly paymentInstrumentId?: string;
  readonly isExternal?: boolean;
  readonly isVirtual?: boolean;
  readonly fromEffectiveDate?: CivilDate;
  readonly toEffectiveDate?: CivilDate;
}

export async function listTransactions(
  reader: Reader,
  { personId, loanId }: LoanKeys,
  filters: Filters,
): Promise<Page<Transaction>> {
  const { status, paymentInstrumentId, isExternal, isVirtual, fromEffectiveDate, toEffectiveDate } = filters;
  let query = reader.db
    .selectFrom('transactions')
    .selectAll()
    .where('person_id', '=', personId)
    .where('loan_id', '=', loanId);
  if (status !== undefined && status.length > 0) query = query.where('status', 'in', status);
  if (paymentInstrumentId !== undefined) query = query.where('instrument_id', '=', paymentInstrumentId);
  if (isExternal !== undefined) query = query.where('is_external', '=', isExternal);
  if (isVirtual !== undefined) query = query.where(virtual, '=', isVirtual);
  if (fromEffectiveDate !== undefined) query = query.where('effective_on', '>=', fromEffectiveDate);
  if (toEffectiveDate !== undefined) query = query.where('effective_on', '<=', toEffectiveDate);
  const found = await page(reader, source(personId), query, filters, (row) => row.id);
  return { ...found, items: await presentTransactions(reader, found.items) };
}

/** It takes another one back, and is no order but one that calls off. */
const virtual = sql<boolean>`(details ->> 'reversedTransactionId' is not null
  and coalesce(details -> 'collected' ->> 'deed', 'void') = 'void')`;

const source = (personId: string): ListSource => ({
  table: 'transactions',
  idColumn: 'id',
  sortable: transactionSort,
  subject: { column: 'person_id', id: personId },
});

// A payment from outside that counts, for whoever has found its money at a bank.
import type { Reader } from '#platform/db/realm-database.ts';
import { findTransactionOf } from './transaction.ts';

export async function outsidePayment(reader: Reader, personId: string, transactionId: string) {
  const row = await findTransactionOf(reader, personId, transactionId);
  const counts = row?.is_external === true && row.transaction_type === 'payment' && row.status === 'succeeded';
  return counts ? { amount: row.amount, effectiveOn: row.effective_on } : undefined;
}

// We sent a payment back, and then its payer takes it back as well: both have its money. It is taken as told, and a
// person answers the dispute with the refund, or asks for the money.

import { recordBreak } from '#capabilities/bank-books/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { keyOf } from './attempt.ts';
import type { AttemptRow } from './tables.ts';
import type { Taking } from './taker.ts';

export async function lookForRefund(taking: Taking, tx: Tx, row: AttemptRow): Promise<void> {
  if (row.deed !== 'debit' || row.provider_id === null) return;
  const { person_id: personId, carrier_id, provider_id, amount_cents: amount } = row;
  const refund = await tx.row(
    tx.db
      .selectFrom('payment_attempts')
      .select(['subject_id', 'number'])
      .where('person_id', '=', personId)
      .where('carrier_id', '=', carrier_id)
      .where('of_provider_id', '=', provider_id)
      .where('deed', 'in', ['credit', 'refund', 'reversal'])
      .where('state', 'not in', ['refused', 'voided', 'returned'])
      .limit(1),
  );
  if (refund === undefined) return;
  const detail = `${keyOf(row)} comes back, and ${keyOf(refund)} sends it back as well.`;
  recordBreak(tx, taking, { kind: 'refundedAndReturned', detail }, { personId, attemptId: row.id, amount });
}

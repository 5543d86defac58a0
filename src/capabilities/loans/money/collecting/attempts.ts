// The attempts of a transaction: where its orders are, for the lender.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Attempt, attemptsOf } from '#capabilities/moving-money/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LoanKeys } from '../../core/loan/named-loans.ts';
import { findTransaction } from '../../core/transactions/transaction.ts';
import type { PaymentAttempt } from './schemas.ts';

/** Few: a second one is made only after a certain no. Errors: NotFound. */
export async function listAttempts(reader: Reader, keys: LoanKeys, reference: string): Promise<PaymentAttempt[]> {
  const { id } = await findTransaction(reader, keys, reference);
  return (await attemptsOf(reader, keys.personId, [id])).map(presentAttempt);
}

const presentAttempt = (one: Attempt): PaymentAttempt => ({
  id: one.id,
  object: 'paymentAttempt',
  transactionId: one.subjectId,
  number: one.number,
  status: one.state,
  type: one.deed,
  rail: one.rail,
  amount: one.amount,
  paymentInstrumentId: one.instrumentId,
  entryDate: one.entryDate as CivilDate | null,
  processorTransactionId: one.providerId,
  failureReason: one.reason,
  code: one.code,
  sentAt: one.sentAt,
  acceptedAt: one.acceptedAt,
  settledOn: one.settledOn as CivilDate | null,
  confirmedAt: one.confirmedAt,
});

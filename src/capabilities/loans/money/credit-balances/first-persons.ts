// An order of the service has first persons too: whoever recorded the credit that it pays out, and whoever said that the
// borrower has asked for it.
import type { FirstPersons } from '#capabilities/access/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { whoDid } from '#platform/events/who-did.ts';
import { findTransactionOf } from '../../core/transactions/transaction.ts';
import { creditRefundRequested } from './request.ts';

/** By these a loan comes to owe less. */
const lowering = [
  ...['payment', 'serviceCredit', 'refund', 'purchaseCredit', 'dispute', 'disputeOutcome', 'waiver', 'feeChange'],
  ...['undo', 'migration'],
];

export async function whoRecorded(
  reader: Reader,
  { personId, transactionId }: { readonly personId: string; readonly transactionId: string },
): Promise<FirstPersons[]> {
  const order = await findTransactionOf(reader, personId, transactionId);
  if (order === undefined) throw new Error(`An approval is of no transaction: ${transactionId}.`);
  const [recorders, asked] = await Promise.all([
    recordersOf(reader, personId, order.loan_id),
    whoDid(reader, { subjectId: personId, kinds: [creditRefundRequested] }),
  ]);
  return [
    {
      ids: recorders,
      reason: 'recordedCredit',
      message: 'You, or somebody whom you made or who made you, recorded on this loan what lowers its debt.',
    },
    {
      ids: [...new Set(asked.map(({ actorId }) => actorId))],
      reason: 'receivedRequest',
      message: 'You, or somebody whom you made or who made you, said that the borrower has asked for it.',
    },
  ];
}

async function recordersOf(reader: Reader, personId: string, loanId: string): Promise<string[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('loan_facts')
      .select('actor_id')
      .distinct()
      .where('person_id', '=', personId)
      .where('loan_id', '=', loanId)
      .where('kind', 'in', lowering)
      .where('actor_type', 'in', ['key', 'user'])
      .where('actor_id', 'is not', null),
  );
  return rows.map(({ actor_id }) => actor_id as string);
}

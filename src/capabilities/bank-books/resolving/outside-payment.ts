// Money that nobody ordered may have been a payment from outside: it is recorded on its loan first, dated as it came, and
// then named here.

import type { StatementLine } from '@tenor/ach/statements/statement.ts';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, refuseField } from '#platform/errors.ts';

interface OutsidePayment {
  readonly amount: number;
  readonly effectiveOn: string;
}

/** Supplied by `loans`: finds an external payment that counts. Undefined: there is none. */
export type FindOutsidePayment = (
  reader: Reader,
  personId: string,
  transactionId: string,
) => Promise<OutsidePayment | undefined>;

interface Named {
  readonly personId: string | null | undefined;
  readonly transactionId: string | null | undefined;
}

/** Errors: InvalidRequest. */
export async function mustBePaymentOf(
  find: FindOutsidePayment,
  reader: Reader,
  { personId, transactionId }: Named,
  { amount, on }: StatementLine,
): Promise<{ readonly personId: string; readonly transactionId: string }> {
  if (personId == null) throw refuseField('personId', 'is missing', 'the borrower whose payment it was');
  if (transactionId == null) throw refuseField('transactionId', 'is missing', 'the external payment');
  const found = await find(reader, personId, transactionId);
  mustHaveNone(problemsOf(found, amount, on));
  const used = await reader.row(
    reader.db.selectFrom('payment_breaks').select('id').where('transaction_id', '=', transactionId),
  );
  if (used !== undefined)
    throw refuseField('transactionId', `was named by ${used.id}`, 'a payment that no break has named');
  return { personId, transactionId };
}

function problemsOf(found: OutsidePayment | undefined, amount: Cents, on: string): Problem[] {
  const expected = `an external payment of ${formatCents(amount)} that is effective on ${on}`;
  const wrong = (message: string): Problem[] => [{ path: 'transactionId', message, expected }];
  if (found === undefined) return wrong('is no external payment of this borrower that counts');
  if (found.amount !== amount) return wrong('has another amount than the line of the bank');
  return found.effectiveOn > on ? wrong('is effective after the money came') : [];
}

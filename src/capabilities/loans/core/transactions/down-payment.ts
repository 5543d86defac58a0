// Down payments: what the borrower pays of the price before anything is financed. At most what was agreed, whoever
// collects it; nothing of it is on the ledger of the loan.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { HeldLoan } from '../loan/product.ts';
import { loanStates } from '../loan/states.ts';
import type { TransactionRow } from '../loan/tables.ts';
import type { TransactionCreate } from './schemas.ts';
import { detailsOf } from './transaction.ts';

/** Errors: InvalidRequest (of a line), LoanStatusForbids. */
export function mustTakeDownPayments({ row, product }: HeldLoan): void {
  if (product.hasDraws) {
    throw refuseField('type', 'downPayment is not for lines of credit: nothing was agreed with one', 'oneTime');
  }
  loanStates.mustAllow(row.status, 'payDown');
}

const ofLedger = ['drawId', 'enablePrepayments', 'allowOverpayment', 'payoffQuoteId'] as const;

/** What only money has that is on the ledger of a loan. Errors: InvalidRequest. */
export function mustHaveNothingOfLedger(input: TransactionCreate): void {
  const wrong = ofLedger.find((field) => input[field] != null && input[field] !== false);
  if (wrong === undefined) return;
  throw refuseField(wrong, 'is not for down payments, which are on no ledger', 'nothing, or the type oneTime');
}

/** The part of the agreed down payment that is neither paid nor on its way; this payment is not counted. */
export async function downPaymentLeft(reader: Reader, { row: loan }: HeldLoan, row: TransactionRow): Promise<Cents> {
  const paid = await reader.rows(
    reader.db
      .selectFrom('transactions')
      .selectAll()
      .where('person_id', '=', loan.person_id)
      .where('loan_id', '=', loan.id)
      .where('status', 'not in', ['failed', 'canceled', 'chargeback'])
      .where(sql<boolean>`details->>'reason' = 'downPayment'`)
      .where('id', '<>', row.id),
  );
  const agreed = (loan.at_origination as { readonly downPaymentAmount?: Cents | null }).downPaymentAmount ?? 0;
  const standing = paid.filter((one) => detailsOf(one).reversedByTransactionId === null);
  return Math.max(0, agreed - standing.reduce((sum, { amount }) => sum + amount, 0)) as Cents;
}

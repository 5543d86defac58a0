// Orders that credit of the borrower is paid back to a bank account.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { mustBeAnAmount, mustHaveContact } from '../../../core/transactions/commands/reimburse-loan.ts';
import type { NamedInstrument } from '../../../core/transactions/instrument-of.ts';
import type { ChangedTransaction, Reimbursement } from '../../../core/transactions/schemas.ts';
import { createdBy, presentTransaction } from '../../../core/transactions/transaction.ts';
import { instrumentOfLoan } from '../checks.ts';
import { payBack } from '../reimbursing.ts';
import { asCollecting } from './collect-payment.ts';

/**
 * Errors: InvalidRequest, NotFound (instrument, contact), PaymentProcessorNotConfigured, LoanStatusForbids,
 * InstrumentCannotBeCharged, DuplicateExternalId, AmountExceedsCredit.
 */
export async function sendReimbursement(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  input: Reimbursement,
  named: NamedInstrument,
): Promise<ChangedTransaction> {
  mustBeAnAmount(input);
  const reference = accountIn(input);
  const { instrument } = await instrumentOfLoan(tx, { ...held.row, additional_people: [] }, reference, named);
  await mustHaveContact(tx, held, input);
  const made = await payBack(asCollecting(ctx), tx, held, {
    amount: input.reimbursementAmount,
    instrument,
    createdBy: createdBy(ctx.caller),
    contactId: input.contactId,
    externalId: input.externalTransactionId,
    metaData: input.metaData,
  });
  const shown = presentTransaction(made, instrument);
  const { previewMode } = input;
  return {
    ...shown,
    id: previewMode ? null : shown.id,
    paymentApprovalId: previewMode ? null : shown.paymentApprovalId,
    difference: null,
  };
}

function accountIn({ paymentInstrumentId, transactionStatus }: Reimbursement): string {
  if (paymentInstrumentId == null) {
    throw refuseField('paymentInstrumentId', 'is needed', 'a bank account, or isExternal with the value true');
  }
  if (transactionStatus != null) throw refuseField('transactionStatus', 'goes with external reimbursements', 'nothing');
  return paymentInstrumentId;
}

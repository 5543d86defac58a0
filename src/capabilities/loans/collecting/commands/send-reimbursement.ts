// Pays back credit of the borrower to a bank account: at most what is safe, and what is under way is reserved.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { InstrumentInBrief } from '#capabilities/instruments/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { start } from '#platform/states.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { loanStates } from '../../loan/states.ts';
import type { TransactionRow } from '../../loan/tables.ts';
import { todayOf } from '../../loan/today.ts';
import { stateOn } from '../../timeline/compute-state.ts';
import { nothingCollected } from '../../transactions/collected.ts';
import { mustBeAnAmount, mustHaveContact, mustNotExceedCredit } from '../../transactions/commands/reimburse-loan.ts';
import { touchLoan } from '../../transactions/commands/update-transaction.ts';
import type { NamedInstrument } from '../../transactions/instrument-of.ts';
import { newTransaction } from '../../transactions/new-transaction.ts';
import type { ChangedTransaction, Reimbursement } from '../../transactions/schemas.ts';
import { collectedStates } from '../../transactions/states.ts';
import {
  claimTransactionId,
  createdBy,
  insertTransaction,
  presentTransaction,
} from '../../transactions/transaction.ts';
import { instrumentOfLoan, mustBeKnownAccount, mustBeUsable, unusable, type Way, wayOf } from '../checks.ts';
import { ordered, tell } from '../collect.ts';
import { underWay } from '../on-the-way.ts';
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
  const { row: loan } = held;
  mustBeAnAmount(input);
  mustNameAccount(input);
  const { instrument } = await instrumentOfLoan(
    tx,
    { ...loan, additional_people: [] },
    input.paymentInstrumentId as string,
    named,
  );
  if (instrument.instrument_type !== 'bankAccount') throw unusable('itsType', 'is no bank account');
  const way = await wayOf(ctx, tx, instrument, 'credit');
  loanStates.mustAllow(loan.status, 'reimburse');
  mustBeUsable(ctx, loan, instrument);
  await mustHaveContact(tx, held, input);
  await mustBeKnownAccount(tx, loan.person_id, instrument);
  const row = newReimbursement(ctx, held, input, instrument, way);
  claimTransactionId(tx, row);
  mustNotExceedCredit(input.reimbursementAmount, await safeCredit(tx, held, todayOf(loan, ctx.now)));
  const made = await ordered(asCollecting(ctx), tx, row, way);
  insertTransaction(tx, made);
  touchLoan(tx, loan);
  tell(ctx, loan, made, instrument, collectedStates.move(start, 'order').emits);
  const shown = presentTransaction(made, instrument);
  return { ...shown, id: input.previewMode ? null : shown.id, difference: null };
}

function mustNameAccount({ paymentInstrumentId, transactionStatus }: Reimbursement): void {
  if (paymentInstrumentId == null) {
    throw refuseField('paymentInstrumentId', 'is needed', 'a bank account, or isExternal with the value true');
  }
  if (transactionStatus != null) throw refuseField('transactionStatus', 'goes with external reimbursements', 'nothing');
}

function newReimbursement(
  ctx: CommandContext,
  held: HeldLoan,
  input: Reimbursement,
  instrument: InstrumentInBrief,
  { rail, carrier }: Way,
): TransactionRow {
  const row = newTransaction(ctx, held, {
    transaction_type: 'payment',
    status: collectedStates.move(start, 'order').to,
    is_external: false,
    amount: input.reimbursementAmount,
    on: todayOf(held.row, ctx.now),
    externalId: input.externalTransactionId,
    instrumentId: instrument.id,
    metaData: input.metaData,
    details: {
      createdBy: createdBy(ctx.caller),
      reason: 'reimbursement',
      paymentType: 'ach',
      contactId: input.contactId ?? null,
      collected: {
        ...nothingCollected,
        deed: 'credit',
        rail,
        carrierId: carrier.id,
        holderId: held.row.person_id,
        asked: input.reimbursementAmount,
        sec: instrument.account_holder_type === 'business' ? 'CCD' : 'PPD',
      },
    },
  });
  return { ...row, fact_id: null };
}

/** Credit that no payment made which may still come back, less what is on its way to the borrower. */
async function safeCredit(reader: Reader, held: HeldLoan, today: number): Promise<Cents> {
  const { row: loan } = held;
  const [{ state }, waiting, unsafe] = await Promise.all([
    stateOn(reader, held, Math.max(today, loan.state?.through ?? today)),
    underWay(reader, loan),
    reader.row(
      reader.db
        .selectFrom('transactions')
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('paid_over'), eb.lit(0)).as('over'))
        .where('person_id', '=', loan.person_id)
        .where('loan_id', '=', loan.id)
        .where('status', 'in', ['pending', 'inDispute']),
    ),
  ]);
  const reserved = waiting
    .filter(({ details }) => details.reason === 'reimbursement')
    .reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, state.position.customerCredit - Number(unsafe?.over ?? 0) - reserved) as Cents;
}

// Pays back credit of the borrower to a bank account: at most what is safe, and what is under way is reserved. Above
// what the company lets one person order it waits for a second one.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { InstrumentInBrief } from '#capabilities/instruments/index.ts';
import { askForApproval, askLeave, type Leave } from '#capabilities/moving-money/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { MetaData } from '#platform/input/metadata.ts';
import { start } from '#platform/states.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { loanStates } from '../../core/loan/states.ts';
import type { TransactionRow } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { nothingCollected, withCollected } from '../../core/transactions/collected.ts';
import { mustNotExceedCredit } from '../../core/transactions/commands/reimburse-loan.ts';
import { touchLoan } from '../../core/transactions/commands/update-transaction.ts';
import { newTransaction } from '../../core/transactions/new-transaction.ts';
import { collectedStates } from '../../core/transactions/states.ts';
import {
  type CreatedBy,
  claimTransactionId,
  insertTransaction,
  writeTransaction,
} from '../../core/transactions/transaction.ts';
import { instrumentOfLoan, mustBeUsable, unusable, type Way, wayOf } from './checks.ts';
import { type Collecting, moved, orderPayment, tell } from './collect.ts';
import { mustTakeCredits, safeCredit } from './credits.ts';

export const reimbursePermission = 'loan:reimburse';

interface NewReimbursement {
  readonly amount: Cents;
  readonly instrument: InstrumentInBrief;
  readonly createdBy: CreatedBy;
  readonly contactId?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly metaData?: MetaData | null | undefined;
}

/**
 * Errors: LoanStatusForbids, PaymentProcessorNotConfigured, InstrumentCannotBeCharged, DuplicateExternalId,
 * AmountExceedsCredit, InvalidRequest: a limit of the company.
 */
export async function payBack(
  ctx: Collecting,
  tx: Tx,
  held: HeldLoan,
  asked: NewReimbursement,
): Promise<TransactionRow> {
  const { row: loan } = held;
  const { instrument, amount } = asked;
  const way = await wayOut(ctx, tx, held, instrument);
  mustNotExceedCredit(amount, await safeCredit(tx, held, { today: todayOf(loan, ctx.now) }));
  const payout = {
    ...({ kind: 'reimbursement', receiver: 'borrower' } as const),
    personId: loan.person_id,
    instrumentId: instrument.id,
    amount,
  };
  const leave = await askLeave(ctx, tx, payout);
  const verb = leave === undefined ? 'schedule' : 'order';
  const row = newReimbursement(ctx, held, asked, way, collectedStates.move(start, verb).to);
  claimTransactionId(tx, row);
  const made =
    leave === undefined
      ? withCollected(row, { approvalId: await askForApproval(ctx, tx, { ...payout, ...aboutApproval(ctx, row) }) })
      : await orderPayment(ctx, tx, row, way, { leave });
  insertTransaction(tx, made);
  touchLoan(tx, loan);
  tell(ctx, loan, made, instrument, collectedStates.move(start, verb).emits);
  return made;
}

const aboutApproval = ({ actor }: Collecting, { id, loan_id }: TransactionRow) => ({
  subject: { kind: 'transaction', id } as const,
  loanId: loan_id,
  needs: reimbursePermission,
  orderedBy: actor,
});

interface Approved {
  readonly held: HeldLoan;
  readonly row: TransactionRow;
  readonly leave: Leave;
}

/** A second person has approved it: all that was asked is asked again. Errors: as of payBack, and NotFound. */
export async function releaseReimbursement(ctx: Collecting, tx: Tx, { held, row, leave }: Approved) {
  const { row: loan } = held;
  const alone = { ...loan, additional_people: [] };
  const { instrument } = await instrumentOfLoan(tx, alone, row.instrument_id as string);
  const way = await wayOut(ctx, tx, held, instrument);
  const today = todayOf(loan, ctx.now);
  mustNotExceedCredit(row.amount as Cents, await safeCredit(tx, held, { today, besides: row.id }));
  const move = collectedStates.move(row.status, 'order');
  const order = moved(await orderPayment(ctx, tx, row, way, { leave }), move.to, ctx.now);
  writeTransaction(tx, order);
  touchLoan(tx, loan);
  tell(ctx, loan, order, instrument, move.emits);
}

/** All that is asked besides the amount. */
async function wayOut(ctx: Collecting, tx: Tx, { row: loan }: HeldLoan, instrument: InstrumentInBrief): Promise<Way> {
  if (instrument.instrument_type !== 'bankAccount') throw unusable('itsType', 'is no bank account');
  const way = await wayOf(ctx, tx, instrument, 'credit');
  loanStates.mustAllow(loan.status, 'reimburse');
  mustBeUsable(ctx, loan, instrument);
  await mustTakeCredits(ctx, tx, loan, instrument);
  return way;
}

function newReimbursement(
  ctx: Collecting,
  held: HeldLoan,
  { amount, instrument, createdBy, contactId, externalId, metaData }: NewReimbursement,
  { rail, carrier }: Way,
  status: TransactionRow['status'],
): TransactionRow {
  const row = newTransaction(ctx, held, {
    transaction_type: 'payment',
    status,
    is_external: false,
    amount,
    on: todayOf(held.row, ctx.now),
    externalId,
    instrumentId: instrument.id,
    metaData,
    details: {
      createdBy,
      reason: 'reimbursement',
      paymentType: 'ach',
      contactId: contactId ?? null,
      collected: {
        ...nothingCollected,
        deed: 'credit',
        rail,
        carrierId: carrier.id,
        holderId: held.row.person_id,
        asked: amount,
        sec: instrument.account_holder_type === 'business' ? 'CCD' : 'PPD',
      },
    },
  });
  return { ...row, fact_id: null };
}

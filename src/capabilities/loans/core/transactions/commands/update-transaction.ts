import { isDeepStrictEqual } from 'node:util';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, mustHaveNone, Refusal, refuseFields } from '#platform/errors.ts';
import { changeExternalId } from '#platform/resource/external-ids.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { asLoanContext, changeLoan } from '../../books/change-loan.ts';
import { presentDifference } from '../../books/present-difference.ts';
import { paidWith } from '../../loan/paid-with.ts';
import type { HeldLoan } from '../../loan/product.ts';
import type { LoanRow, TransactionRow } from '../../loan/tables.ts';
import { todayOf } from '../../loan/today.ts';
import { toldOfTransaction } from '../../loan/transaction-told.ts';
import { writeLoan } from '../../loan/write-loan.ts';
import type { TransactionStatus } from '../base/words.ts';
import { changeBooks } from '../change-books.ts';
import { clearedFact } from '../cleared.ts';
import { collectedOf } from '../collected.ts';
import { transactionErrors } from '../errors.ts';
import * as told from '../events.ts';
import type { NamedInstrument } from '../instrument-of.ts';
import { undoOf } from '../money-fact.ts';
import { momentsOf } from '../new-transaction.ts';
import { reversalIdsOf } from '../reversal-ids.ts';
import type { ChangedTransaction, TransactionUpdate } from '../schemas.ts';
import { recordedStatus, transactionStates, verbOfStatus } from '../states.ts';
import {
  findTransaction,
  isDownPayment,
  isReimbursement,
  presentTransaction,
  transactionKind,
  writeTransaction,
} from '../transaction.ts';

type Verb = (typeof verbOfStatus)[keyof typeof verbOfStatus];

/**
 * Errors: NotFound, InvalidRequest, TransactionStatusForbids, TransactionTypeForbids, TransactionReadOnly,
 * DuplicateExternalId.
 */
export async function updateTransaction(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  input: TransactionUpdate,
): Promise<ChangedTransaction> {
  const { row: loan } = held;
  const row = await findTransaction(tx, { personId: loan.person_id, loanId: loan.id }, reference);
  mustKeepItsAmount(row, input);
  const verb = verbOf(row, input.status);
  const move = verb && transactionStates.move(recordedStatus(row), verb);
  const instrument = await instrumentOf(tx, row);
  const reversedBy = (await reversalIdsOf(tx, [row]))(row);
  const plain = { ...row, ...plainChanges(row, input, verb) };
  if (verb === undefined && isDeepStrictEqual(plain, row))
    return { ...presentTransaction(row, instrument, reversedBy), difference: null };
  const changed = { ...plain, updated_at: ctx.now };
  const owned = { kind: transactionKind, subjectId: row.person_id, objectId: row.id };
  changeExternalId(tx, owned, row.external_id, input.externalId);
  if (verb === undefined || move === undefined) {
    ctx.emit(told.transactionUpdated, ...toldOf(loan, changed, instrument));
    return storeOnly(tx, loan, changed, instrument, reversedBy);
  }
  const moments = momentsOf(move.to, ctx.now);
  const moved = { ...changed, status: move.to, timestamps: { ...row.timestamps, ...moments } };
  for (const kind of move.emits) ctx.emit(kind, ...toldOf(loan, moved, instrument));
  const shown = { instrument, previewMode: input.previewMode };
  if (row.fact_id === null) return storeOnly(tx, loan, moved, instrument);
  if (verb === 'succeed') {
    // A pending payment is on the books already: its success only makes credit of a line available.
    const fact = clearedFact(held, row, todayOf(loan, ctx.now));
    if (fact === undefined) return storeOnly(tx, loan, moved, instrument);
    const changes = await changeLoan(asLoanContext(ctx), tx, held, [fact]);
    writeTransaction(tx, moved);
    const difference = input.previewMode ? await presentDifference(held, changes) : null;
    return { ...presentTransaction(moved, instrument), difference };
  }
  const undo = undoOf(loan, row, {
    reason: verb === 'fail' ? 'failed' : 'canceled',
    today: todayOf(loan, ctx.now),
    // A reimbursement that came back costs the borrower nothing.
    nsfFee: verb === 'fail' && !isReimbursement(row),
  });
  return changeBooks(ctx, tx, held, [undo], { row: moved, write: writeTransaction }, shown);
}

/** Stores the transaction without a change of the books. */
function storeOnly(
  tx: Tx,
  loan: LoanRow,
  row: TransactionRow,
  instrument: NamedInstrument,
  reversedBy: string | null = null,
): ChangedTransaction {
  touchLoan(tx, loan);
  writeTransaction(tx, row);
  return { ...presentTransaction(row, instrument, reversedBy), difference: null };
}

/** The loan's version guards its transactions too: writing the loan without a change raises the version. */
export const touchLoan = (tx: Tx, loan: LoanRow): void => writeLoan(tx, loan, loan);

/** Clients send whole objects back, so the present amount may be in the body; another one is refused. Errors: InvalidRequest. */
function mustKeepItsAmount({ amount }: TransactionRow, input: TransactionUpdate): void {
  const wrong = (['actualAmount', 'scheduledAmount', 'amount'] as const).filter((field) => {
    const sent = input[field];
    return sent != null && sent !== amount;
  });
  const expected = `${formatCents(amount as Cents)}, or nothing; to correct it, cancel the payment and record another`;
  mustHaveNone(wrong.map((path) => ({ path, message: 'of a booked transaction does not change', expected })));
}

/** Undefined if the status stays: a client that repeats itself is told so, and nothing happens again. */
function verbOf(row: TransactionRow, asked: TransactionUpdate['status']): Verb | undefined {
  if (asked === undefined || asked === row.status) return undefined;
  if (row.transaction_type === 'serviceCredit') {
    throw new Refusal(transactionErrors.TransactionTypeForbids, 'status: a service credit keeps its status.', {
      data: { path: 'status', expected: 'POST .../reverse takes it back' },
    });
  }
  if (collectedOf(row) !== null) throw isCollected();
  if (row.fact_id === null && !isDownPayment(row)) throw readOnly(row);
  return verbOfStatus[asked];
}

/** Its status follows what the provider says. */
const isCollected = (): Refusal =>
  new Refusal(
    transactionErrors.TransactionTypeForbids,
    'status: of a payment that the service collects it follows from the money.',
    {
      data: { path: 'status', expected: 'POST .../cancel while it is scheduled, or POST .../reverse' },
    },
  );

export const readOnly = ({ id }: TransactionRow): Refusal =>
  new Refusal(transactionErrors.TransactionReadOnly, `${id} is there for the record only.`);

function plainChanges(row: TransactionRow, input: TransactionUpdate, verb: Verb | undefined): Partial<TransactionRow> {
  const becomes: TransactionStatus = verb === undefined ? row.status : transactionStates.to(verb);
  const goesWith = { failureReason: 'failed', cancelReason: 'canceled' } as const;
  const reasons: { failureReason?: string | null; cancelReason?: string | null } =
    verb === 'cancel' ? { cancelReason: 'canceledByUser' } : {};
  for (const [field, needed] of Object.entries(goesWith) as ['failureReason', 'failed'][]) {
    const given = input[field];
    if (given == null) continue;
    if (becomes !== needed) {
      const message = `goes with the status ${needed}`;
      throw refuseFields(errors.InvalidRequest, [
        { path: field, message, expected: `nothing, or the status ${needed}` },
      ]);
    }
    reasons[field] = given;
  }
  return {
    external_id: input.externalId === undefined ? row.external_id : input.externalId,
    meta_data: input.metaData === undefined ? row.meta_data : storedMetaData(input.metaData),
    details: { ...row.details, ...reasons },
  };
}

export const instrumentOf = async (reader: Reader, row: TransactionRow): Promise<NamedInstrument> =>
  (await paidWith(reader, [row]))(row);

const toldOf = (loan: LoanRow, row: TransactionRow, instrument: NamedInstrument) =>
  [row.person_id, toldOfTransaction(loan, row, instrument), told.aboutTransaction(row)] as const;

import { instrumentsOf } from '#capabilities/instruments/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseFields } from '#platform/errors.ts';
import { changeExternalId } from '#platform/resource/external-ids.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import type { HeldLoan } from '../../loan/product.ts';
import type { LoanRow, TransactionRow } from '../../loan/tables.ts';
import { todayOf } from '../../loan/today.ts';
import { writeLoan } from '../../loan/write-loan.ts';
import { changeBooks } from '../change-books.ts';
import { transactionErrors } from '../errors.ts';
import * as told from '../events.ts';
import type { NamedInstrument } from '../instrument-of.ts';
import { undoOf } from '../money-fact.ts';
import { momentsOf } from '../new-transaction.ts';
import type { ChangedTransaction, TransactionUpdate } from '../schemas.ts';
import {
  detailsOf,
  findTransaction,
  isReimbursement,
  presentTransaction,
  transactionKind,
  writeTransaction,
} from '../transaction.ts';

type Status = NonNullable<TransactionUpdate['status']>;

/** Where a payment can go from where it is. */
const ways: Readonly<Record<string, readonly Status[]>> = {
  pending: ['succeeded', 'failed', 'canceled'],
  succeeded: ['failed', 'canceled'],
};

const kindOf: Readonly<Record<string, typeof told.paymentFailed>> = {
  succeeded: told.paymentSucceeded,
  failed: told.paymentFailed,
  canceled: told.paymentCanceled,
};

/** Errors: NotFound, InvalidRequest, TransactionStatusForbids, TransactionTypeForbids, TransactionReadOnly, DuplicateExternalId. */
export async function updateTransaction(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  input: TransactionUpdate,
): Promise<ChangedTransaction> {
  const { row: loan } = held;
  const row = await findTransaction(tx, { personId: loan.person_id, loanId: loan.id }, reference);
  const status = nextStatus(row, input.status);
  const instrument = await instrumentOf(tx, row);
  const changed = { ...row, ...plainChanges(row, input, status), updated_at: ctx.now };
  const owned = { kind: transactionKind, subjectId: row.person_id, objectId: row.id };
  changeExternalId(tx, owned, row.external_id, input.externalId);
  if (status === undefined) {
    ctx.emit(told.transactionUpdated, ...toldOf(loan, changed, instrument));
    return stored(tx, loan, changed, instrument);
  }
  const moved = { ...changed, status, timestamps: { ...row.timestamps, ...momentsOf(status, ctx.now) } };
  ctx.emit(kindOf[status] as typeof told.paymentFailed, ...toldOf(loan, moved, instrument));
  // A pending payment is on the books already: that it succeeded changes nothing there.
  if (status === 'succeeded') return stored(tx, loan, moved, instrument);
  const undo = undoOf(loan, row, {
    reason: status === 'failed' ? 'failed' : 'canceled',
    today: todayOf(loan, ctx.now),
    // What was sent to the borrower and came back costs them nothing.
    nsfFee: status === 'failed' && !isReimbursement(row),
  });
  const shown = { instrument, previewMode: input.previewMode };
  return changeBooks(ctx, tx, held, [undo], { row: moved, write: writeTransaction }, shown);
}

/** Without a change of the books. */
function stored(tx: Tx, loan: LoanRow, row: TransactionRow, instrument: NamedInstrument): ChangedTransaction {
  touchLoan(tx, loan);
  writeTransaction(tx, row);
  return { ...presentTransaction(row, instrument), difference: null };
}

/** The version of the loan guards its transactions too: writing nothing of it raises it. */
const touchLoan = (tx: Tx, loan: LoanRow): void => writeLoan(tx, loan, loan);

/** The one it is to go to; undefined where it stays. What came back stays gone, also when it is told once more. */
function nextStatus(row: TransactionRow, asked: Status | undefined): Status | undefined {
  const isOver = ways[row.status] === undefined;
  if (asked === undefined || (asked === row.status && !isOver)) return undefined;
  if (row.transaction_type === 'serviceCredit') {
    throw new Refusal(transactionErrors.TransactionTypeForbids, 'status: a service credit keeps its status.', {
      data: { path: 'status', expected: 'POST .../reverse takes it back' },
    });
  }
  if (row.fact_id === null) throw readOnly(row);
  const allowed = Object.keys(ways).filter((from) => ways[from]?.includes(asked));
  if (allowed.includes(row.status)) return asked;
  throw new Refusal(
    transactionErrors.TransactionStatusForbids,
    `A transaction that is ${row.status} cannot become ${asked}.`,
    { data: { status: row.status, allowed } },
  );
}

export const readOnly = ({ id }: TransactionRow): Refusal =>
  new Refusal(transactionErrors.TransactionReadOnly, `${id} is there for the record only.`);

function plainChanges(
  row: TransactionRow,
  input: TransactionUpdate,
  status: Status | undefined,
): Partial<TransactionRow> {
  const becomes = status ?? row.status;
  const goesWith = { failureReason: 'failed', cancelReason: 'canceled' } as const;
  const reasons: { failureReason?: string | null; cancelReason?: string | null } =
    status === 'canceled' ? { cancelReason: 'canceledByUser' } : {};
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
    details: { ...detailsOf(row), ...reasons },
  };
}

export async function instrumentOf(
  reader: Reader,
  { person_id, instrument_id }: TransactionRow,
): Promise<NamedInstrument> {
  return instrument_id === null ? undefined : (await instrumentsOf(reader, person_id, [instrument_id]))[0];
}

const toldOf = (loan: LoanRow, row: TransactionRow, instrument: NamedInstrument) =>
  [row.person_id, told.toldOfTransaction(loan, row, instrument), told.aboutTransaction(row)] as const;

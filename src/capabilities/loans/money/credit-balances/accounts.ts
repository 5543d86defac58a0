// Where credit goes back to: the account that the money came from, for at most what it paid; else another one of the
// borrower that is verified. An account that a refund has failed to reach, or that somebody has refused, is left out.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { findInstrument, type InstrumentInBrief, verifiedAccounts } from '#capabilities/instruments/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LoanRow, TransactionRow } from '../../core/loan/tables.ts';
import { detailsOf, isReimbursement } from '../../core/transactions/transaction.ts';

interface Account {
  readonly instrument: InstrumentInBrief;
  /** Null: all of it. */
  readonly most: Cents | null;
}

const gone: readonly string[] = ['failed', 'canceled', 'chargeback'];

/** In the order in which they are tried. */
export async function accountsFor(reader: Reader, loan: LoanRow): Promise<Account[]> {
  const { person_id: personId } = loan;
  const [moved, verified] = await Promise.all([movedBy(reader, loan), verifiedAccounts(reader, personId)]);
  const refused = new Set(
    moved.filter((row) => isReimbursement(row) && gone.includes(row.status)).map((row) => row.instrument_id),
  );
  const payers = await Promise.all(
    [...paidBy(moved)]
      .filter(([id, cents]) => cents > 0 && !refused.has(id))
      .map(async ([id, cents]) => ({ instrument: await findInstrument(reader, personId, id), most: cents as Cents })),
  );
  const sources = payers.filter((one): one is Account & { most: Cents } => one.instrument !== undefined);
  const others = verified.filter(
    ({ id }) => !refused.has(id) && !sources.some(({ instrument }) => instrument.id === id),
  );
  return [
    ...sources.filter(({ instrument }) => instrument.status === 'active' && takesCredits(instrument)),
    ...others.filter(takesCredits).map((instrument) => ({ instrument, most: null })),
  ];
}

const takesCredits = ({ credits_blocked_at }: InstrumentInBrief): boolean => credits_blocked_at === null;

/** What each has paid for certain and not got back, that of the newest credit first. */
function paidBy(moved: readonly TransactionRow[]): ReadonlyMap<string, number> {
  const paid = new Map<string, number>();
  const add = (id: string, cents: number) => paid.set(id, (paid.get(id) ?? 0) + cents);
  const debits = moved.filter((row) => !isReimbursement(row) && row.status === 'succeeded' && isKept(row));
  for (const row of debits.toSorted((a, b) => Number(b.paid_over > 0) - Number(a.paid_over > 0))) {
    add(row.instrument_id as string, row.amount);
  }
  const back = moved.filter((row) => isReimbursement(row) && !gone.includes(row.status));
  for (const row of back) if (paid.has(row.instrument_id as string)) add(row.instrument_id as string, -row.amount);
  return paid;
}

function isKept(row: TransactionRow): boolean {
  const { reversedTransactionId, reversedByTransactionId } = detailsOf(row);
  return reversedTransactionId === null && reversedByTransactionId === null;
}

/** The newest first. */
const movedBy = (reader: Reader, { person_id, id }: LoanRow): Promise<TransactionRow[]> =>
  reader.rows(
    reader.db
      .selectFrom('transactions')
      .selectAll()
      .where('person_id', '=', person_id)
      .where('loan_id', '=', id)
      .where('is_external', '=', false)
      .where('transaction_type', '=', 'payment')
      .where('instrument_id', 'is not', null)
      .orderBy('position', 'desc'),
  );

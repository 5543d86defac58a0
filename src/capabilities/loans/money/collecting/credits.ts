// Where money may go, and how much of the borrower's credit is safe.
import type { FactOf } from '@tenor/engine/account/facts.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { sql } from 'kysely';
import type { InstrumentInBrief } from '#capabilities/instruments/index.ts';
import { hasConfirmedDebit, type Ordering } from '#capabilities/moving-money/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { replayed } from '../../core/books/change-loan.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { LoanRow, TransactionRow } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { stateOn } from '../../core/timeline/compute-state.ts';
import { undoOf } from '../../core/transactions/money-fact.ts';
import { isReimbursement } from '../../core/transactions/transaction.ts';
import { unusable } from './checks.ts';
import { underWay } from './on-the-way.ts';
import { withheldCredit } from './recorded-credits.ts';
import { bankingDaysAfter } from './way-back.ts';

/**
 * For this many banking days nothing goes to an account with new numbers: time to find out that they are somebody
 * else's.
 */
const newDays = 3;

/** Verified, or money has come from it for certain; and not new. Errors: InstrumentCannotBeCharged. */
export async function mustTakeCredits(
  { now }: Pick<Ordering, 'now'>,
  reader: Reader,
  loan: Pick<LoanRow, 'person_id' | 'zone'>,
  { id, verified, created_at, credits_blocked_at }: InstrumentInBrief,
): Promise<void> {
  if (credits_blocked_at !== null)
    throw unusable('blocked', 'is blocked for money to it, since some was refused there');
  if (!verified && !(await hasConfirmedDebit(reader, loan.person_id, id)))
    throw unusable('notVerified', 'is not verified, and no money has come from it yet');
  const free = bankingDaysAfter(dayOf(dateInZone(created_at, loan.zone)), newDays) + 1;
  if (todayOf(loan, now) < free) throw unusable('new', `is new: money goes to it from ${dateOf(free)} on`);
}

/**
 * What would be left of the borrower's credit if everything came back that still may, less what is on its way to the
 * borrower already, and what was recorded by hand and waits for a second person. `besides` is on its way itself and not counted.
 */
export async function safeCredit(
  reader: Reader,
  held: HeldLoan,
  { today, besides }: { readonly today: Day; readonly besides?: string },
): Promise<Cents> {
  const { row: loan } = held;
  const through = Math.max(today, loan.state?.through ?? today);
  const [credit, waiting, withheld] = await Promise.all([
    sureCredit(reader, held, through),
    underWay(reader, loan),
    withheldCredit(reader, held, through),
  ]);
  const reserved = waiting
    .filter((row) => isReimbursement(row) && row.id !== besides)
    .reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, credit - reserved - withheld) as Cents;
}

async function sureCredit(reader: Reader, held: HeldLoan, through: Day): Promise<number> {
  const { row: loan } = held;
  const [{ state }, unsure] = await Promise.all([stateOn(reader, held, through), notSure(reader, loan)]);
  const credit = state.position.customerCredit;
  if (credit === 0 || unsure.length === 0) return credit;
  const undos = unsure.map((row, more): FactOf<'undo'> => {
    return undoOf(loan, row, { reason: 'failed', today: through, nsfFee: false, more });
  });
  const { after } = await replayed(reader, held, undos, through);
  return Math.min(credit, after.position.customerCredit);
}

/** On the books, and it may still come back, or is being taken back. */
async function notSure(reader: Reader, { person_id, id }: LoanRow): Promise<TransactionRow[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('transactions')
      .selectAll()
      .where('person_id', '=', person_id)
      .where('loan_id', '=', id)
      .where('transaction_type', '=', 'payment')
      .where('fact_id', 'is not', null)
      .where((eb) =>
        eb.or([
          eb('status', 'in', ['pending', 'inDispute']),
          eb.and([
            eb('status', '=', 'succeeded'),
            sql<boolean>`details ->> 'reversedByTransactionId' is not null`,
            sql<boolean>`details #>> '{collected,undoId}' is null`,
          ]),
        ]),
      )
      .orderBy('position'),
  );
  return rows.filter((row) => !isReimbursement(row));
}

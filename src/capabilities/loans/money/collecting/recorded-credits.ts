// Credit that rests on what somebody has recorded by hand: payments from outside, service credits, and refunds and cash
// backs without an original. No provider has told of this money, so that above a bound it leaves only once a second person
// has confirmed it.
import type { FactOf } from '@tenor/engine/account/facts.ts';
import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { sql } from 'kysely';
import { settingsOf } from '#capabilities/company/index.ts';
import type { Actor } from '#platform/actor.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { replayed } from '../../core/books/change-loan.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { undoOf } from '../../core/transactions/money-fact.ts';

export interface RecordedCredit {
  readonly id: string;
  readonly kind: 'transaction' | 'purchase';
  readonly amount: Cents;
  /** The part of it that became credit. */
  readonly credit: Cents;
  readonly recordedBy: Actor;
  readonly confirmed: { readonly by: Actor; readonly at: Instant } | null;
}

/** In live mode, if the company says nothing else. In test mode one key tries out what two people do. */
const usualBound = cents(100_000);

/**
 * The part of a loan's credit that may not leave: all that was recorded and not confirmed, once it is above the bound.
 */
export async function withheldCredit(reader: Reader, held: HeldLoan, through: Day): Promise<Cents> {
  const [{ creditApprovals: rules }, recorded] = await Promise.all([
    settingsOf(reader),
    recordedCredits(reader, held, through),
  ]);
  const isTriedOut = reader.realm.mode === 'test' && rules == null;
  const counting = recorded.filter(
    ({ confirmed, recordedBy }) => confirmed === null && !(isTriedOut && recordedBy.type === 'key'),
  );
  const sum = counting.reduce((all, { credit }) => all + credit, 0);
  return (sum > (rules?.recordedAbove ?? usualBound) ? sum : 0) as Cents;
}

/** The oldest first; with those that are confirmed. */
export async function recordedCredits(reader: Reader, held: HeldLoan, through: Day): Promise<RecordedCredit[]> {
  const [paid, refunded, confirmed] = await reader.together(
    recordedPayments(reader, held.row),
    refundsAlone(reader, held.row),
    reader.db
      .selectFrom('confirmed_credits')
      .selectAll()
      .where('person_id', '=', held.row.person_id)
      .where('loan_id', '=', held.row.id),
  );
  const refundCredit = await creditOfRefunds(reader, held, refunded, through);
  const rows = [
    ...paid.map((row) => ({ ...row, kind: 'transaction' as const, credit: row.paid_over })),
    ...refunded.map((row) => ({ ...row, kind: 'purchase' as const, credit: Math.min(row.amount, refundCredit) })),
  ].toSorted((a, b) => a.position - b.position);
  return rows.map(({ id, kind, amount, credit, actor_type: type, actor_id }) => {
    const found = confirmed.find((one) => one.id === id && one.amount >= amount);
    return {
      id,
      kind,
      amount: amount as Cents,
      credit: credit as Cents,
      recordedBy: { type, id: actor_id } as Actor,
      confirmed: found
        ? { by: { type: found.confirmed_by_type, id: found.confirmed_by_id } as Actor, at: found.confirmed_at }
        : null,
    };
  });
}

const fact = (reader: Reader, { person_id, id }: LoanRow) =>
  reader.db
    .selectFrom('loan_facts as fact')
    .where('fact.person_id', '=', person_id)
    .where('fact.loan_id', '=', id)
    .select(['fact.actor_type', 'fact.actor_id']);

const recordedPayments = (reader: Reader, loan: LoanRow) =>
  fact(reader, loan)
    .innerJoin('transactions as row', (join) =>
      join
        .onRef('row.person_id', '=', 'fact.person_id')
        .on('row.id', '=', sql<string>`split_part(fact.id, '.', 1)`)
        .onRef('row.fact_id', '=', 'fact.id'),
    )
    .select(['row.id', 'row.position', 'row.amount', 'row.paid_over'])
    .where('row.person_id', '=', loan.person_id)
    .where('row.loan_id', '=', loan.id)
    .where('row.paid_over', '>', 0)
    .where('row.status', 'in', ['pending', 'succeeded'])
    .where(sql<boolean>`"row".details -> 'collected' is null`);

const refundsAlone = (reader: Reader, loan: LoanRow) =>
  fact(reader, loan)
    .innerJoin('purchases as row', (join) =>
      join.onRef('row.person_id', '=', 'fact.person_id').onRef('row.fact_id', '=', 'fact.id'),
    )
    .select(['row.id', 'row.position', 'row.amount', 'row.fact_id', 'row.effective_at'])
    .where('row.person_id', '=', loan.person_id)
    .where('row.loan_id', '=', loan.id)
    .where('row.type', 'in', ['refund', 'cashBack'])
    .where('row.status', 'in', ['pending', 'settled'])
    .where('row.original_id', 'is', null);

interface RefundRow {
  readonly amount: number;
  readonly fact_id: string | null;
  readonly effective_at: Instant;
}

/** What the loan would owe its borrower less without them, and what has gone out already. */
async function creditOfRefunds(
  reader: Reader,
  held: HeldLoan,
  refunds: readonly RefundRow[],
  through: Day,
): Promise<number> {
  const { row: loan } = held;
  if (refunds.length === 0) return 0;
  const undos = refunds.map(({ fact_id, effective_at }, more): FactOf<'undo'> => {
    const effective_on = dateInZone(effective_at, loan.zone);
    return undoOf(loan, { fact_id, effective_on }, { reason: 'canceled', today: through, nsfFee: false, more });
  });
  const [{ before, after }, out] = await Promise.all([
    replayed(reader, held, undos, through),
    reader.row(
      reader.db
        .selectFrom('transactions')
        .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount'), eb.val('0')).as('sum'))
        .where('person_id', '=', loan.person_id)
        .where('loan_id', '=', loan.id)
        .where('status', 'in', ['scheduled', 'initiated', 'pending', 'succeeded'])
        .where(sql<boolean>`details ->> 'reason' = 'reimbursement'`),
    ),
  ]);
  const now = before.position.customerCredit;
  return Math.max(0, now - after.position.customerCredit) + Number(out?.sum ?? 0);
}

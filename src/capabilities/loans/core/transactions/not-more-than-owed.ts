// More than a loan owes is refused, unless the caller says that the rest becomes credit of the borrower.
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { type Refusal, refuseFields } from '#platform/errors.ts';
import { findExternalId } from '#platform/resource/external-ids.ts';
import type { Replayed } from '../books/replayed.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { TransactionRow } from '../loan/tables.ts';
import { termsOf } from '../timeline/held-loan.ts';
import { transactionErrors } from './errors.ts';
import type { MoneyFact } from './money-fact.ts';
import { transactionKind } from './transaction.ts';

/** Errors: AmountExceedsOutstanding. */
export async function mustNotExceed(tx: Tx, held: HeldLoan, changed: Replayed, fact: MoneyFact, row: TransactionRow) {
  const over = creditMade(held, changed, fact);
  if (over <= 0) return;
  // The same payment sent twice may have paid the loan off. This read waits for the write that claims the external id,
  // which fails then, so that the answer is DuplicateExternalId.
  if (row.external_id !== null) await findExternalId(tx, transactionKind, row.external_id);
  throw amountExceeds(Math.max(0, fact.amount - over) as Cents, dateOf(fact.on));
}

export function amountExceeds(owed: Cents, on: CivilDate): Refusal {
  const expected = owed === 0 ? 'nothing: nothing is owed' : `at most ${formatCents(owed)}`;
  const message = `is more than the ${formatCents(owed)} that it can pay on ${on}`;
  return refuseFields(transactionErrors.AmountExceedsOutstanding, [{ path: 'amount', message, expected }]);
}

/**
 * The borrower's credit that exists because of this fact: its own excess, or that of later money whose place it takes
 * because it came earlier.
 */
export function creditMade(
  { row, product }: HeldLoan,
  { after, all, start }: Replayed,
  fact: MoneyFact,
  until: Day = fact.on,
): number {
  const terms = termsOf(row);
  const through = Math.max(after.through, fact.on, until);
  const then = through === after.through ? after : product.replay(terms, all, { through, from: after });
  const { customerCredit } = then.position;
  if (customerCredit === 0 || product.statusOf(then.position) === 'paidOff') return customerCredit;
  const others = all.filter(({ id }) => id !== fact.id);
  return customerCredit - product.replay(terms, others, { through, from: start.from }).position.customerCredit;
}

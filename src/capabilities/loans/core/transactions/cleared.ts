// On a line a payment frees credit once it is safe, and not while somebody claims it back: facts of their own, since the
// days before stay as they were.
import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { TransactionRow } from '../loan/tables.ts';
import { factId } from '../timeline/fact-id.ts';
import { collectedOf, withCollected } from './collected.ts';
import { factOf } from './money-fact.ts';
import { isReimbursement } from './transaction.ts';

/** Undefined where nothing waits for it: on an installment loan, and for money that goes back. */
export function clearedFact({ product, row: loan }: HeldLoan, row: TransactionRow, today: Day): Fact | undefined {
  const { fact_id: payment, transaction_type } = row;
  if (transaction_type !== 'payment' || payment === null || isReimbursement(row)) return undefined;
  const paidOn = dayOf(row.effective_on);
  const on = Math.max(today, paidOn);
  // On the day of the payment it comes right after it.
  const { time, number } = factOf(row, payment, paidOn);
  const moment = on === paidOn && time !== undefined ? { time, ...(number === undefined ? {} : { number }) } : {};
  return product.cleared({ id: factId(loan, 'cleared'), on, ...moment }, payment);
}

interface Safety {
  readonly facts: readonly Fact[];
  readonly row: TransactionRow;
}

/** From here on what a collected payment has freed is available. */
export function cleared(held: HeldLoan, row: TransactionRow, today: Day): Safety {
  const fact = collectedOf(row)?.cleared ? undefined : clearedFact(held, row, today);
  if (fact === undefined) return { facts: [], row };
  return { facts: [fact], row: withCollected(row, { cleared: { id: fact.id, on: dateOf(fact.on) } }) };
}

/** It is claimed back. */
export function unsafeAgain({ row: loan }: HeldLoan, row: TransactionRow, today: Day): Safety {
  const last = collectedOf(row)?.cleared;
  if (last == null) return { facts: [], row };
  const undo: FactOf<'undo'> = {
    kind: 'undo',
    id: factId(loan, 'undo'),
    of: last.id,
    on: dayOf(last.on),
    reason: 'reversed',
    happenedOn: today,
    amount: null,
    nsfFee: false,
  };
  return { facts: [undo], row: withCollected(row, { cleared: null }) };
}

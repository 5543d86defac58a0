// A loan as its plan sees it: the books before today, and what is on the way.
import { dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { TransactionRow } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { stateSince } from '../../core/timeline/compute-state.ts';
import { positionOf, termsOf } from '../../core/timeline/held-loan.ts';
import { factOf } from '../../core/transactions/money-fact.ts';
import { detailsOf, isReimbursement } from '../../core/transactions/transaction.ts';
import { underWay } from '../collecting/on-the-way.ts';
import type { LoanAhead } from './expected.ts';

/** What is ahead of a loan that has books. */
export async function loanAhead(reader: Reader, held: HeldLoan, now: Instant): Promise<LoanAhead> {
  const { product, row } = held;
  const position = positionOf(product, row);
  if (position === null) throw new Error(`The loan ${row.id} has no books that autopay could follow.`);
  const today = todayOf(row, now);
  // There are no books before the day on which the loan began.
  const through = Math.max(today - 1, position.startedOn);
  const [{ state, facts }, waiting] = await Promise.all([
    stateSince(reader, held, product.lastTurn(position, through), through),
    underWay(reader, row),
  ]);
  const terms = termsOf(row);
  const ofToday = product.replay(terms, facts, { through: Math.max(today, through + 1), from: state });
  const ordered = waiting.filter(isOrdered).map((one) => factOf(one, one.id, dayOf(one.effective_on)));
  return {
    product,
    terms,
    zone: row.zone,
    facts: [...facts, ...ordered],
    state,
    dues: product.autopay.dues(terms, state, ofToday),
    usual: product.autopay.usual(ofToday),
  };
}

/** Money to the lender, with the provider and not on the books yet. */
const isOrdered = (row: TransactionRow): boolean =>
  row.status === 'initiated' &&
  row.transaction_type === 'payment' &&
  !isReimbursement(row) &&
  detailsOf(row).reversedTransactionId === null;

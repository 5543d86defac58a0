// Credit that was paid back and, as is known now, was never there: the payment that had brought it has come back. The books
// make the borrower owe it again (rules.md 8.6).
import { type Cents, sumCents } from '@tenor/engine/values/cents.ts';
import type { Difference } from '../loan/books.ts';

/** How much more is owed again than before a change. */
export const owedAgain = ({ postings }: Pick<Difference, 'postings'>): Cents =>
  sumCents(
    postings.flatMap(({ account, cause, amount }) =>
      account === 'customerCredit' && cause.startsWith('reimbursement:') ? [-amount as Cents] : [],
    ),
  );

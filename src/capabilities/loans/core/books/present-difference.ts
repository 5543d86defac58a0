// What a change would do to the books, shown before it is done.
import type { BookedFee } from '@tenor/engine/account/records.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { inSlices } from '#platform/loop/slices.ts';
import type { BookObligation, State } from '../loan/books.ts';
import { feeId, obligationId } from '../loan/derived-id.ts';
import { feeKindOf } from '../loan/fee-kind.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { LoanDifference } from '../loan/schemas.ts';
import { termsOf } from '../timeline/held-loan.ts';
import type { LoanContext, Replayed } from './replayed.ts';

type Shown = Pick<Replayed, 'start' | 'known' | 'after'> & { readonly ctx: Pick<LoanContext, 'mayRead'> };

const nothing = { whole: zeroCents, open: zeroCents };

/**
 * Compared with the loan today without the change: effects of time alone are not included. Ids are shown only of what is
 * there already. `made` is the id that was drawn for a transaction which is not there yet. Null for a caller who may not
 * read the loan: else who may only charge a fee could read all that is owed from a preview of one.
 */
export async function presentDifference(
  { row, product }: HeldLoan,
  { ctx, start, known, after }: Shown,
  made?: string,
): Promise<LoanDifference | null> {
  if (ctx.mayRead !== true) return null;
  const terms = termsOf(row);
  const before = await inSlices(product.replaying(terms, known, { through: after.through, from: start.from }));
  const difference = product.difference(before, after);
  const [was, is] = [product.read(terms, before), product.read(terms, after)];
  const partsOf = (state: State, one: BookObligation | null) =>
    (one === null ? nothing : product.obligation(state, one)) as { readonly whole: Cents; readonly open: Cents };
  return {
    status: difference.status as LoanDifference['status'],
    outstandingAmount: { before: was.outstanding, after: is.outstanding },
    overdueAmount: { before: was.overdueAmount, after: is.overdueAmount },
    periodicPaymentAmount: { before: was.payment, after: is.payment },
    postings: difference.postings.map(({ on, account, cause, amount }) => ({
      effectiveDate: dateOf(on),
      account,
      cause: made === undefined ? cause : cause.replaceAll(`:${made}`, ''),
      amount,
    })),
    obligations: difference.obligations.map((change) => {
      const either = (change.after ?? change.before) as BookObligation;
      return {
        id: change.before === null ? null : obligationId(row.id, either),
        dueDate: dateOf(either.dueDate),
        obligationAmount: { before: partsOf(before, change.before).whole, after: partsOf(after, change.after).whole },
        remainingAmount: { before: partsOf(before, change.before).open, after: partsOf(after, change.after).open },
      };
    }),
    fees: difference.fees.map((change) => {
      const { key, type } = (change.after ?? change.before) as BookedFee;
      const amount = { before: change.before?.amount ?? zeroCents, after: change.after?.amount ?? zeroCents };
      return { id: change.before === null ? null : feeId(row.id, key), type: feeKindOf[type], amount };
    }),
  };
}

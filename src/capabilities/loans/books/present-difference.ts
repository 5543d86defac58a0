// What a change would do to the books, shown before it is done.
import { openOf } from '@tenor/engine/account/obligations.ts';
import type { BookedFee, Obligation } from '@tenor/engine/account/records.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { feeId, obligationId } from '../loan/derived-id.ts';
import { feeKindOf } from '../loan/fee-kind.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { LoanDifference } from '../loan/schemas.ts';
import { termsOf } from '../timeline/held-loan.ts';
import type { Replayed } from './replayed.ts';

/**
 * Compared with the loan today without the change: effects of time alone are not included. Ids are shown only of what is
 * there already. `made` is the id that was drawn for a transaction which is not there yet.
 */
export function presentDifference(
  { row, product }: HeldLoan,
  { start, known, after }: Replayed,
  made?: string,
): LoanDifference {
  const terms = termsOf(row);
  const before = product.replay(terms, known, { through: after.through, from: start.from });
  const difference = product.difference(before, after);
  const [was, is] = [product.read(terms, before), product.read(terms, after)];
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
      const either = (change.after ?? change.before) as Obligation;
      return {
        id: change.before === null ? null : obligationId(row.id, either),
        dueDate: dateOf(either.dueDate),
        obligationAmount: { before: wholeOf(change.before), after: wholeOf(change.after) },
        remainingAmount: { before: remainingOf(change.before), after: remainingOf(change.after) },
      };
    }),
    fees: difference.fees.map((change) => {
      const { key, type } = (change.after ?? change.before) as BookedFee;
      const amount = { before: change.before?.amount ?? zeroCents, after: change.after?.amount ?? zeroCents };
      return { id: change.before === null ? null : feeId(row.id, key), type: feeKindOf[type], amount };
    }),
  };
}

const wholeOf = (o: Obligation | null): Cents =>
  o === null ? zeroCents : ((o.interest + o.principal + o.feesDue + o.paidAhead) as Cents);
const remainingOf = (o: Obligation | null): Cents => (o === null ? zeroCents : (openOf(o) as Cents));

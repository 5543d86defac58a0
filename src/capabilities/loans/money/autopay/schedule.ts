// The schedule of a plan as it is shown: its payments to come, each with what it will pay.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { splitOf } from '../../core/books/write-splits.ts';
import { periodId } from '../../core/loan/derived-id.ts';
import { expectedPayments, type LoanAhead, paymentOf } from './expected.ts';
import type { Decided, Plan } from './plan.ts';
import type { AutopayPayment } from './schemas.ts';
import { idOfPayment } from './tell-plan.ts';

/** A year of weekly ones, and four years of monthly ones. */
const shownMax = 52;

interface Scheduled {
  readonly id: string;
  readonly loanId: string;
  readonly ahead: LoanAhead;
  readonly plan: Plan;
  readonly decided: readonly Decided[];
}

export function scheduleOf({ id, loanId, ahead, plan, decided }: Scheduled, now: Instant): AutopayPayment[] {
  // One whose day went by, while the loan was frozen, is not made any more.
  const found = expectedPayments(ahead, plan, decided, shownMax).filter(({ entryOn }) => entryOn >= plan.today);
  const last = found.at(-1);
  if (last === undefined) return [];
  // One replay divides them all.
  const paid = found.filter(({ amount }) => amount > 0).map((one) => paymentOf(one, one.amount));
  const { terms, facts, state } = ahead;
  const through = Math.max(last.plannedOn, state.through + 1);
  const after = ahead.product.replay(terms, [...facts, ...paid], { through, from: state });
  return found.map((one) => {
    const { paid_principal, paid_interest, paid_fees } = splitOf(after, paymentOf(one, one.amount).id, now);
    return {
      id: idOfPayment(id, one),
      object: 'autopayPayment',
      date: dateOf(one.plannedOn),
      dueDate: dateOf(one.due.on),
      periodId: periodId(loanId, one.due.ordinal),
      entryDate: dateOf(one.entryOn),
      cancelableUntil: one.releaseAt,
      paymentType: 'periodicPayment',
      status: 'booked',
      amount: one.amount,
      originalAmount: one.amount,
      principalAmount: paid_principal as Cents,
      interestAmount: paid_interest as Cents,
      interestBeforeDiscountAmount: paid_interest as Cents,
      feesAmount: paid_fees as Cents,
      isDeferred: false,
      noticeNeeded: one.notice.isNeeded,
      noticeSentAt: one.notice.sentAt,
    };
  });
}

// The amounts of an installment loan.
import type { Fee, Obligation } from '@tenor/engine/account/records.ts';
import type { LoanPosition, LoanState } from '@tenor/engine/account/state.ts';
import type { LoanTerms } from '@tenor/engine/account/terms.ts';
import { add } from '@tenor/engine/interest/exact.ts';
import { basisOf } from '@tenor/engine/time/day-count.ts';
import { type Amounts, type Bucket, type ExactAmounts, emptyBuckets, notDueOf, type Paid } from '../../loan/amounts.ts';
import { type Fraction, fraction } from '../../loan/exact-amounts.ts';

export function amountsOf(terms: LoanTerms, state: LoanState): Amounts {
  const { position: p } = state;
  const exact = exactAmountsOf(terms, state);
  return {
    ...exact,
    buckets: bucketsOf(p, notDueOf(exact)),
    chargedOff: p.chargedOff,
    paid: paidOf(p),
    customerCredit: p.customerCredit,
  };
}

export function exactAmountsOf(terms: LoanTerms, { position: p }: LoanState): ExactAmounts {
  const exact = (amount: LoanPosition['accrued']): Fraction => fraction(terms, p.scale, amount);
  // The discount of the running period is counted separately until the period ends.
  const discount = { ...p.discountTotal };
  add(discount, p.discount.whole, p.discount.part, p.scale * basisOf(terms.interest.dayCount));
  return {
    accrued: exact(p.accrued),
    accruedTotal: exact(p.accruedTotal),
    discountTotal: exact(discount),
    forgoneCap: exact(p.forgoneCap),
    forgoneRounding: exact(p.forgoneRounding),
    notDue: [exact(p.accrued)],
  };
}

function bucketsOf(p: LoanPosition, notDue: number): Amounts['buckets'] {
  const all = emptyBuckets();
  all.nonDue.principal = p.principal;
  all.nonDue.interest = notDue;
  addFees(all.nonDue, p.waiting);
  all.nonDue.fees.origination += p.spread?.open ?? 0;
  for (const obligation of p.obligations) {
    const bucket = all[bucketName(obligation)];
    bucket.principal += obligation.principalOpen;
    bucket.interest += obligation.interestOpen;
    addFees(bucket, obligation.fees);
  }
  return all;
}

export const bucketName = ({ isOverdue }: Obligation): 'due' | 'overdue' => (isOverdue ? 'overdue' : 'due');

function addFees({ fees }: Bucket, open: readonly Fee[]): void {
  for (const fee of open) fees[fee.type] += fee.open;
}

/**
 * The engine separates what payments paid from what service credits paid; a lender asks for both together. Payments of
 * a migrated loan include those made before its migration.
 */
function paidOf({ totals, customerCredit }: LoanPosition): Paid {
  const { paidPrincipal, paidInterest, paidFees, paidOver, owedAgain } = totals;
  const payments = paidPrincipal + owedAgain + paidInterest + paidFees + paidOver;
  const isTakenOver = payments !== totals.payments;
  return {
    payments,
    credits: totals.credits,
    reimbursements: totals.reimbursements,
    principal: paidPrincipal + totals.credited + recoveredByCredits(totals, customerCredit, isTakenOver),
    interest: paidInterest + totals.creditedInterest,
    fees: paidFees + totals.creditedFees,
  };
}

/**
 * Principal that service credits paid after a charge-off. The engine counts all recoveries together, so it is what
 * payments did not recover. Payments before a migration make that unknown; then it is what is left of the credits.
 */
function recoveredByCredits(totals: LoanPosition['totals'], customerCredit: number, isTakenOver: boolean): number {
  const { recovered, paidPrincipal, repaid, credits, credited, creditedInterest, creditedFees } = totals;
  if (recovered === 0 || credits === 0) return 0;
  if (!isTakenOver && totals.refunds === 0) return recovered - (paidPrincipal - repaid);
  const notUsed = Math.max(0, customerCredit + totals.reimbursements - totals.owedAgain - totals.paidOver);
  return Math.max(0, credits - credited - creditedInterest - creditedFees - notUsed);
}

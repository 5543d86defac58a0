// When a collection case opens, and when it closes: the thresholds of the company, compared with what is overdue.

import type { Settings } from '#capabilities/company/index.ts';
import type { OverdueLoan } from '#capabilities/loans/index.ts';

/** What is compared: the loans of a borrower that are overdue today, the collection cases there were, and the notices. */
interface Found {
  readonly overdue: readonly OverdueLoan[];
  readonly earlierCases: number;
  /** So many have told the borrower of what is overdue, since it is. */
  readonly noticesSent: number;
}

type Rules = NonNullable<NonNullable<Settings['collections']>['autoInitiate']>;

const daysIfNotSet = 30;

const thresholdOf = ({ daysOverdue, daysOverdueByFrequency }: Rules, { frequency }: OverdueLoan): number =>
  daysOverdueByFrequency?.find((one) => one.paymentFrequency === frequency)?.days ?? daysOverdue ?? daysIfNotSet;

/** Whether a case opens today; if it does not, in how many days a loan comes to its threshold. */
export function initiates(
  rules: Rules,
  { overdue, earlierCases, noticesSent }: Found,
): { readonly now: boolean; readonly inDays: number | null } {
  const left = overdue.map((loan) => thresholdOf(rules, loan) - loan.days);
  const later = left.filter((days) => days > 0);
  const amount = overdue.reduce((sum, one) => sum + one.amount, 0);
  const isLate = left.some((days) => days <= 0);
  const isEnough = amount > 0 && amount >= (rules.overdueAmount ?? 0);
  const mayAgain = earlierCases < (rules.earlierCasesMax ?? Number.MAX_SAFE_INTEGER);
  const isTold = noticesSent >= (rules.overdueNoticesMin ?? 0);
  return { now: isLate && isEnough && mayAgain && isTold, inDays: later.length === 0 ? null : Math.min(...later) };
}

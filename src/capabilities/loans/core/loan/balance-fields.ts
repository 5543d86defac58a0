// The fields of balances, by the names that clients know, from the amounts of the loan.
import { feeTypes } from '@tenor/engine/account/terms.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Amounts, type Bucket, buckets } from './amounts.ts';
import { cut, type Fraction, unroundedText } from './exact-amounts.ts';

export const bucketNames = ['outstanding', ...buckets] as const;
export type BucketNames = (typeof bucketNames)[number];

/** The fee types that have their own field; all are in `FeesAmount`. */
export const feeFields = {
  Origination: 'origination',
  Draw: 'draw',
  Late: 'late',
  Modification: 'modification',
} as const;

const bucketParts = ['Total', 'Principal', 'Interest', 'Fees', ...feeNames()] as const;
type BucketPart = 'Total' | 'Principal' | 'Interest' | 'Fees' | `${keyof typeof feeFields}Fees`;

function feeNames() {
  return (Object.keys(feeFields) as (keyof typeof feeFields)[]).map((name) => `${name}Fees` as const);
}

export const bucketFields = (name: BucketNames): readonly string[] => bucketParts.map((part) => `${name}${part}Amount`);

/** `nonDuePrincipalAmount` and its siblings, in cents. */
function bucketAmounts(name: BucketNames, { principal, interest, fees }: Bucket): Record<string, Cents> {
  const allFees = feeTypes.reduce((sum, type) => sum + fees[type], 0);
  const own = Object.entries(feeFields).map(([field, type]) => [`${field}Fees`, fees[type]]);
  const amounts: Record<BucketPart, number> = {
    Total: principal + interest + allFees,
    Principal: principal,
    Interest: interest,
    Fees: allFees,
    ...(Object.fromEntries(own) as Record<`${keyof typeof feeFields}Fees`, number>),
  };
  return Object.fromEntries(Object.entries(amounts).map(([part, amount]) => [`${name}${part}Amount`, amount as Cents]));
}

function together({ nonDue, due, overdue }: Amounts['buckets']): Bucket {
  const sum = (of: (bucket: Bucket) => number): number => of(nonDue) + of(due) + of(overdue);
  return {
    principal: sum(({ principal }) => principal),
    interest: sum(({ interest }) => interest),
    fees: Object.fromEntries(feeTypes.map((type) => [type, sum(({ fees }) => fees[type])])) as Bucket['fees'],
  };
}

const nonAccrual = {
  nonAccrualTotalAmount: 0,
  nonAccrualPrincipalAmount: 0,
  nonAccrualInterestAmount: 0,
  nonAccrualFeesAmount: 0,
} as unknown as Record<string, Cents>;

/** Every group of amounts. `accruedInYear` is null if it was not asked for. */
export function shownBalances(amounts: Amounts, accruedInYear: Fraction | null) {
  const outstanding = bucketAmounts('outstanding', together(amounts.buckets));
  return {
    outstandingBalances: outstanding,
    nonDueBalances: bucketAmounts('nonDue', amounts.buckets.nonDue),
    dueBalances: bucketAmounts('due', amounts.buckets.due),
    overdueBalances: bucketAmounts('overdue', amounts.buckets.overdue),
    outstandingBalancesWithPromo: { outstandingTotalAmount: outstanding.outstandingTotalAmount as Cents },
    nonAccrualBalances: nonAccrual,
    chargedOffBalances: chargedOffAmounts(amounts),
    paidBalances: paidAmounts(amounts),
    interestAndFeesAmounts: {
      interestAccruedTotalAmount: cut(amounts.accruedTotal),
      interestDiscountTotalAmount: cut(amounts.discountTotal),
      forgoneInterestCapAmount: cut(amounts.forgoneCap),
      forgoneInterestRoundingAmount: cut(amounts.forgoneRounding),
      interestAccruedYearToDateAmount: accruedInYear && cut(accruedInYear),
    },
    creditBalance: amounts.customerCredit as Cents,
  };
}

function chargedOffAmounts({ chargedOff: { principal, interest, fees } }: Amounts): Record<string, Cents> {
  return {
    chargedOffTotalAmount: (principal + interest + fees) as Cents,
    chargedOffPrincipalAmount: principal as Cents,
    chargedOffInterestAmount: interest as Cents,
    chargedOffFeesAmount: fees as Cents,
  };
}

function paidAmounts({ paid }: Amounts): Record<string, Cents> {
  const { payments, credits, reimbursements, principal, interest, fees } = paid;
  const total = payments + credits - reimbursements;
  return {
    paidTotalAmount: total as Cents,
    paidPaymentsAmount: payments as Cents,
    paidCreditsAmount: credits as Cents,
    paidReimbursementsAmount: reimbursements as Cents,
    paidPrincipalAmount: principal as Cents,
    paidInterestAmount: interest as Cents,
    paidFeesAmount: fees as Cents,
    paidOverAmount: (total - principal - interest - fees) as Cents,
  };
}

/** The amounts that are not whole cents, with every digit that is shown. */
export const unroundedAmounts = (amounts: Amounts, accruedInYear: Fraction | null) => ({
  nonDueInterestAmount: unroundedText(amounts.accrued),
  interestAccruedTotalAmount: unroundedText(amounts.accruedTotal),
  interestDiscountTotalAmount: unroundedText(amounts.discountTotal),
  forgoneInterestCapAmount: unroundedText(amounts.forgoneCap),
  forgoneInterestRoundingAmount: unroundedText(amounts.forgoneRounding),
  interestAccruedYearToDateAmount: accruedInYear && unroundedText(accruedInYear),
});

export type Figure = string;

/** `nonDuePrincipalAmount` is `not due principal`. */
export const wordsOf = (figure: Figure): string =>
  figure
    .replace(/Amount$/, '')
    .replace(/^nonDue/, 'notDue')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

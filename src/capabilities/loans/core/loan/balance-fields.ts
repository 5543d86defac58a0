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

type Reader = (amounts: Amounts) => number;
type Readers = Readonly<Record<string, Reader>>;

/** A tape asks for it many times in each row. */
export function allFees({ fees }: Pick<Bucket, 'fees'>): number {
  let sum = 0;
  for (const type of feeTypes) sum += fees[type];
  return sum;
}

const ofBucket: Readonly<Record<BucketPart, (bucket: Bucket) => number>> = {
  Total: (bucket) => bucket.principal + bucket.interest + allFees(bucket),
  Principal: ({ principal }) => principal,
  Interest: ({ interest }) => interest,
  Fees: allFees,
  OriginationFees: ({ fees }) => fees[feeFields.Origination],
  DrawFees: ({ fees }) => fees[feeFields.Draw],
  LateFees: ({ fees }) => fees[feeFields.Late],
  ModificationFees: ({ fees }) => fees[feeFields.Modification],
};

/** `nonDuePrincipalAmount` and its siblings. */
const readersOf = (name: BucketNames): Readers =>
  Object.fromEntries(
    bucketParts.map((part) => {
      const of = ofBucket[part];
      const read: Reader =
        name === 'outstanding'
          ? ({ buckets: { nonDue, due, overdue } }) => of(nonDue) + of(due) + of(overdue)
          : (amounts) => of(amounts.buckets[name]);
      return [`${name}${part}Amount`, read];
    }),
  );

const readers = {
  outstanding: readersOf('outstanding'),
  nonDue: readersOf('nonDue'),
  due: readersOf('due'),
  overdue: readersOf('overdue'),
  chargedOff: {
    chargedOffTotalAmount: ({ chargedOff: { principal, interest, fees } }) => principal + interest + fees,
    chargedOffPrincipalAmount: ({ chargedOff }) => chargedOff.principal,
    chargedOffInterestAmount: ({ chargedOff }) => chargedOff.interest,
    chargedOffFeesAmount: ({ chargedOff }) => chargedOff.fees,
  },
  paid: {
    paidTotalAmount: ({ paid }) => allPaid(paid),
    paidPaymentsAmount: ({ paid }) => paid.payments,
    paidCreditsAmount: ({ paid }) => paid.credits,
    paidReimbursementsAmount: ({ paid }) => paid.reimbursements,
    paidPrincipalAmount: ({ paid }) => paid.principal,
    paidInterestAmount: ({ paid }) => paid.interest,
    paidFeesAmount: ({ paid }) => paid.fees,
    paidOverAmount: ({ paid }) => allPaid(paid) - paid.principal - paid.interest - paid.fees,
  },
  interest: {
    interestAccruedTotalAmount: ({ accruedTotal }) => cut(accruedTotal),
    interestDiscountTotalAmount: ({ discountTotal }) => cut(discountTotal),
    forgoneInterestCapAmount: ({ forgoneCap }) => cut(forgoneCap),
    forgoneInterestRoundingAmount: ({ forgoneRounding }) => cut(forgoneRounding),
  },
} satisfies Readonly<Record<string, Readers>>;

const allPaid = ({ payments, credits, reimbursements }: Amounts['paid']): number => payments + credits - reimbursements;

/** Every amount in cents by its name: for whoever wants some of them, of many loans. */
export const balanceReaders: Readers = Object.assign({}, ...Object.values(readers), {
  creditBalanceAmount: ({ customerCredit }: Amounts) => customerCredit,
});

const amountsBy = (group: Readers, amounts: Amounts): Record<string, Cents> =>
  Object.fromEntries(Object.entries(group).map(([name, read]) => [name, read(amounts) as Cents]));

const nonAccrual = {
  nonAccrualTotalAmount: 0,
  nonAccrualPrincipalAmount: 0,
  nonAccrualInterestAmount: 0,
  nonAccrualFeesAmount: 0,
} as unknown as Record<string, Cents>;

/** Every group of amounts. `accruedInYear` is null if it was not asked for. */
export function shownBalances(amounts: Amounts, accruedInYear: Fraction | null) {
  const outstanding = amountsBy(readers.outstanding, amounts);
  return {
    outstandingBalances: outstanding,
    nonDueBalances: amountsBy(readers.nonDue, amounts),
    dueBalances: amountsBy(readers.due, amounts),
    overdueBalances: amountsBy(readers.overdue, amounts),
    outstandingBalancesWithPromo: { outstandingTotalAmount: outstanding.outstandingTotalAmount as Cents },
    nonAccrualBalances: nonAccrual,
    chargedOffBalances: amountsBy(readers.chargedOff, amounts),
    paidBalances: amountsBy(readers.paid, amounts),
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

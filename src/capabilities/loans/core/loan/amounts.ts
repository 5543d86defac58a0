// The amounts of a loan: what balances show, and what an explanation must add up to.
import { type FeeType, feeTypes } from '@tenor/engine/account/terms.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Fraction, wholeCents } from './exact-amounts.ts';

export const buckets = ['nonDue', 'due', 'overdue'] as const;
export type BucketName = (typeof buckets)[number];

/** The cents of one bucket. */
export interface Bucket {
  principal: number;
  interest: number;
  readonly fees: Record<FeeType, number>;
}

/** Interest to the last fraction of a cent: each day adds to it. */
export interface ExactAmounts {
  /** Interest that was earned and not booked. */
  readonly accrued: Fraction;
  readonly accruedTotal: Fraction;
  readonly discountTotal: Fraction;
  readonly forgoneCap: Fraction;
  readonly forgoneRounding: Fraction;
  /** What of `accrued` will be asked for, by balances with interest of their own: each counts its whole cents. */
  readonly notDue: readonly Fraction[];
}

export interface Amounts extends ExactAmounts {
  readonly buckets: Readonly<Record<BucketName, Bucket>>;
  readonly chargedOff: { readonly principal: number; readonly interest: number; readonly fees: number };
  readonly paid: Paid;
  readonly customerCredit: number;
}

/** The interest that is not due, as buckets show it. */
export const notDueOf = ({ notDue }: Pick<ExactAmounts, 'notDue'>): number =>
  notDue.reduce((sum, { whole }) => sum + Math.max(0, whole), 0);

/** Money that was received, by kind, and the same money by what it paid. */
export interface Paid {
  readonly payments: number;
  readonly credits: number;
  readonly reimbursements: number;
  readonly principal: number;
  readonly interest: number;
  readonly fees: number;
}

const noFees = Object.fromEntries(feeTypes.map((type) => [type, 0])) as Readonly<Record<FeeType, number>>;

const emptyBucket = (): Bucket => ({ principal: 0, interest: 0, fees: { ...noFees } });

export const emptyBuckets = (): Record<BucketName, Bucket> => ({
  nonDue: emptyBucket(),
  due: emptyBucket(),
  overdue: emptyBucket(),
});

const zero = wholeCents(0);

/** The amounts of a loan that has no books yet. */
export const noAmounts: Amounts = {
  buckets: emptyBuckets(),
  chargedOff: { principal: 0, interest: 0, fees: 0 },
  paid: { payments: 0, credits: 0, reimbursements: 0, principal: 0, interest: 0, fees: 0 },
  customerCredit: 0,
  accrued: zero,
  accruedTotal: zero,
  discountTotal: zero,
  forgoneCap: zero,
  forgoneRounding: zero,
  notDue: [],
};

/** A line's limit, and what of it is used. */
export interface Limits {
  readonly creditLimitAmount: Cents;
  readonly availableCreditAmount: Cents;
  readonly utilizationAmount: Cents;
  readonly heldAmount: Cents;
  readonly unclearedAmount: Cents;
  readonly overLimitAmount: Cents;
}

// What is agreed for any loan: how interest accrues, which fees there are, how money is spread, when a loan is late.
// Each product adds what is its own. Plain data, every option present: amounts are cents, rates are decimal text.

import type { Rounding } from '../interest/exact.ts';
import type { RateTerms } from '../interest/rates.ts';
import type { DayCount } from '../time/day-count.ts';
import type { Cents } from '../values/cents.ts';
import type { Rate } from '../values/rate.ts';

export interface LoanTerms {
  /** What refunds may give back in all. */
  readonly amountFinanced: Cents;
  readonly interest: AccrualTerms;
  readonly fees: FeeTerms;
  readonly waterfall: Waterfall;
  /** What a payment does with what is left after everything due. */
  readonly prepayment: PrepaymentRule;
  readonly delinquency: DelinquencyTerms;
  readonly merchantDiscount: MerchantDiscount | null;
}

export interface AccrualTerms extends RateTerms {
  readonly dayCount: DayCount;
  /** Whether unpaid interest (and unpaid fees) join the principal on the day after a due date. */
  readonly accrual: 'simple' | 'compound' | 'compoundWithFees';
  readonly rounding: Rounding;
  /** Interest beyond this total is forgone. */
  readonly totalCap: Cents | null;
}

/** Foreseen: they stand in the schedule. */
const foreseenFees = ['origination', 'service', 'membership'] as const;
/** Unforeseen: events bring them. Unpaid they alone never make a loan late. */
export const unforeseenFees = ['late', 'nsf', 'modification', 'foreignTransaction', 'purchase', 'adHoc'] as const;
export const feeTypes = [...foreseenFees, ...unforeseenFees] as const;

export type FeeType = (typeof feeTypes)[number];

export interface FeeTerms {
  readonly origination: OriginationFee | null;
  /** Charged on each due date, up to a cap in all: service and membership fees. */
  readonly periodic: readonly PeriodicFee[];
  readonly late: LateFee | null;
  /** Charged on the day a payment comes back. */
  readonly nsf: Cents | null;
}

export interface OriginationFee {
  readonly amount: Cents;
  readonly charged: 'financed' | 'deducted' | 'firstPayment' | 'spread' | 'apart';
}

export interface PeriodicFee {
  readonly type: FeeType;
  readonly amount: Cents;
  readonly cap: Cents | null;
}

export interface LateFee {
  readonly graceDays: number;
  readonly flat: Cents;
  readonly percent: Rate;
  readonly rule: 'flat' | 'percent' | 'greater' | 'lesser';
  /** Percentage of the unpaid instalment, or of everything overdue. */
  readonly base: 'instalment' | 'overdue';
  readonly min: Cents | null;
  readonly max: Cents | null;
  /** In a calendar year, and in the life of the loan. */
  readonly yearlyCap: Cents | null;
  readonly lifetimeCap: Cents | null;
  /** A shortfall made only by late fees taken out of instalments brings no further one. */
  readonly pyramiding: 'blocked' | 'allowed';
}

export type Component = 'fees' | 'interest' | 'principal';

export interface Waterfall {
  /** Oldest obligation first, or component by component and the oldest obligation first within it. */
  readonly by: 'obligation' | 'component';
  readonly order: readonly Component[];
}

export type PrepaymentRule = 'nextDue' | 'lastDue' | 'shorten' | 'reamortize';

export interface DelinquencyTerms {
  /** An obligation of which less than this is missing counts as paid. */
  readonly tolerance: Cents;
  /** With `following`, a deadline on a day on which banks are closed moves to the next open one. */
  readonly deadlines: 'asIs' | 'following';
  readonly accelerationDueWithin: number | null;
  readonly chargeOffDueWithin: number | null;
  readonly accrualAfterChargeOff: boolean;
}

/** Kept back from what the merchant is paid. */
export interface MerchantDiscount {
  readonly amount: Cents;
  /** Taken as income over so many due dates; null: at once. */
  readonly amortizedOver: number | null;
}

/** Terms by which no loan can run. */
export class TermsRefused extends Error {
  override readonly name = 'TermsRefused';
  readonly path: string;

  constructor(path: string, why: string) {
    super(`${path}: ${why}`);
    this.path = path;
  }
}

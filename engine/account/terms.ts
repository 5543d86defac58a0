// The terms of any loan: how interest accrues, which fees there are, how money is spread, when a loan is late. Each
// product adds its own terms. Plain data, every option present: amounts are cents, rates are decimal text.

import type { Rounding } from '../interest/exact.ts';
import type { RateTerms } from '../interest/rates.ts';
import type { ClosedDays } from '../time/calendar.ts';
import type { DayCount } from '../time/day-count.ts';
import type { Cents } from '../values/cents.ts';
import type { Rate } from '../values/rate.ts';

export interface LoanTerms {
  /** The limit for all refunds together. */
  readonly amountFinanced: Cents;
  readonly interest: AccrualTerms;
  readonly fees: FeeTerms;
  readonly waterfall: Waterfall;
  /** What happens to the rest of a payment after everything due is paid. */
  readonly prepayment: PrepaymentRule;
  readonly delinquency: DelinquencyTerms;
  readonly merchantDiscount: MerchantDiscount | null;
}

/** What the terms of every product have. */
export interface AccountTerms {
  readonly interest: Pick<AccrualTerms, 'dayCount' | 'rounding'>;
  readonly delinquency: DelinquencyTerms;
}

export interface AccrualTerms extends RateTerms {
  readonly dayCount: DayCount;
  /** Whether unpaid interest (and unpaid fees) join the principal on the day after a due date. */
  readonly accrual: 'simple' | 'compound' | 'compoundWithFees';
  readonly rounding: Rounding;
  /** Interest beyond this total is forgone. */
  readonly totalCap: Cents | null;
  /** Whether interest that is overdue bears interest too, at the rate of overdue principal. Absent: principal alone. */
  readonly overdueBearing?: OverdueBearing;
}

export type OverdueBearing = 'principal' | 'principalAndInterest';

/** Foreseen fees: the schedule contains them. */
const foreseenFees = ['origination', 'draw', 'service', 'membership'] as const;
/** Unforeseen fees: events cause them. If only they are unpaid, the loan is not late. */
export const unforeseenFees = ['late', 'nsf', 'modification', 'foreignTransaction', 'purchase', 'adHoc'] as const;
export const feeTypes = [...foreseenFees, ...unforeseenFees] as const;

export type FeeType = (typeof feeTypes)[number];

export interface FeeTerms {
  readonly origination: OriginationFee | null;
  /** Charged on each due date, up to a total cap: service and membership fees. */
  readonly periodic: readonly PeriodicFee[];
  readonly late: LateFee | null;
  /** Charged on the day on which a payment is returned. */
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
  /** Percentage of the unpaid instalment, of everything overdue, or of the payment as it was to be made. */
  readonly base: 'instalment' | 'overdue' | 'standardPayment';
  readonly min: Cents | null;
  readonly max: Cents | null;
  /** Caps for a calendar year, and for the life of the loan. */
  readonly yearlyCap: Cents | null;
  readonly lifetimeCap: Cents | null;
  /** Whether a late fee may follow from a shortfall that only earlier late fees caused. */
  readonly pyramiding: 'blocked' | 'allowed';
}

export type Component = 'fees' | 'interest' | 'principal';

export interface Waterfall {
  /** Oldest obligation first, or component by component and the oldest obligation first within it. */
  readonly by: 'obligation' | 'component';
  readonly order: readonly Component[];
  /**
   * Where a payment goes after everything due is paid: waiting fees and interest first, or principal first or alone.
   * Absent in terms of before there was a choice: interestFirst.
   */
  readonly early?: 'interestFirst' | 'principalFirst' | 'principalOnly';
}

export type PrepaymentRule = 'nextDue' | 'lastDue' | 'shorten' | 'reamortize';

export interface DelinquencyTerms {
  /** An obligation with less than this open counts as paid. */
  readonly tolerance: Cents;
  /** With `following`, a deadline on a day on which banks are closed moves to the next open one. */
  readonly deadlines: 'asIs' | 'following';
  /** With `following`, the lender's own closed days. Absent in terms of before there were any: none. */
  readonly closedDays?: ClosedDays;
  readonly accelerationDueWithin: number | null;
  readonly chargeOffDueWithin: number | null;
  readonly accrualAfterChargeOff: boolean;
}

/** Kept back from the payment to the merchant. */
export interface MerchantDiscount {
  readonly amount: Cents;
  /** Taken as income over so many due dates; null: at once. */
  readonly amortizedOver: number | null;
}

/** Terms with which no loan can run. */
export class TermsRefused extends Error {
  override readonly name = 'TermsRefused';
  readonly path: string;

  constructor(path: string, why: string) {
    super(`${path}: ${why}`);
    this.path = path;
  }
}

// What lender and borrower agreed: everything about an installment loan that is known before anything happens.
// Plain data, every option present. Days are numbers (calendar.ts), amounts are cents, rates are decimal text.

import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';

export interface Terms {
  /** Lent at activation, before a financed origination fee is added. */
  readonly principal: Cents;
  /** What refunds may give back in all. */
  readonly amountFinanced: Cents;
  readonly interest: InterestTerms;
  readonly payments: PaymentTerms;
  readonly fees: FeeTerms;
  readonly waterfall: Waterfall;
  /** What a payment does with what is left after everything due. */
  readonly prepayment: PrepaymentRule;
  readonly delinquency: DelinquencyTerms;
  readonly merchantDiscount: MerchantDiscount | null;
}

export const dayCounts = [
  'actual/365',
  'actual/360',
  'actual/365.25',
  'noLeap/365',
  'actual/actual',
  '30/360',
  '30E/360',
  '30E/360 ISDA',
] as const;

export type DayCount = (typeof dayCounts)[number];

/** How a fraction of a cent is dropped when an amount is booked. */
export type Rounding = 'cut' | 'halfEven' | 'halfUp';

export interface InterestTerms {
  /** One after the other from activation; `days: null` lasts for good, and so does the last one in any case. */
  readonly rates: readonly RateEntry[];
  /** Each from activation for its days (null: for good); subtracted from the rate. */
  readonly promos: readonly PromoEntry[];
  /** Bounds of index plus spread. */
  readonly floor: Rate | null;
  readonly cap: Rate | null;
  /** How far index plus spread may move at one change of the index. */
  readonly stepCap: Rate | null;
  readonly dayCount: DayCount;
  /** Whether unpaid interest (and unpaid fees) join the principal on the day after a due date. */
  readonly accrual: 'simple' | 'compound' | 'compoundWithFees';
  readonly rounding: Rounding;
  /** Interest beyond this total is forgone. */
  readonly totalCap: Cents | null;
  /** What a rate, promo or index fact does to the payment. */
  readonly afterRateChange: 'solveAgain' | 'keepPayment';
}

export interface RateEntry {
  readonly days: number | null;
  readonly rate: Rate;
  /** `spread` is added to the index rate of the day. */
  readonly type: 'absolute' | 'spread';
}

export interface PromoEntry {
  readonly days: number | null;
  readonly rate: Rate;
}

export type Frequency = 'weekly' | 'everyTwoWeeks' | 'twiceMonthly' | 'monthly' | 'singleTerm';

/** Which days are due days (interface, 3.5.3). */
export interface DueDays {
  readonly frequency: Frequency;
  /** weekly, everyTwoWeeks: one weekday, Monday is 1. monthly: one day, 31 is the last. twiceMonthly: two. */
  readonly days: readonly number[];
  /** everyTwoWeeks: a day of the series, which fixes which of the two weeks. */
  readonly startDate: Day | null;
}

export interface PaymentTerms extends DueDays {
  /** Number of payments; null when `amount` decides it. Ignored with a supplied `schedule`. */
  readonly count: number | null;
  /** The payment; null when it is solved. */
  readonly amount: Cents | null;
  /** Due dates and amounts supplied by the lender and kept; rows without an amount are solved. */
  readonly schedule: readonly SuppliedRow[] | null;
  /** The first due date lies at least so many days after activation. */
  readonly bufferDays: number | null;
  /** Replaces the last due date. With singleTerm it is the only one. */
  readonly endDate: Day | null;
  readonly rounding: PaymentRounding;
  /** So many first payments are the interest of their period. */
  readonly interestOnly: number;
  /** What may be left for the last payment; zero: it is like the others or smaller. */
  readonly balloon: Cents;
  /** Advances known from the start: the payment is solved over them. Each still happens as a fact. */
  readonly plannedAdvances: readonly PlannedAdvance[];
}

export interface SuppliedRow {
  readonly on: Day;
  readonly amount: Cents | null;
}

export interface PlannedAdvance {
  readonly on: Day;
  readonly amount: Cents;
}

export interface PaymentRounding {
  readonly unit: Cents;
  readonly mode: 'up' | 'nearest' | 'down';
}

/** Foreseen: they stand in the schedule. */
export const foreseenFees = ['origination', 'service', 'membership'] as const;
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

/** Terms that no schedule can be made of. */
export class TermsRefused extends Error {
  override readonly name = 'TermsRefused';
  readonly path: string;

  constructor(path: string, why: string) {
    super(`${path}: ${why}`);
    this.path = path;
  }
}

// The agreed terms: everything about an installment loan that is known before anything happens. Plain data, every
// option present. Days are numbers (calendar.ts), amounts are cents, rates are decimal text.

import type { AccrualTerms, LoanTerms } from '../account/terms.ts';
import type { OpeningDueDays } from '../time/due-dates.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';

export interface Terms extends LoanTerms {
  /** Lent at activation, before a financed origination fee is added. */
  readonly principal: Cents;
  readonly interest: InterestTerms;
  readonly payments: PaymentTerms;
}

export interface InterestTerms extends AccrualTerms {
  /** How a rate, promo or index fact changes the payment. */
  readonly afterRateChange: 'solveAgain' | 'keepPayment';
  /** A charge that is fixed when the loan begins, instead of interest at the rates. Null or absent: none. */
  readonly precomputed?: Precomputed | null;
}

export interface Precomputed {
  /** The whole charge: the interest of the rows at the rates, or so many cents. Taken over: what is not earned yet. */
  readonly charge: 'byRate' | Cents;
  /** How the charge is earned over the periods; what is not earned when the loan is paid off is not owed. */
  readonly rebate: 'ruleOf78' | 'actuarial' | 'evenly';
  /** How the rebate of the Rule of 78 is rounded to the cent; up is in favour of the borrower. The others need none. */
  readonly rebateRounding: 'halfUp' | 'up';
  /** The charge of a period is earned as a whole once so many days of it have passed; null: day by day. */
  readonly wholeAfter: number | null;
}

export interface PaymentTerms extends OpeningDueDays {
  /** A statement is made so many days before its due date; absent: on it. */
  readonly statementDaysBefore?: number;
  /** Number of payments; null when `amount` decides it. Ignored with a supplied `schedule`. */
  readonly count: number | null;
  /** The payment; null when it is solved. */
  readonly amount: Cents | null;
  /** Due dates and amounts supplied by the lender and kept; rows without an amount are solved. */
  readonly schedule: readonly SuppliedRow[] | null;
  readonly rounding: PaymentRounding;
  /**
   * Payments of one amount, or of one amount of principal with the interest on top: `amount` is that principal.
   * Absent in terms of before there was a choice: level.
   */
  readonly amortization?: 'level' | 'equalPrincipal';
  /** This many first payments are only the interest of their period. */
  readonly interestOnly: number;
  /** The most that may remain for the last payment; zero: it is like the others or smaller. */
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

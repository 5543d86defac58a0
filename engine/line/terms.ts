// The agreed terms of a line of credit and of its draws: everything known before it happens. Plain data, every option
// present: whoever makes terms fills in what the loan type says. Amounts are cents, rates are decimal text.

import type { AccrualTerms, Component, DelinquencyTerms, PeriodicFee } from '../account/terms.ts';
import type { RateTerms } from '../interest/rates.ts';
import type { Frequency } from '../time/due-dates.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';

export interface LineTerms {
  /** `card` and `openEnd` are consumer lines under Regulation Z; `none` is outside it. */
  readonly regulation: 'card' | 'openEnd' | 'none';
  /** The limit from activation on; later ones are facts. */
  readonly creditLimit: Cents;
  readonly cycle: CycleTerms;
  /** The first statement is at least so many days after activation. */
  readonly bufferDays: number | null;
  readonly interest: LineInterestTerms;
  readonly minimum: LineMinimum;
  /** The charges of a cycle are at most this of its balance in a year (32 CFR 232.4); null: without bound. */
  readonly cycleRateMax: Rate | null;
  /** Whether grace asks for what was taken from each draw, or from the line in all. */
  readonly graceScope: 'draw' | 'line';
  readonly payments: PaymentOrder;
  readonly fees: LineFees;
  readonly disputes: DisputeTerms;
  /** A hold of an authorization is released after so many days. */
  readonly authorizationDays: number;
  /** A pending payment frees the limit after so many days; null: only when it has succeeded. */
  readonly paymentHoldDays: number | null;
  /** Nothing may be bought once the line is past due by more days than this; null: however late it is. */
  readonly blockPurchasesOverdueDays: number | null;
  readonly delinquency: DelinquencyTerms;
}

/** Which days are statement dates and due dates. */
export interface CycleTerms {
  readonly frequency: Extract<Frequency, 'weekly' | 'everyTwoWeeks' | 'twiceMonthly' | 'monthly'>;
  /** `both` is for monthly alone. */
  readonly fixed: 'both' | 'dueDay' | 'statementDay';
  /** As in `DueDays`; with `both`: the statement day, then the due day. */
  readonly days: readonly number[];
  /** everyTwoWeeks: a day of the series. */
  readonly startDate: Day | null;
  /** Days from the statement date to the due date; null with `both`. */
  readonly dueAfterDays: number | null;
}

/** How interest accrues on every draw; the rates are those of each draw. */
interface LineInterestTerms extends Pick<AccrualTerms, 'dayCount' | 'rounding'> {
  /** `compoundDaily`: each day's interest is on the interest of the days before, too, as far as it is not paid. */
  readonly accrual: AccrualTerms['accrual'] | 'compoundDaily';
  /** Interest of a period by the balance of each day, or by the average daily balance of each stretch of one rate. */
  readonly balanceMethod: 'daily' | 'average';
  /** Interest of a statement above zero is raised to this. */
  readonly minCharge: Cents | null;
  /** Interest that is left when all else is paid is given up at a statement if it is below this; null: never. */
  readonly residualWaivedBelow: Cents | null;
  /** All interest booked over the life of the line is at most this; null: without bound. */
  readonly totalCap: Cents | null;
}

export interface LineMinimum {
  /** At least this is asked for, as far as it is owed. */
  readonly floor: Cents;
  /** The minimum is raised to a multiple of this; one cent: it stays. */
  readonly roundUpTo: Cents;
  /** Whether what is above the limit comes due with it. */
  readonly isOverLimitDue: boolean;
  /** As far as it is more than this: `pastDue` adds the larger of the two, `minimum` shows the larger of the two. */
  readonly overLimitBeyond: 'nothing' | 'pastDue' | 'minimum';
  /** What is asked for by the balance of the whole statement, if that is more; null: by each draw alone. */
  readonly ofBalance: MinimumOfBalance | null;
}

export interface MinimumOfBalance {
  /** In rising order. The first one counts whose bound the balance does not pass; the last one has no bound. */
  readonly tiers: readonly MinimumTier[];
  /** Added to what the tier asks for. */
  readonly plus: 'nothing' | 'interest' | 'interestAndFees';
}

/** The larger of the two. */
interface MinimumTier {
  readonly upTo: Cents | null;
  readonly percent: Rate;
  readonly amount: Cents;
}

export interface PaymentOrder {
  /** The order of draws inside an obligation, for the lift to the floor and for what is above the limit. */
  readonly drawOrder: 'lowestRate' | 'highestRate' | 'activation';
  /** Where the rest of a payment goes after all obligations. */
  readonly excess: 'highestRate' | 'drawOrder';
  /** What a payment for one draw pays first: all of this draw, or only what is due of it. */
  readonly aim: 'whole' | 'due';
  /** The order inside a draw's part of an obligation. */
  readonly order: readonly Component[];
  readonly areAllowedWhenChargedOff: boolean;
}

interface LineFees {
  readonly late: LineLateFee | null;
  /** Charged when a payment is returned. */
  readonly nsf: Cents | null;
  /** Fees of the line itself with each statement, each up to its cap. */
  readonly periodic: readonly PeriodicFee[];
  /** Cards: fees of the first year are at most this part of the first limit; null: without bound. */
  readonly firstYearCap: Rate | null;
}

interface LineLateFee {
  /** Days after the deadline. */
  readonly graceDays: number;
  readonly first: Cents;
  /** If a late fee was booked for one of the six obligations before. */
  readonly repeat: Cents;
}

interface DisputeTerms {
  /** Whether the interest of the days of a dispute is charged when the borrower has lost it. */
  readonly lostInterest: 'forgone' | 'charged';
  /** How disputed amounts are shown: it changes no other cent. */
  readonly credit: 'provisional' | 'hold';
}

export type DrawPurpose = 'regular' | 'cashAdvance' | 'balanceTransfer' | 'static';

/** The terms of one draw. They stand in the fact that activates it. */
export interface DrawTerms {
  /** `static` accrues nothing and takes no purchases. */
  readonly purpose: DrawPurpose;
  /** Its own limit; null: that of the line alone. */
  readonly creditLimit: Cents | null;
  /** Days of entries count from the activation of the draw. */
  readonly rates: DrawRates;
  readonly minimum: DrawMinimum;
  /** Null: the draw never has grace. Not together with `amortization`. */
  readonly grace: GraceTerms | null;
  /** Spreads what was bought in a period over the following statements; null: only when a fact asks for it. */
  readonly amortization: Amortization | null;
  /** Deferred interest ("same as cash"); null: none. */
  readonly deferredInterest: DeferredInterest | null;
  readonly fees: DrawFees;
  /** The first statement on or after it asks for all principal (of a draw that is not amortized); null: none. */
  readonly endDate: Day | null;
}

interface DrawRates extends RateTerms {
  readonly promos: readonly (RateTerms['promos'][number] & Disqualification)[];
}

/** A promo ends at the start of the first day on which days past due exceed this; null: it does not end so. */
export interface Disqualification {
  readonly disqualifyOverdueDays: number | null;
}

/** What a statement asks of a draw: its interest and fees, and of principal at least so much. */
export interface DrawMinimum {
  readonly percentOfPrincipal: Rate;
  /** For principal, interest and fees together. */
  readonly amount: Cents;
}

interface GraceTerms {
  /** This many statements in a row paid in full bring grace back. At least 1. */
  readonly periodsToRestore: number;
  /** A statement must be paid in full by the deadline of the statement so many, less one, after it. At least 1. */
  readonly periodsToEvaluate: number;
  /** Replaces the minimum of the draw at statements made while it has grace. */
  readonly minimumOverride: DrawMinimum | null;
}

/** Over so many statements, or with this instalment: one of them is given. */
export type Amortization =
  | { readonly duration: number; readonly amount: null }
  | { readonly duration: null; readonly amount: Cents };

interface DeferredInterest extends Disqualification {
  readonly endsOn: Day;
  /** The programme ends at the start of the day after `endsOn` and so many days. */
  readonly graceDays: number;
}

interface DrawFees {
  readonly draw: DrawFee;
  /** Service fees with each statement of the draw, each up to its cap. */
  readonly periodic: readonly PeriodicFee[];
}

interface DrawFee {
  /** Once, on the day of activation. */
  readonly amount: Cents;
  /** A share of each regular purchase. */
  readonly percentOfPurchase: Rate;
  /** With the next statement, over the instalments of the first schedule, or at once and by itself. */
  readonly charged: 'firstPayment' | 'spread' | 'apart';
}

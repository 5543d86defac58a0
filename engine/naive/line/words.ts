// The words of the simulator of a line: its terms and facts as line-of-credit-math.md speaks of them. `read-line.ts`
// turns the engine's words into these.

import type { FeeType as AnyFeeType, Component } from '../../account/terms.ts';
import type { Rounding } from '../../interest/exact.ts';
import type { RateChange, RateTerms } from '../../interest/rates.ts';
import type { DayCount } from '../../time/day-count.ts';
import type { DueDays } from '../../time/due-dates.ts';
import type { Day } from '../../values/day.ts';
import type { Instant } from '../../values/instant.ts';

export type FeeType = AnyFeeType | 'draw';

/** Section 2.2. `days` of `bothFixed` are [statement day, due day]. */
export interface Cycle extends DueDays {
  readonly mode: 'bothFixed' | 'fixedDueDay' | 'fixedStatementDay';
  /** Days between statement and due date, for the modes with one fixed day. */
  readonly apart: number;
}

/** A percentage is decimal text: 0.02 is 2 %. */
export interface MinimumTerms {
  readonly percentage: string;
  readonly amount: number;
}

export type DrawOrder = 'lowestRate' | 'highestRate' | 'activation';

export interface LineTerms {
  readonly regulation: 'card' | 'openEnd' | 'none';
  readonly cycle: Cycle;
  readonly bufferDays: number | null;
  readonly limit: number;
  readonly deadlines: 'asIs' | 'following';
  readonly dayCount: DayCount;
  readonly rounding: Rounding;
  readonly accrual: 'simple' | 'compound' | 'compoundWithFees';
  readonly balanceMethod: 'daily' | 'average';
  readonly minInterestCharge: number;
  /** Section 8.1. */
  readonly floor: number;
  readonly roundUpTo: number;
  readonly overLimitInMinimum: boolean;
  /** Section 9. */
  readonly components: readonly Component[];
  readonly drawOrder: DrawOrder;
  readonly excess: 'highestRate' | 'drawOrder';
  readonly aim: 'whole' | 'due';
  readonly graceScope: 'draw' | 'line';
  readonly lateFee: { readonly graceDays: number; readonly first: number; readonly repeat: number } | null;
  readonly returnedFee: number;
  /** Booked for each period, up to the cap in all. */
  readonly periodic: readonly PeriodicTerms[];
  /** Section 13.2; null: no cap. */
  readonly firstYearCap: string | null;
  readonly lostDisputeInterest: 'forgone' | 'charged';
  readonly paymentHoldDays: number | null;
  readonly authorizationDays: number;
  readonly tolerance: number;
  readonly accelerationDueWithin: number | null;
  readonly chargeOffDueWithin: number | null;
  readonly accrualAfterChargeOff: boolean;
  readonly paymentsAfterChargeOff: boolean;
}

export interface PeriodicTerms {
  readonly type: FeeType;
  readonly amount: number;
  readonly cap: number | null;
}

export interface GraceTerms {
  /** N and M of section 7.1. */
  readonly periodsToRestore: number;
  readonly periodsToEvaluate: number;
  readonly override: MinimumTerms | null;
}

/** One of the two is given. */
export interface Spread {
  readonly duration: number | null;
  readonly amount: number | null;
}

/** Section 6.9: from the activation of the draw to `lastDay`, and some days more. */
export interface DeferredTerms {
  readonly lastDay: Day;
  readonly graceDays: number;
  readonly disqualifyOverdueDays: number | null;
}

export interface DrawTerms {
  readonly purpose: 'regular' | 'cashAdvance' | 'balanceTransfer' | 'static';
  readonly rates: RateTerms;
  /** Section 6.7, in the order of the promos: each ends when the line is overdue by more than these days. */
  readonly promosDisqualifiedAfter: readonly (number | null)[];
  readonly limit: number | null;
  readonly minimum: MinimumTerms;
  readonly grace: GraceTerms | null;
  /** Section 10.1: what purchases of a period are spread by. */
  readonly amortization: Spread | null;
  readonly drawFee: {
    readonly amount: number;
    readonly percentage: string;
    readonly charged: 'firstPayment' | 'spread' | 'apart';
  };
  readonly periodic: readonly PeriodicTerms[];
  readonly endDate: Day | null;
  readonly deferred: DeferredTerms | null;
}

interface FactBase {
  readonly id: string;
  readonly on: Day;
  readonly time?: number;
  readonly number?: number;
  readonly at?: Instant;
  readonly recordedAt?: Instant;
}

export type Fact = FactBase & Happening;
export type FactKind = Happening['kind'];
export type FactOf<Kind extends FactKind> = FactBase & Extract<Happening, { kind: Kind }>;

/** What a refund or a dispute says of the purchase that it is about. */
export interface NamedPurchase {
  readonly id: string;
  readonly draw: string;
  readonly on: Day;
}

export type Happening =
  | { readonly kind: 'activation' }
  | LineMigration
  | { readonly kind: 'drawActivation'; readonly draw: string; readonly terms: DrawTerms }
  | { readonly kind: 'drawReopening'; readonly draw: string }
  | IndexChange
  /** `draw: null`: of all draws, those of later days too. */
  | (Exclude<RateChange, IndexChange> & { readonly draw: string | null; readonly disqualifiedAfter?: number | null })
  | { readonly kind: 'limit'; readonly amount: number }
  | { readonly kind: 'drawLimit'; readonly draw: string; readonly amount: number | null }
  | { readonly kind: 'spending'; readonly newDrawsAllowed: boolean }
  | { readonly kind: 'cycleChange'; readonly cycle: Cycle }
  | { readonly kind: 'minimumTerms'; readonly draw: string; readonly minimum: MinimumTerms }
  | { readonly kind: 'amortization'; readonly draw: string; readonly by: Spread }
  | Purchase
  | { readonly kind: 'authorization'; readonly draw: string; readonly amount: number }
  | { readonly kind: 'release'; readonly authorization: string }
  | {
      readonly kind: 'feeChange';
      readonly type: FeeType;
      readonly draw: string | null;
      readonly amount: number;
      readonly cap: number | null;
    }
  | { readonly kind: 'fee'; readonly type: FeeType; readonly amount: number; readonly draw: string | null }
  | { readonly kind: 'lateFeeNotified'; readonly obligation: number; readonly amount: number }
  | { readonly kind: 'waiver'; readonly fee: string; readonly amount: number | null }
  | { readonly kind: 'dispute'; readonly purchase: NamedPurchase; readonly amount: number }
  /** `dispute` is the id of the submission. */
  | {
      readonly kind: 'disputeOutcome';
      readonly dispute: string;
      readonly amount: number;
      readonly purchase: NamedPurchase;
      readonly outcome: 'won' | 'lost';
    }
  /** A refund or cash back. */
  | {
      readonly kind: 'purchaseCredit';
      readonly draw: string;
      readonly amount: number;
      readonly isPending: boolean;
      readonly original: NamedPurchase | null;
    }
  | {
      readonly kind: 'serviceCredit';
      readonly amount: number;
      readonly component: Component | null;
      readonly draw: string | null;
    }
  | {
      readonly kind: 'payment';
      readonly amount: number;
      readonly draw: string | null;
      readonly isPending: boolean;
      /** Of a recovery: what the agency kept. */
      readonly agencyFee: number;
    }
  | { readonly kind: 'reimbursement'; readonly amount: number }
  | { readonly kind: 'settlement'; readonly amount: number; readonly lastDay: Day }
  | { readonly kind: 'reAge' }
  | { readonly kind: 'acceleration' }
  | { readonly kind: 'chargeOff' }
  | { readonly kind: 'agency'; readonly servicedBy: 'creditor' | 'debtCollectionAgency' }
  | StatementSent
  | { readonly kind: 'drawCancel'; readonly draw: string }
  | { readonly kind: 'drawClose'; readonly draw: string }
  | { readonly kind: 'close' }
  | {
      readonly kind: 'undo';
      readonly of: string;
      readonly happenedOn: Day;
      readonly amount: number | null;
      readonly nsfFee: boolean;
    };

type IndexChange = Extract<RateChange, { kind: 'index' }>;

/** Section 5: it raises principal, and lowers or ends the hold of the authorization that it posts. */
interface Purchase {
  readonly kind: 'purchase';
  readonly draw: string;
  readonly amount: number;
  readonly isPending: boolean;
  readonly authorization: { readonly id: string; readonly endsHold: boolean } | null;
}

/** Section 8.5. */
interface StatementSent {
  readonly kind: 'statementSent';
  readonly obligation: number;
  readonly minimum: number;
  readonly newBalance: number;
  readonly fullBalances: Readonly<Record<string, number>>;
}

/** Section 14.7. */
export interface LineMigration {
  readonly kind: 'migration';
  readonly originatedOn: Day;
  readonly creditLimit: number;
  readonly customerCredit: number;
  /** The running period. */
  readonly ordinal: number;
  readonly periodStart: Day;
  readonly draws: readonly MigratedDraw[];
  readonly obligations: readonly MigratedObligation[];
  readonly waitingFees: readonly MigratedFee[];
  readonly lateFeeOrdinals: readonly number[];
  /** w of section 8.4. */
  readonly lateFeesTaken: number;
}

export interface MigratedFee {
  readonly key: string;
  readonly type: FeeType;
  readonly amount: number;
}

export interface MigratedDraw {
  readonly draw: string;
  readonly terms: DrawTerms;
  readonly activatedOn: Day;
  readonly isClosed: boolean;
  readonly principal: number;
  /** Cents, as decimal text. */
  readonly accruedInterest: string;
  readonly hasGrace: boolean;
  readonly waitingFees: readonly MigratedFee[];
  readonly deferredInterest: string | null;
  readonly amortization: { readonly amount: number; readonly rowsLeft: number } | null;
  /** Statements in a row that were paid in full, up to the last one that was checked. */
  readonly periodsPaidInFull: number;
}

export interface MigratedObligation {
  readonly ordinal: number;
  readonly statementDate: Day;
  readonly dueDate: Day;
  readonly amount: number;
  readonly lineFees: readonly MigratedFee[];
  readonly draws: readonly MigratedPart[];
  readonly newBalance: number;
  /** Taken since, of the whole line. */
  readonly fulfilled: number;
  readonly lateFeeTested: boolean;
}

export interface MigratedPart {
  readonly draw: string;
  readonly fees: readonly MigratedFee[];
  readonly interest: number;
  readonly principal: number;
  readonly fullBalance: number;
  readonly fulfilled: number;
  readonly isGraceChecked: boolean;
}

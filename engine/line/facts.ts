// The facts of a line of credit. A draw is no loan of its own: its facts are facts of its line, in one order
// (timeline.ts). What was edited is one fact replaced by another with the same id.

import type { FactBase, Happening } from '../account/facts.ts';
import type { Component, FeeType } from '../account/terms.ts';
import type { RateChange } from '../interest/rates.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { Amortization, CycleTerms, DrawMinimum, DrawTerms } from './terms.ts';

export type LineFact = FactBase & LineHappening;
export type LineFactKind = LineHappening['kind'];
export type LineFactOf<Kind extends LineFactKind> = FactBase & Extract<LineHappening, { kind: Kind }>;

/** What means the same on a line as on any loan. */
type CommonKind =
  | 'activation'
  | 'index'
  | 'lateFeeNotified'
  | 'lateFeeSuspension'
  | 'waiver'
  | 'reimbursement'
  | 'settlement'
  | 'acceleration'
  | 'chargeOff'
  | 'agency'
  | 'close'
  | 'undo';

export type LineHappening =
  | Extract<Happening, { kind: CommonKind }>
  | LineMigration
  // --- Draws ---
  /** The draw begins. Its id is `draw`; everything of it names it so. */
  | { readonly kind: 'drawActivation'; readonly draw: string; readonly terms: DrawTerms }
  /** It is not closed any more; a draw that was paid off is active again, with grace. */
  | { readonly kind: 'drawReopening'; readonly draw: string }
  /** As if it had never been activated. Only a draw on which nothing is posted. */
  | { readonly kind: 'drawCancel'; readonly draw: string }
  /** No new purchases; interest, bills and payments go on. */
  | { readonly kind: 'drawClose'; readonly draw: string }
  // --- Rates, limits, terms ---
  | LineRateChange
  | { readonly kind: 'limit'; readonly amount: Cents }
  | { readonly kind: 'drawLimit'; readonly draw: string; readonly amount: Cents | null }
  /** Whether draws may be made from here on, and whether spending on those there are is frozen. */
  | { readonly kind: 'spending'; readonly newDrawsAllowed: boolean; readonly drawsFrozen: boolean }
  /** Other statement and due days: the running period and the due date of its statement stay. */
  | { readonly kind: 'cycleChange'; readonly cycle: CycleTerms }
  /** It counts from the next statement on. */
  | { readonly kind: 'minimumTerms'; readonly draw: string; readonly minimum: DrawMinimum }
  /** From the next statement on, what is not due is spread over statements, or by an instalment. */
  | { readonly kind: 'amortization'; readonly draw: string; readonly by: Amortization }
  // --- Purchases ---
  /** A hold: it uses the limit and is in no ledger. */
  | { readonly kind: 'authorization'; readonly draw: string; readonly amount: Cents }
  /** The rest of a hold is free again: the authorization was canceled or declined. */
  | { readonly kind: 'release'; readonly authorization: string }
  | Purchase
  | PurchaseCredit
  | Dispute
  | DisputeOutcome
  // --- Fees ---
  /** A fee of a draw, or of the line. */
  | { readonly kind: 'fee'; readonly type: FeeType; readonly draw: string | null; readonly amount: Cents }
  /**
   * From the next statement on a fee of each period has this amount; one that is not there is added, zero ends it. The
   * fee of the type `draw` had this amount from the activation of the draw.
   */
  | {
      readonly kind: 'feeChange';
      readonly type: FeeType;
      readonly draw: string | null;
      readonly amount: Cents;
      readonly cap: Cents | null;
    }
  // --- Money ---
  /** Applied whether pending or succeeded; while pending it frees no limit. */
  | {
      readonly kind: 'payment';
      readonly amount: Cents;
      readonly status: 'pending' | 'succeeded';
      /** The draw that it is for; null: the line. */
      readonly draw: string | null;
      /** On a charged-off line: what the collection agency kept. */
      readonly agencyFee: Cents;
    }
  /** A pending payment has succeeded: it frees the limit from here on. */
  | { readonly kind: 'cleared'; readonly payment: string }
  | {
      readonly kind: 'serviceCredit';
      readonly amount: Cents;
      readonly component: Component | null;
      readonly draw: string | null;
    }
  // --- What becomes due, and when ---
  /** The statement as it was sent on this day: it stays valid, whatever is found out later (rules.md). */
  | {
      readonly kind: 'statementSent';
      readonly obligation: number;
      readonly minimum: Cents;
      readonly newBalance: Cents;
      /** The full balance of each draw as shown. */
      readonly draws: readonly { readonly draw: string; readonly fullBalance: Cents }[];
    }
  /** Overdue amounts are brought back: principal is not due any more, the rest is due with the next statement. */
  | { readonly kind: 'reAge' };

/** `draw: null` holds for all draws, those of later days too. An index is always that of the line. */
type LineRateChange =
  | (Extract<RateChange, { kind: 'rate' | 'ceiling' }> & { readonly draw: string | null })
  | (Extract<RateChange, { kind: 'promo' }> & {
      readonly draw: string | null;
      readonly disqualifyOverdueDays: number | null;
    });

/** A posted purchase, on its effective date. While pending it keeps the draw from being paid off. */
interface Purchase {
  readonly kind: 'purchase';
  readonly draw: string;
  readonly status: 'pending' | 'settled';
  readonly amount: Cents;
  /** The authorization that it posts: its hold falls by the amount, or ends. */
  readonly authorization: { readonly id: string; readonly endsHold: boolean } | null;
  /** Charged with it: where the purchase never was, neither were they. */
  readonly fees?: readonly FeeOfPurchase[];
}

export interface FeeOfPurchase {
  /** The fee keeps its own id when another fact replaces the purchase. */
  readonly id: string;
  readonly type: 'purchase' | 'foreignTransaction';
  readonly amount: Cents;
}

/** A refund or cash back. Pending it does nothing but keep the draw from being paid off. */
interface PurchaseCredit {
  readonly kind: 'purchaseCredit';
  readonly draw: string;
  readonly type: 'refund' | 'cashBack';
  readonly status: 'pending' | 'settled';
  readonly amount: Cents;
  /** What it takes back; null: nothing that is named. */
  readonly original: PurchaseNamed | null;
}

/** What a fact needs of the purchase that it names. */
export interface PurchaseNamed {
  readonly id: string;
  readonly draw: string;
  /** Its effective date. */
  readonly on: Day;
  readonly amount: Cents;
}

/** The borrower disputes a purchase, or a part of it. */
interface Dispute {
  readonly kind: 'dispute';
  readonly purchase: PurchaseNamed;
  readonly amount: Cents;
}

/** How a dispute ended. Won: the disputed part of the purchase never was. Else it is principal again from here on. */
interface DisputeOutcome {
  readonly kind: 'disputeOutcome';
  /** The id of the fact that submitted it, its amount, and the purchase. */
  readonly dispute: string;
  readonly amount: Cents;
  readonly purchase: PurchaseNamed;
  readonly outcome: 'won' | 'lost' | 'expired' | 'withdrawn';
}

/** A running line taken over from another system. The first statement after it ends the running period. */
interface LineMigration {
  readonly kind: 'migration';
  /** The day on which the line was opened. */
  readonly originatedOn: Day;
  readonly creditLimit: Cents;
  readonly customerCredit: Cents;
  /** The running period: its ordinal and its first day. */
  readonly ordinal: number;
  readonly periodStart: Day;
  readonly draws: readonly MigratedDraw[];
  /** Oldest first: those with something open or whose grace is still to be checked, and the last one in any case. */
  readonly obligations: readonly MigratedLineObligation[];
  /** Booked fees of the line that are in no obligation yet. */
  readonly waitingFees: readonly MigratedFee[];
  /** Obligations for which a late fee was booked, of the last six. */
  readonly lateFeeOrdinals: readonly number[];
  /** Late fees taken since nothing was open for the last time. */
  readonly lateFeesTaken: Cents;
}

export interface MigratedFee {
  readonly key: string;
  readonly type: FeeType;
  readonly amount: Cents;
}

export interface MigratedDraw {
  readonly draw: string;
  readonly terms: DrawTerms;
  /** Rates count from here. */
  readonly activatedOn: Day;
  readonly isClosed: boolean;
  /** Principal not due. */
  readonly principal: Cents;
  /** Cents as decimal text with at most six places: exact. */
  readonly accruedInterest: string;
  readonly hasGrace: boolean;
  readonly waitingFees: readonly MigratedFee[];
  /** Deferred interest so far, as `accruedInterest`; null: no programme runs. */
  readonly deferredInterest: string | null;
  /** The instalment and the rows left, the next statement's included. */
  readonly amortization: { readonly amount: Cents; readonly rowsLeft: number } | null;
  /** How many statements were paid in full in a row, up to the last one that was checked. */
  readonly periodsPaidInFull: number;
}

export interface MigratedLineObligation {
  readonly ordinal: number;
  readonly statementDate: Day;
  readonly dueDate: Day;
  /** What this statement asked for by itself, without older obligations. */
  readonly amount: Cents;
  /** What is open. */
  readonly lineFees: readonly MigratedFee[];
  readonly draws: readonly MigratedPart[];
  /** What the whole line owed after the statement, and what has been taken of it since. */
  readonly newBalance: Cents;
  readonly fulfilled: Cents;
  /** Whether its late fee was charged or ruled out before. */
  readonly lateFeeTested: boolean;
}

export interface MigratedPart {
  readonly draw: string;
  readonly fees: readonly MigratedFee[];
  readonly interest: Cents;
  readonly principal: Cents;
  readonly fullBalance: Cents;
  readonly fulfilled: Cents;
  readonly isGraceChecked: boolean;
}

// The facts of a loan. A loan is the fold of its facts in the order of `inOrder`, which never uses the time of arrival.

import type { RateChange } from '../interest/rates.ts';
import type { DueDays } from '../time/due-dates.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { Instant } from '../values/instant.ts';
import type { FeeType } from './terms.ts';

export interface FactBase {
  readonly id: string;
  /** The effective date. For an undo it is the day of what it undoes, and `replay` sets it itself. */
  readonly on: Day;
  /** Second of the day on the product's clock, if somebody said it; without it the fact counts at noon. */
  readonly time?: number;
  /** How many facts of the loan were recorded up to this one: it orders facts whose time is the same second. */
  readonly number?: number;
  /** The fact's own business timestamp: it orders facts of one kind at one time. */
  readonly at?: Instant;
  /** When it became known. Only `knownAt` reads it. */
  readonly recordedAt?: Instant;
}

export type Fact = FactBase & Happening;
export type FactKind = Happening['kind'];
export type FactOf<Kind extends FactKind> = FactBase & Extract<Happening, { kind: Kind }>;

export type Happening =
  | { readonly kind: 'activation' }
  | Migration
  | RateChange
  | DueDateChange
  /** The payment due on `dueDate` moves: to an additional due date at the end, or into the last payment. */
  | { readonly kind: 'deferral'; readonly dueDate: Day; readonly to: 'end' | 'lastPayment' }
  /** For `count` payments from `firstDueDate` on, `amount` is due, with the fees. None: the plan before it ends. */
  | {
      readonly kind: 'plan';
      readonly firstDueDate: Day;
      readonly count: number;
      readonly amount: Cents;
      readonly extend: boolean;
    }
  /**
   * A new payment is computed for the remaining due dates, or for `count`; or `amount` is kept and the due dates
   * follow.
   */
  | { readonly kind: 'reamortization'; readonly count: number | null; readonly amount: Cents | null }
  | ReAge
  | { readonly kind: 'advance'; readonly amount: Cents; readonly afterwards: 'keepPayment' | 'extend' | 'reamortize' }
  | { readonly kind: 'fee'; readonly type: FeeType; readonly amount: Cents }
  /** Waives the open part of the fee with this key; `amount`: only so much of it. */
  | { readonly kind: 'waiver'; readonly fee: string; readonly amount: Cents | null }
  /** From this day on a periodic fee has this amount; an origination fee had it from the start. */
  | { readonly kind: 'feeChange'; readonly type: FeeType; readonly amount: Cents; readonly cap: Cents | null }
  | {
      readonly kind: 'refund';
      readonly version: 1 | 2;
      readonly amount: Cents;
      readonly atFault: 'lender' | 'servicer' | 'merchant' | 'other';
      readonly reamortize: boolean;
    }
  | {
      readonly kind: 'serviceCredit';
      readonly amount: Cents;
      readonly component: 'fees' | 'interest' | 'principal' | null;
    }
  /** Applied whether pending or succeeded; what fails or comes back later is an undo. */
  | {
      readonly kind: 'payment';
      readonly amount: Cents;
      readonly status: 'pending' | 'succeeded';
      /** True: counts toward the next instalments, whatever the product's rule is. */
      readonly enablePrepayments: boolean;
      /** On a charged-off loan: what the collection agency kept. The borrower is credited with the whole amount. */
      readonly agencyFee: Cents;
    }
  /** Customer credit paid back to the borrower. */
  | { readonly kind: 'reimbursement'; readonly amount: Cents }
  /** When payments from here to `lastDay` reach `amount`, the rest is written off and the loan is paid off. */
  | { readonly kind: 'settlement'; readonly amount: Cents; readonly lastDay: Day }
  | { readonly kind: 'freeze' }
  | { readonly kind: 'unfreeze'; readonly accrueFrozenDays: boolean; readonly shiftDueDates: boolean }
  | { readonly kind: 'acceleration' }
  | { readonly kind: 'chargeOff'; readonly reason: string }
  | { readonly kind: 'agency'; readonly servicedBy: 'creditor' | 'debtCollectionAgency' }
  /** The borrower was notified of a late fee on the day it was charged: the fee stays, whatever facts follow. */
  | { readonly kind: 'lateFeeNotified'; readonly obligation: number; readonly amount: Cents }
  | LateFeeSuspension
  | { readonly kind: 'statementSent'; readonly obligation: number }
  | { readonly kind: 'close' }
  | Undo;

/** A running loan migrated from another system, instead of its activation. */
export interface Migration {
  readonly kind: 'migration';
  /** Principal not due; due and overdue amounts are in `obligations`. */
  readonly principal: Cents;
  /** Cents as decimal text, at most six places: exact. */
  readonly accruedInterest: string;
  readonly obligations: readonly MigratedObligation[];
  /** The payment, and the due dates after this day. */
  readonly payment: Cents;
  readonly dueDates: readonly Day[];
  /** The ordinal of the first of `dueDates`, and the first day of the running period. */
  readonly ordinal: number;
  readonly periodStart: Day;
  /** The day on which the loan began: rate terms count from it. */
  readonly originatedOn: Day;
  readonly paid: { readonly principal: Cents; readonly interest: Cents; readonly fees: Cents };
}

export interface MigratedObligation {
  readonly ordinal: number;
  readonly dueDate: Day;
  readonly interest: Cents;
  readonly principal: Cents;
  readonly lateFees: Cents;
  /** Whether its late fee was charged or ruled out before. */
  readonly lateFeeTested: boolean;
}

/** From here through the day `until` no late fee is charged, and none of these days later. */
interface LateFeeSuspension {
  readonly kind: 'lateFeeSuspension';
  readonly until: Day;
}

/** What is overdue of an installment loan is asked for again later, though it was not paid. */
interface ReAge {
  readonly kind: 'reAge';
  /** With the payments to come, which are solved again; or they stay, and the last one asks for the rest. */
  readonly into: 'payments' | 'end';
  /** How many due dates are added at the end. */
  readonly addedDates: number;
}

/**
 * Applies from the next period on: the due date of the running period stays. For a single-term loan `dueDate` is the
 * new one.
 */
interface DueDateChange extends DueDays {
  readonly kind: 'dueDateChange';
  readonly reamortize: boolean;
  readonly dueDate: Day | null;
}

/**
 * Failure, reversal, chargeback, cancellation: the fact `of` counts as if it had never happened, or as less by
 * `amount`.
 */
export interface Undo {
  readonly kind: 'undo';
  /** The id of a fact, or `acceleration` or `chargeOff` for an automatic one on the day `on`. */
  readonly of: string;
  readonly reason: 'failed' | 'reversed' | 'chargeback' | 'canceled';
  /** The day on which it happened: it dates the fee that it causes. */
  readonly happenedOn: Day;
  /** A part of it, such as of a chargeback; null: all of it. Below zero it counts as more: a fee that was raised. */
  readonly amount: Cents | null;
  /** Whether the product's fee for returned items is charged. */
  readonly nsfFee: boolean;
}

/** A fact that contradicts the other facts. A fact that comes too late is moot instead. */
export class FactRefused extends Error {
  override readonly name = 'FactRefused';
  readonly fact: string;

  constructor(fact: string, why: string) {
    super(`fact ${fact}: ${why}`);
    this.fact = fact;
  }
}

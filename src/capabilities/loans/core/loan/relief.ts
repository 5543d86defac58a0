// What a product has to make payments to come easier in hardship.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Frequency } from '@tenor/engine/time/due-dates.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LoanRow } from './tables.ts';

export const hardshipTypes = ['deferral', 'dueDateChange', 'customPaymentPlan', 'reAge'] as const;
export type HardshipType = (typeof hardshipTypes)[number];

export interface AskedDueDays {
  /** Null: as often as before. */
  readonly dueDatesFrequency?: Frequency | null;
  readonly specificDays: readonly (number | string)[];
  readonly reamortize?: boolean | null;
}

type Changes<F> = F extends Fact ? Omit<F, 'id' | 'on'> : never;

/** A fact without its place on the timeline. */
export type NewFact = Changes<Fact>;

/** `S` are states through today. */
export interface Relief<S> {
  /** Errors: NotForLines, OnlyForLines: its loans have no such tool. */
  mustHave(tool: HardshipType): void;
  /** Due dates to come whose payments may be deferred. */
  deferrable(state: S): readonly Day[];
  /** How many due dates may be added at the end. */
  addable(state: S): number;
  /** Due dates to come; the last one can begin only a plan that makes the loan longer. */
  plannable(state: S): readonly Day[];
  /** Whether a payment plan has payments to come. */
  hasPlan(state: S): boolean;
  /** Errors: InvalidRequest, InvalidSpecificDays, NothingToDo. */
  dueDateChange(reader: Reader, loan: LoanRow, state: S, asked: AskedDueDays): Promise<NewFact>;
  /** The first due or statement date that other due days move; undefined: none is left. */
  firstMovable(state: S): Day | undefined;
  /** `state` has the whole life. Errors: InvalidRequest, ReAgeNotAllowed. */
  reAge(reader: Reader, loan: LoanRow, state: S, asked: AskedReAge): Promise<ReAgeUse<S>>;
}

/** What the request says of an installment loan: where past due amounts go, and how many payments are added. */
export interface AskedReAge {
  readonly into: ReAgeInto | null;
  readonly addedPayments: number | null;
}

export const reAgeInto = ['payments', 'end'] as const;
export type ReAgeInto = (typeof reAgeInto)[number];

export interface ReAgeUse<S> {
  readonly fact: NewFact;
  /** As it was asked for, with what was meant; nothing of a line. */
  readonly said: { readonly into?: ReAgeInto; readonly addedPayments?: number };
  /** The next due date of what was overdue, in the state after it. */
  dueOn(after: S): Day | null;
}

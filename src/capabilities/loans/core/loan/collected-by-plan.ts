// What autopay asks of a product: which amounts its plans may have, when they come due, and what came in for them.
import type { Day } from '@tenor/engine/values/day.ts';

export const amountTypes = [
  'statementMinimumAmount',
  'statementMinimumAmountPlusExtra',
  'statementBalanceAmount',
  'dueAmount',
  'dueAmountPlusExtra',
  'dueAndOverdueAmount',
  'fixedAmount',
] as const;
export type AmountType = (typeof amountTypes)[number];

/** What is asked for at a due date, before an extra amount: what comes due, with what is overdue, or all of a statement. */
export type AskedFor = 'due' | 'dueAndOverdue' | 'statementBalance';

/** A due date that autopay can know. */
export interface Due {
  readonly on: Day;
  /** The number of its period. */
  readonly ordinal: number;
  /** The due date before it, or the day on which the loan began. */
  readonly after: Day;
  /** On a line, what the statement said: before its day nothing can be asked for. */
  readonly statement: { readonly on: Day; readonly minimum: number; readonly balance: number } | null;
}

export interface Asked {
  readonly whole: number;
  /** What is open of earlier due dates. */
  readonly older: number;
  /** What came in for it, from whomever, and what lies ahead of it. */
  readonly cameIn: number;
  /** It asks for all that is still owed, and `whole` is without what came in. */
  readonly isLast: boolean;
}

export interface CollectedByPlan<T, S> {
  readonly amounts: Readonly<Partial<Record<AmountType, AskedFor>>>;
  /** Whether what is paid beyond a due date counts for the next one. */
  readonly countsAhead: boolean;
  /** A payment may be planned for so many days after its due date: none of them costs a late fee. */
  daysAfterMax(terms: T): number;
  /** Whether nothing comes due any more once it is paid off. */
  readonly endsWithPayoff: boolean;
  /**
   * In their order. `state` is of yesterday, with records that begin before the last statement; `today` goes on from it
   * and has what moved due dates today.
   */
  dues(terms: T, state: S, today: S): readonly Due[];
  /** The payment of each due date; of a line, where each statement says it, none. */
  usual(state: S): number;
  /** Whether a change of the books has moved due dates, changed the usual payment, or brought a statement. */
  hasMoved(before: S, after: S): boolean;
  /** By the books of the due date, or of a later day; undefined if nothing of it is left to ask for. */
  asked(terms: T, state: S, due: Due, asks: AskedFor): Asked | undefined;
}

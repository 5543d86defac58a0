// What a product says of how its timeline is kept as books.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { AnyFact } from '@tenor/engine/account/order.ts';
import type { AccountPosition } from '@tenor/engine/account/state.ts';
import type { Reach } from '@tenor/engine/account/tail.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Steps } from '@tenor/engine/values/steps.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Difference, State } from './books.ts';
import type { LoanRow } from './tables.ts';

/** How its timeline is kept as books. */
export interface Kept<T, P, S> {
  /** Which facts change something before their own day. */
  readonly reach: Reach<AnyFact>;
  /** The first day that a new fact changes: its own day, for most. */
  firstDayOf(fact: Fact, position: P | null): Day;
  /** Rates and schedules hold from a day on, and an undo is on the day of what it undoes. */
  hasNoMoment(fact: Fact): boolean;
  /** Whether it is of a draw whose activation is dated on its day, and recorded before or beside it. */
  followsActivation(fact: Fact, loan: Pick<LoanRow, 'state'>, beside: readonly Fact[]): boolean;
  /** Asked at every read of a loan: of the position as it is kept, so that none is restored for it, or of a whole one. */
  followsIndex(terms: T, kept: AccountPosition | null): boolean;
  /** The last day, before this one, on which a period ended: a replay begins there. */
  lastTurn(position: P, through: Day): Day;
  /** The day of that end to come; null: nothing comes due, or there is nothing to bill. */
  nextTurn(position: P): Day | null;
  /** Whether periods have ended by the day of which `nextActionAt` says nothing, because no money moved. */
  hasTurned(position: P, day: Day): boolean;
  /** Rows of its own that a change of the books brings up to date, in the same commit. */
  storeParts(tx: Tx, change: BooksChanged<P>): void;
  /** The kind of the step that books the interest of a period. */
  readonly bookingStep: 'due' | 'statement';
  /** The interest of the periods that a change books, by the day of the booking. */
  periodInterest(terms: T, change: PeriodsBooked<S>): Steps<(on: Day) => Cents>;
}

interface BooksChanged<P> {
  /** The row before the change. */
  readonly loan: LoanRow;
  readonly before: P | null;
  readonly after: P;
  readonly difference: Difference;
  readonly now: Instant;
}

export interface PeriodsBooked<S = State> {
  readonly from: S | undefined;
  readonly after: S;
  readonly all: readonly Fact[];
}

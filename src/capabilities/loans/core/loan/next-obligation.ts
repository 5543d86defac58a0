// The obligation that comes due next, as every product says it.
import type { Day } from '@tenor/engine/values/day.ts';
import type { BookObligation } from './books.ts';

/** The obligation that comes due next: its amount, and how much of it is already paid. */
export interface NextObligation extends BookObligation {
  readonly begunOn: Day;
  readonly amount: number;
  readonly paidAhead: number;
  /** Fields that only this product shows, as of an obligation. */
  readonly own?: object;
}

export interface NextKept {
  readonly nextDueOn: Day | null;
  /** Absent if it changes from day to day; null if nothing comes due. */
  readonly next?: NextObligation | null;
}

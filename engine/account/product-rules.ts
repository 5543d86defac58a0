// What a product decides while a loan is replayed; everything else is the same for every loan.

import type { Day } from '../values/day.ts';
import type { Fact, FactOf } from './facts.ts';
import type { Loan, Moot } from './loan.ts';
import type { LoanPosition } from './state.ts';
import type { LoanTerms } from './terms.ts';

/** The facts with which a loan begins. */
export type Beginning = FactOf<'activation'> | FactOf<'migration'>;

export interface ProductRules<T extends LoanTerms, P extends LoanPosition> {
  /** The position at the beginning of every replay from the start. */
  readonly beforeActivation: (terms: T) => P;
  readonly begin: (loan: Loan<T, P>, fact: Beginning) => void;
  /** Makes the instalment of the next due date due. */
  readonly turnDue: (loan: Loan<T, P>, day: Day) => void;
  /** What a date on which rates are reset does besides; absent: nothing. */
  readonly reset?: (loan: Loan<T, P>) => void;
  /** Applies any other fact; returns the reason if it has no effect. */
  readonly apply: (loan: Loan<T, P>, fact: Exclude<Fact, Beginning>) => Moot;
}

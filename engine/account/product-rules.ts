// What a product decides while a loan is replayed; everything else is the same for every loan.

import type { Day } from '../values/day.ts';
import type { Fact, FactOf } from './facts.ts';
import type { Loan, Moot } from './loan.ts';
import type { LoanPosition } from './state.ts';
import type { LoanTerms } from './terms.ts';

/** The facts by which a loan begins. */
export type Beginning = FactOf<'activation'> | FactOf<'migration'>;

export interface ProductRules<T extends LoanTerms, P extends LoanPosition> {
  /** The position with which every replay from the start begins. */
  readonly beforeActivation: (terms: T) => P;
  readonly begin: (loan: Loan<T, P>, fact: Beginning) => void;
  /** Turns the instalment of the next due date to due. */
  readonly turnDue: (loan: Loan<T, P>, day: Day) => void;
  /** Any other fact; gives the reason where it finds nothing to do. */
  readonly apply: (loan: Loan<T, P>, fact: Exclude<Fact, Beginning>) => Moot;
}

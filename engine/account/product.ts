// The interface of a product: one value for each kind of loan. The service never asks which product a loan has.

import type { Day } from '../values/day.ts';
import type { Instant } from '../values/instant.ts';
import { finished, type Steps } from '../values/steps.ts';
import { type Difference, difference } from './difference.ts';
import { evenThrough } from './even.ts';
import type { Fact } from './facts.ts';
import { statusOf } from './loan.ts';
import { nextActionAt } from './next-action.ts';
import { type PastDue, pastDue } from './obligations.ts';
import type { AnyFact } from './order.ts';
import { type Payoff, payoffOf } from './payoff.ts';
import type { ProductRules } from './product-rules.ts';
import { type Overdue, overdueOf, type Reading, read } from './read.ts';
import type { Records } from './records.ts';
import { type ReplayOptions, replayBy } from './replay.ts';
import type { AccountPosition, LoanPosition, LoanState, Status } from './state.ts';
import type { LoanTerms } from './terms.ts';

/**
 * Methods and not properties: so the value of one product is also a `Product<LoanTerms, LoanPosition>`. The compiler
 * does not check that a product gets only its own terms and states.
 */
export interface Product<
  T = LoanTerms,
  P extends AccountPosition = LoanPosition,
  F extends AnyFact = Fact,
  R = Records,
  D = Difference,
  Read = Reading,
> {
  /** The name by which loans refer to this product. */
  readonly kind: string;
  /** Replays from the start, or from a checkpoint (`from`); through a day, or up to a fact of it (`last`). */
  replay(terms: T, facts: readonly F[], options: ReplayOptions<P, R>): LoanState<P, R>;
  /** The same, a step for each day on which something happens. */
  replaying(terms: T, facts: readonly F[], options: ReplayOptions<P, R>): Steps<LoanState<P, R>>;
  /** Both replayed from the same checkpoint, or both from the start. */
  difference(before: LoanState<P, R>, after: LoanState<P, R>): D;
  statusOf(position: P): Status;
  /** When the loan changes next without a new fact; null if it never does. */
  nextActionAt(terms: T, state: LoanState<P, R>, facts: readonly F[], zone: string): Instant | null;
  /** Balances, delinquency, paid amounts. */
  read(terms: T, state: LoanState<P, R>): Read;
  /** What of it should have been paid by now. */
  overdue(terms: T, state: LoanState<P, R>): Overdue;
  /** The last day through which each day brings the same, if no fact comes (even.ts). */
  evenThrough(terms: T, state: LoanState<P, R>): Day;
  payoffOf(terms: T, state: LoanState<P, R>): Payoff;
  pastDue(terms: T, state: LoanState<P, R>): readonly PastDue[];
  /** The position as a checkpoint keeps it: at least the fields that every product has, under their names. */
  stored(position: P): AccountPosition;
  restored(kept: AccountPosition): P;
}

export function productOf<T extends LoanTerms, P extends LoanPosition>(
  kind: string,
  rules: ProductRules<T, P>,
): Product<T, P> {
  const replaying = replayBy(rules);
  return {
    kind,
    replay: (terms, facts, options) => finished(replaying(terms, facts, options)),
    replaying,
    difference,
    statusOf,
    nextActionAt,
    read,
    overdue: overdueOf,
    evenThrough,
    payoffOf,
    pastDue,
    stored: (position) => position,
    restored: (kept) => kept as P,
  };
}

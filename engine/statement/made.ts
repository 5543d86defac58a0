// How the statements of a loan are made, one after the other: each from the loan as the one before left it.

import type { AnyFact } from '../account/order.ts';
import type { ReplayOptions } from '../account/replay.ts';
import type { AccountPosition, LoanState } from '../account/state.ts';
import { lastOn } from '../account/tail.ts';
import type { Day } from '../values/day.ts';
import type { Steps } from '../values/steps.ts';
import type { StatementFigures, YearToDate } from './figures.ts';
import type { StatementDay } from './loan-days.ts';

/** What a statement is made of. */
export interface Made<T, S, F> {
  readonly terms: T;
  /** The loan at the statement before; null: this is the first one. */
  readonly before: S | null;
  /** The loan at this one, with the records since the one before. */
  readonly after: S;
  readonly facts: readonly F[];
  readonly day: StatementDay;
  /** As the statement before told it. */
  readonly yearToDate: YearToDate | null;
}

type AnyState<P extends AccountPosition, R> = LoanState<P, R>;

export interface Following<S> {
  readonly known: S;
  readonly after: Day;
  readonly through: Day;
}

/** What a product says of its statements. */
export interface StatementRules<T, P extends AccountPosition, F extends AnyFact, R> {
  replaying(terms: T, facts: readonly F[], options: ReplayOptions<P, R>): Steps<AnyState<P, R>>;
  /** The next one after a day, by what is known of the loan on the day of the state; undefined: none comes. */
  next(terms: T, state: AnyState<P, R>, after: Day): StatementDay | undefined;
  /** The next one by what happens through a later day. */
  following(terms: T, facts: readonly F[], asked: Following<AnyState<P, R>>): Steps<StatementDay | undefined>;
  /** Whether it was made on its day. */
  isMade(terms: T, state: AnyState<P, R>, day: StatementDay): boolean;
  figures(made: Made<T, AnyState<P, R>, F>): StatementFigures;
}

interface Asked<T, P extends AccountPosition, F extends AnyFact, R> {
  readonly terms: T;
  readonly facts: readonly F[];
  /** The loan at the last statement that stands, and what that told of the year; absent: all are made. */
  readonly from?: AnyState<P, R> | undefined;
  readonly yearToDate?: YearToDate | null | undefined;
  /** The first day of the loan. */
  readonly startedOn: Day;
  readonly through: Day;
}

interface MadeStatements {
  readonly statements: readonly StatementFigures[];
  /** The day of the next one, as far as it is known; null: none comes. */
  readonly nextOn: Day | null;
}

/** The loan at a statement: after what the calendar brings on its day, before anything else of the day. */
export function* atStatement<T, P extends AccountPosition, F extends AnyFact, R>(
  rules: StatementRules<T, P, F, R>,
  { terms, facts }: { readonly terms: T; readonly facts: readonly F[] },
  on: Day,
  from?: AnyState<P, R>,
): Steps<AnyState<P, R>> {
  return yield* rules.replaying(terms, facts, { through: on, last: lastOn(on, []), from });
}

export function* statementsThrough<T, P extends AccountPosition, F extends AnyFact, R>(
  rules: StatementRules<T, P, F, R>,
  asked: Asked<T, P, F, R>,
): Steps<MadeStatements> {
  const { terms, facts, startedOn, through } = asked;
  const statements: StatementFigures[] = [];
  let before = asked.from;
  let yearToDate = asked.yearToDate ?? null;
  const began = before ?? (yield* rules.replaying(terms, facts, { through: Math.min(startedOn, through) }));
  let day = yield* rules.following(terms, facts, { known: began, after: before?.through ?? startedOn, through });
  while (day !== undefined && day.on <= through) {
    const after: AnyState<P, R> = yield* atStatement(rules, asked, day.on, before);
    const { on }: StatementDay = day;
    if (rules.isMade(terms, after, day)) {
      const figures = rules.figures({ terms, before: before ?? null, after, facts, day, yearToDate });
      statements.push(figures);
      ({ yearToDate } = figures);
      before = after;
    }
    day = yield* rules.following(terms, facts, { known: after, after: on, through });
  }
  return { statements, nextOn: day?.on ?? null };
}

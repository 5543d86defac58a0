// How the statements of a loan are made, one after the other: each from the loan as the one before left it.

import type { AnyFact } from '../account/order.ts';
import type { LoanEvent } from '../account/records.ts';
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

/** What the records of both products have. */
interface Told {
  readonly events: readonly LoanEvent[];
}

/** What a product says of its statements. */
export interface StatementRules<T, P extends AccountPosition, F extends AnyFact, R> {
  replaying(terms: T, facts: readonly F[], options: ReplayOptions<P, R>): Steps<AnyState<P, R>>;
  /** The next one after a day; undefined: none comes. */
  next(terms: T, state: AnyState<P, R>, after: Day): StatementDay | undefined;
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

export function* statementsThrough<T, P extends AccountPosition, F extends AnyFact, R extends Told>(
  rules: StatementRules<T, P, F, R>,
  asked: Asked<T, P, F, R>,
): Steps<MadeStatements> {
  const { terms, facts, startedOn, through } = asked;
  const statements: StatementFigures[] = [];
  let before = asked.from;
  let yearToDate = asked.yearToDate ?? null;
  const began = before ?? (yield* rules.replaying(terms, facts, { through: Math.min(startedOn, through) }));
  let day = yield* following(rules, asked, began, before?.through ?? startedOn);
  while (day !== undefined && day.on <= through) {
    const after: AnyState<P, R> = yield* atStatement(rules, asked, day.on, before);
    // A due date may have been moved since, and then the statement comes on another day.
    const moved = rules.next(terms, after, before?.through ?? startedOn);
    if (moved !== undefined && moved.on < day.on && !rules.isMade(terms, after, day)) {
      day = moved;
      continue;
    }
    const { on }: StatementDay = day;
    if (rules.isMade(terms, after, day)) {
      const figures = rules.figures({ terms, before: before ?? null, after, facts, day, yearToDate });
      statements.push(figures);
      ({ yearToDate } = figures);
      before = after;
    }
    day = yield* following(rules, asked, after, on);
  }
  return { statements, nextOn: day?.on ?? null };
}

/** What brings back statements: a loan owes again, or it is not frozen any more. */
const opens: readonly string[] = ['loan.statuschanged', 'loan.unfrozen'];

/**
 * Where no statement follows by what is known on the day of one, something later may bring them back, and end them again:
 * the loan is looked at when it opens, and not only on the last day.
 */
function* following<T, P extends AccountPosition, F extends AnyFact, R extends Told>(
  rules: StatementRules<T, P, F, R>,
  { terms, facts, through }: Asked<T, P, F, R>,
  known: AnyState<P, R>,
  after: Day,
): Steps<StatementDay | undefined> {
  const next = rules.next(terms, known, after);
  if (next !== undefined || known.through >= through) return next;
  const whole = yield* rules.replaying(terms, facts, { through, from: known });
  let state = known;
  for (const { on } of whole.records.events.filter(({ type }) => opens.includes(type))) {
    // What opened it in the calendar of a day may be paid on this day.
    for (const last of [lastOn(on, []), undefined]) {
      state = yield* rules.replaying(terms, facts, { through: on, last, from: state });
      const found = rules.next(terms, state, after);
      if (found !== undefined) return found;
    }
  }
  return rules.next(terms, whole, after);
}

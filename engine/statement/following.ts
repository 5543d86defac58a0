// Which statement follows one, by all that happens until a day: a due date may be moved, and a loan may open again and end
// again, before anybody looks.

import type { Fact } from '../account/facts.ts';
import type { ReplayOptions } from '../account/replay.ts';
import { lastOn } from '../account/tail.ts';
import { installment } from '../installment/product.ts';
import type { State } from '../installment/state.ts';
import type { Terms } from '../installment/terms.ts';
import type { LineFact } from '../line/facts.ts';
import { line } from '../line/product.ts';
import type { LineState } from '../line/records.ts';
import type { LineTerms } from '../line/terms.ts';
import type { Day } from '../values/day.ts';
import type { Steps } from '../values/steps.ts';
import { daysBeforeDue, lastOfLoan, type StatementDay } from './loan-days.ts';
import type { Following } from './made.ts';

type Next<T, S> = (terms: T, state: S, after: Day) => StatementDay | undefined;

/** The bills of a line are among its records, and the date of the next one is never moved. */
export function* followingOfLine(
  next: Next<LineTerms, LineState>,
  [terms, facts]: readonly [LineTerms, readonly LineFact[]],
  { known, after, through }: Following<LineState>,
): Steps<StatementDay | undefined> {
  const found = next(terms, known, after);
  if (found !== undefined || known.through >= through) return found;
  return next(terms, yield* line.replaying(terms, facts, { through, from: known }), after);
}

interface LoanRules {
  readonly next: Next<Terms, State>;
  isMade(terms: Terms, state: State, day: StatementDay): boolean;
}

export function* followingOfLoan(
  { next: nextOf, isMade }: LoanRules,
  [terms, facts]: readonly [Terms, readonly Fact[]],
  { known, after, through }: Following<State>,
): Steps<StatementDay | undefined> {
  // A due date that is moved after its statement has no other one.
  const made = lastOfLoan(known.position, daysBeforeDue(terms), after)?.ordinal ?? Number.NEGATIVE_INFINITY;
  const next = (state: State, since: Day): StatementDay | undefined => {
    const found = nextOf(terms, state, since);
    return found === undefined || found.ordinal > made ? found : next(state, found.on);
  };
  const expected = next(known, after);
  if (known.through >= through) return expected;
  const replaying = (options: ReplayOptions<State['position']>): Steps<State> =>
    installment.replaying(terms, facts, options);
  if (expected !== undefined && expected.on <= through) {
    const state = yield* replaying({ through: expected.on, last: lastOn(expected.on, []), from: known });
    if (isMade(terms, state, expected)) return expected;
  }
  const whole = yield* replaying({ through, from: known });
  if (expected !== undefined && expected.on > through && next(whole, after)?.on === expected.on) return expected;
  let state = known;
  let since = after;
  for (const on of daysOf(facts, whole, known.through)) {
    const found = next(state, since);
    // Nothing happens before it.
    if (found !== undefined && found.on < on) return found;
    state = yield* replaying({ through: on, last: lastOn(on, []), from: state });
    const today = next(state, Math.max(since, on - 1));
    if (today?.on === on) return today;
    state = yield* replaying({ through: on, from: state });
    since = Math.max(since, on);
  }
  return next(state, since);
}

/** The days on which something happens to a loan: the index alone neither begins nor ends anything. */
function daysOf(facts: readonly Fact[], { through, records }: State, from: Day): Day[] {
  const told = facts.filter(({ kind }) => kind !== 'index').map(({ on }) => on);
  const days = new Set([...told, ...records.events.map(({ on }) => on)].filter((on) => on >= from && on <= through));
  return [...days].sort((a, b) => a - b);
}

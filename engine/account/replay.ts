// Replays a loan from its facts: only the days on which something happens, none between them.

import type { Day } from '../values/day.ts';
import type { Instant } from '../values/instant.ts';
import { accrueTo } from './accrual.ts';
import { applyFact } from './apply.ts';
import { never, nextCalendarDay, workCalendarDay } from './calendar-day.ts';
import type { Fact } from './facts.ts';
import { type Loan, loanAt } from './loan.ts';
import type { Place } from './order.ts';
import { copyOf } from './position.ts';
import type { ProductRules } from './product-rules.ts';
import { type LoanPosition, type LoanState, rulesVersion, type Suppressed } from './state.ts';
import type { LoanTerms } from './terms.ts';
import { byDay, type Timeline, timelineOf } from './timeline.ts';

export interface ReplayOptions<P extends LoanPosition = LoanPosition> {
  /** The last day whose facts count. */
  readonly through: Day;
  /** The last fact of that day that counts, for a checkpoint inside the day; absent: all of them. */
  readonly last?: Place | undefined;
  /** Counts only facts that were recorded by then; absent: all. */
  readonly knownAt?: Instant | undefined;
  /** A checkpoint: the state through an earlier day, or after a fact. It contains all facts up to there. */
  readonly from?: LoanState<P> | undefined;
}

export function replayBy<T extends LoanTerms, P extends LoanPosition>(
  rules: ProductRules<T, P>,
  terms: T,
  facts: readonly Fact[],
  options: ReplayOptions<P>,
): LoanState<P> {
  const { through, last, knownAt, from } = options;
  const after = from?.through ?? Number.MIN_SAFE_INTEGER;
  if (from !== undefined) checkCheckpoint(from, options);
  const timeline = timelineOf(facts, { after, afterFact: from?.last, through, last, knownAt });
  const effective = withOriginationFee(terms, timeline.origination);
  const loan = loanAt(effective, from === undefined ? rules.beforeActivation(effective) : copyOf(from.position));
  expectFromUndos(loan.position, timeline);
  fold(rules, loan, timeline.facts, through);
  if (loan.position.standing !== 'pending') accrueTo(loan, through);
  const state = { rules: rulesVersion, through, position: loan.position, records: loan.records };
  return last === undefined ? state : { ...state, last };
}

/** A forecast does more on a day than a replay: instead of the calendar alone, and after the facts. */
interface DayWork<L extends Loan> {
  readonly calendar: (loan: L, day: Day) => void;
  readonly end: (loan: L, day: Day) => void;
}

/** Works every day that has something to do, through `through`, or until nothing is left to do. */
export function fold<T extends LoanTerms, P extends LoanPosition>(
  rules: ProductRules<T, P>,
  loan: Loan<T, P>,
  facts: readonly Fact[],
  through: Day,
  work?: DayWork<Loan<T, P>>,
): void {
  let next = 0;
  for (;;) {
    const calendarDay = nextCalendarDay(loan);
    const day = Math.min(calendarDay, facts[next]?.on ?? never);
    if (day > through || day === never) return;
    accrueTo(loan, day);
    loan.position.workedDay = day;
    if (calendarDay === day) {
      if (work === undefined) workCalendarDay(loan, day, rules.turnDue);
      else work.calendar(loan, day);
    }
    for (let fact = facts[next]; fact !== undefined && fact.on === day; fact = facts[++next])
      applyFact(rules, loan, fact);
    work?.end(loan, day);
  }
}

function checkCheckpoint({ rules, through: reached }: LoanState, { through, last }: ReplayOptions): void {
  if (last !== undefined && last.on !== through) throw new RangeError('the last fact is of another day');
  if (rules !== rulesVersion) throw new RangeError(`a checkpoint of rules ${rules} cannot go on under ${rulesVersion}`);
  if (reached > through) throw new RangeError('the checkpoint lies after the day asked for');
}

/** Adds what undos in the timeline will cause. */
function expectFromUndos(p: LoanPosition, { returnedItems, suppressed }: Timeline): void {
  if (returnedItems.length > 0) p.returnedItems = [...p.returnedItems, ...returnedItems].sort(byDay);
  if (suppressed.length > 0) p.suppressed = [...p.suppressed, ...suppressed].sort(bySuppression);
}

function bySuppression(a: Suppressed, b: Suppressed): number {
  return a.from - b.from || a.to - b.to || (a.what < b.what ? -1 : 1);
}

function withOriginationFee<T extends LoanTerms>(terms: T, amount: number | null): T {
  const { origination } = terms.fees;
  if (amount === null || origination === null) return terms;
  return { ...terms, fees: { ...terms.fees, origination: { ...origination, amount: amount as never } } };
}

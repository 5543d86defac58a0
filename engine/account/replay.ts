// Replays a loan from its facts: only the days on which something happens, none between them. Each of these days is a
// step, so that a service can answer others during the replay of a long life.

import type { Day } from '../values/day.ts';
import type { Instant } from '../values/instant.ts';
import type { Steps } from '../values/steps.ts';
import { accrueTo } from './accrual.ts';
import { applyFact } from './apply.ts';
import { never, nextCalendarDay, workCalendarDay } from './calendar-day.ts';
import type { Fact } from './facts.ts';
import { type Loan, loanAt } from './loan.ts';
import type { AnyFact, Place } from './order.ts';
import { copyOf } from './position.ts';
import type { ProductRules } from './product-rules.ts';
import { type AccountPosition, type LoanPosition, type LoanState, rulesVersion, type Suppressed } from './state.ts';
import type { LoanTerms } from './terms.ts';
import { byDay, type Timeline, timelineOf } from './timeline.ts';

export interface ReplayOptions<P extends AccountPosition = LoanPosition, R = LoanState<P>['records']> {
  /** The last day whose facts count. */
  readonly through: Day;
  /** The last fact of that day that counts, for a checkpoint inside the day; absent: all of them. */
  readonly last?: Place | undefined;
  /** Counts only facts that were recorded by then; absent: all. */
  readonly knownAt?: Instant | undefined;
  /** A checkpoint: the state through an earlier day, or after a fact. It contains all facts up to there. */
  readonly from?: LoanState<P, R> | undefined;
}

/** A loan during a replay, as far as the fold looks at it. */
interface Folded<P extends AccountPosition, R> {
  readonly position: P;
  readonly records: R & { readonly moot: { fact: string; on: Day; why: string }[] };
}

/** How a kind of loan goes through its days. */
interface Course<L, F> {
  /** The next day on which the calendar has something to do. */
  nextDay(loan: L): Day;
  /** Before anything happens on the day. */
  startDay(loan: L, day: Day): void;
  calendar(loan: L, day: Day): void;
  apply(loan: L, fact: F): void;
  /** After the facts of the day. */
  endDay?(loan: L, day: Day): void;
}

/** How a kind of loan begins and ends a replay. */
export interface Frame<T, P extends AccountPosition, L, F extends AnyFact> extends Course<L, F> {
  /** The loan before its facts: at a position, which stays as it is, or before its activation. */
  open(terms: T, position: P | null, timeline: Timeline<F>): L;
  /** Completes the interest of the days before this one. */
  finish(loan: L, through: Day): void;
}

type Replay<T, P extends LoanPosition> = (
  terms: T,
  facts: readonly Fact[],
  options: ReplayOptions<P>,
) => Steps<LoanState<P>>;

export function replayBy<T extends LoanTerms, P extends LoanPosition>(rules: ProductRules<T, P>): Replay<T, P> {
  const frame = frameOf(rules);
  return (terms, facts, options) => replayIn(frame, terms, facts, options);
}

export function* replayIn<T, P extends AccountPosition, R, L extends Folded<P, R>, F extends AnyFact>(
  frame: Frame<T, P, L, F>,
  terms: T,
  facts: readonly F[],
  options: ReplayOptions<P, R>,
): Steps<LoanState<P, R>> {
  const { through, last, knownAt, from } = options;
  const after = from?.through ?? Number.MIN_SAFE_INTEGER;
  if (from !== undefined) checkCheckpoint(from, options);
  const timeline = timelineOf(facts, { after, afterFact: from?.last, through, last, knownAt });
  const loan = frame.open(terms, from?.position ?? null, timeline);
  expectFromUndos(loan.position, timeline);
  for (const { id, on } of timeline.moot)
    loan.records.moot.push({ fact: id, on, why: 'there is nothing that it undoes' });
  yield* foldIn(frame, loan, timeline.facts, through);
  if (loan.position.standing !== 'pending') frame.finish(loan, through);
  const state = { rules: rulesVersion, through, position: loan.position, records: loan.records };
  return last === undefined ? state : { ...state, last };
}

function frameOf<T extends LoanTerms, P extends LoanPosition>(
  rules: ProductRules<T, P>,
): Frame<T, P, Loan<T, P>, Fact> {
  return {
    ...courseOf(rules),
    open(terms, position, { origination }) {
      const effective = withOriginationFee(terms, origination);
      return loanAt(effective, position === null ? rules.beforeActivation(effective) : copyOf(position));
    },
    finish: accrueTo,
  };
}

function courseOf<T extends LoanTerms, P extends LoanPosition>(rules: ProductRules<T, P>): Course<Loan<T, P>, Fact> {
  return {
    nextDay: nextCalendarDay,
    startDay: accrueTo,
    calendar: (loan, day) => workCalendarDay(loan, day, rules),
    apply: (loan, fact) => applyFact(rules, loan, fact),
  };
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
  work: DayWork<Loan<T, P>>,
): Steps<void> {
  return foldIn({ ...courseOf(rules), calendar: work.calendar, endDay: work.end }, loan, facts, through);
}

function* foldIn<L extends { readonly position: AccountPosition }, F extends AnyFact>(
  course: Course<L, F>,
  loan: L,
  facts: readonly F[],
  through: Day,
): Steps<void> {
  let next = 0;
  for (;;) {
    const calendarDay = course.nextDay(loan);
    const day = Math.min(calendarDay, facts[next]?.on ?? never);
    if (day > through || day === never) return;
    course.startDay(loan, day);
    loan.position.workedDay = day;
    if (calendarDay === day) course.calendar(loan, day);
    for (let fact = facts[next]; fact !== undefined && fact.on === day; fact = facts[++next]) course.apply(loan, fact);
    course.endDay?.(loan, day);
    yield;
  }
}

function checkCheckpoint(
  { rules, through: reached }: { readonly rules: number; readonly through: Day },
  { through, last }: { readonly through: Day; readonly last?: Place | undefined },
): void {
  if (last !== undefined && last.on !== through) throw new RangeError('the last fact is of another day');
  if (rules !== rulesVersion) throw new RangeError(`a checkpoint of rules ${rules} cannot go on under ${rulesVersion}`);
  if (reached > through) throw new RangeError('the checkpoint lies after the day asked for');
}

/** Adds what undos in the timeline will cause. */
function expectFromUndos(
  p: AccountPosition,
  { returnedItems, suppressed }: Pick<Timeline, 'returnedItems' | 'suppressed'>,
): void {
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

// The loan as the fold of its facts: day after day on which something happens, and none between.

import { beforeActivation, copyOf, type Loan, loanAt } from '../account/account.ts';
import { accrueTo } from '../account/accrual.ts';
import { never, nextCalendarDay, workCalendarDay } from '../account/calendar-day.ts';
import type { Fact, Place } from '../account/facts.ts';
import { byDay, type Timeline, timelineOf } from '../account/timeline.ts';
import type { Day } from '../values/day.ts';
import type { Instant } from '../values/instant.ts';
import { apply } from './apply.ts';
import { type Position, rulesVersion, type State, type Suppressed } from './state.ts';
import type { Terms } from './terms.ts';

export interface ReplayOptions {
  /** The last day whose facts count. */
  readonly through: Day;
  /** The last fact of that day that counts, for a checkpoint inside the day; absent: all of them. */
  readonly last?: Place | undefined;
  /** Only what was recorded by then; absent: all. */
  readonly knownAt?: Instant | undefined;
  /** A checkpoint: the state through an earlier day, or after a fact. What lies before is in it already. */
  readonly from?: State | undefined;
}

export function replay(terms: Terms, facts: readonly Fact[], options: ReplayOptions): State {
  const { through, last, knownAt, from } = options;
  const after = from?.through ?? Number.MIN_SAFE_INTEGER;
  if (from !== undefined) checkCheckpoint(from, options);
  const timeline = timelineOf(facts, { after, afterFact: from?.last, through, last, knownAt });
  const effective = withOriginationFee(terms, timeline.origination);
  const loan = loanAt(effective, from === undefined ? beforeActivation(effective) : copyOf(from.position));
  expectFromUndos(loan.position, timeline);
  fold(loan, timeline.facts, through);
  if (loan.position.standing !== 'pending') accrueTo(loan, through);
  const state = { rules: rulesVersion, through, position: loan.position, records: loan.records };
  return last === undefined ? state : { ...state, last };
}

/** What a day brings by itself, and what follows its facts: looking ahead (schedule-of.ts) does more than replaying. */
export interface DayWork {
  readonly calendar: (loan: Loan, day: Day) => void;
  readonly end: (loan: Loan, day: Day) => void;
}

const plainDay: DayWork = { calendar: workCalendarDay, end: () => undefined };

/** Works every day that has something to do, up to and including `through`, or until nothing is left to do. */
export function fold(loan: Loan, facts: readonly Fact[], through: Day, { calendar, end } = plainDay): void {
  let next = 0;
  for (;;) {
    const calendarDay = nextCalendarDay(loan);
    const day = Math.min(calendarDay, facts[next]?.on ?? never);
    if (day > through || day === never) return;
    accrueTo(loan, day);
    loan.position.workedDay = day;
    if (calendarDay === day) calendar(loan, day);
    for (let fact = facts[next]; fact !== undefined && fact.on === day; fact = facts[++next]) apply(loan, fact);
    end(loan, day);
  }
}

function checkCheckpoint({ rules, through: reached }: State, { through, last }: ReplayOptions): void {
  if (last !== undefined && last.on !== through) throw new RangeError('the last fact is of another day');
  if (rules !== rulesVersion) throw new RangeError(`a checkpoint of rules ${rules} cannot go on under ${rulesVersion}`);
  if (reached > through) throw new RangeError('the checkpoint lies after the day asked for');
}

/** What undos in the timeline will bring. */
function expectFromUndos(p: Position, { returnedItems, suppressed }: Timeline): void {
  if (returnedItems.length > 0) p.returnedItems = [...p.returnedItems, ...returnedItems].sort(byDay);
  if (suppressed.length > 0) p.suppressed = [...p.suppressed, ...suppressed].sort(bySuppression);
}

function bySuppression(a: Suppressed, b: Suppressed): number {
  return a.from - b.from || a.to - b.to || (a.what < b.what ? -1 : 1);
}

function withOriginationFee(terms: Terms, amount: number | null): Terms {
  const { origination } = terms.fees;
  if (amount === null || origination === null) return terms;
  return { ...terms, fees: { ...terms.fees, origination: { ...origination, amount: amount as never } } };
}

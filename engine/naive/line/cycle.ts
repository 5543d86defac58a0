// The billing cycle (section 2).

import { TermsRefused } from '../../account/terms.ts';
import type { CycleTerms, LineTerms } from '../../line/terms.ts';
import type { Day } from '../../values/day.ts';
import { clampedDay, following } from '../civil.ts';
import { anchored, faultOfDueDays, halfPeriod, nextInSeries } from '../series.ts';

/** 2.2: the days of the one series that is fixed; of two fixed days it is that of the statements. */
function seriesOf(cycle: CycleTerms): CycleTerms {
  return cycle.fixed === 'both' ? { ...cycle, days: cycle.days.slice(0, 1) } : cycle;
}

function mustFollow(day: Day | null): Day {
  if (day === null) throw new TermsRefused('cycle.frequency', 'a line has no single term');
  return day;
}

/** The first statement date strictly after `after`. */
export function nextStatement(cycle: CycleTerms, after: Day): Day {
  if (cycle.fixed !== 'dueDay') return mustFollow(nextInSeries(seriesOf(cycle), after));
  return mustFollow(nextInSeries(cycle, after + (cycle.dueAfterDays ?? 0))) - (cycle.dueAfterDays ?? 0);
}

export function dueDateOf(cycle: CycleTerms, statement: Day): Day {
  if (cycle.fixed !== 'both') return statement + (cycle.dueAfterDays ?? 0);
  return mustFollow(nextInSeries({ ...cycle, days: cycle.days.slice(1, 2) }, statement));
}

/** 2.4: the first statement is strictly after the activation, and not within the buffer. */
export function beforeFirstStatement(terms: LineTerms, activation: Day): Day {
  return Math.max(activation, activation + (terms.bufferDays ?? 0) - 1);
}

/** A frequency of two weeks without a first day begins with the first weekday that fits. */
export function anchoredCycle(cycle: CycleTerms, after: Day): CycleTerms {
  const isDue = cycle.fixed === 'dueDay';
  const { startDate } = anchored(cycle, isDue ? after + (cycle.dueAfterDays ?? 0) : after, after);
  return { ...cycle, startDate };
}

/** 2.9: the first statement date of the new days; `running` is the one that closes the running period. */
export function statementAfterChange(cycle: CycleTerms, running: { statement: Day; due: Day }): Day {
  const after = Math.max(running.statement + halfPeriod(cycle), running.due);
  return nextStatement(anchoredCycle(cycle, after), after);
}

/** 2.6. */
export function deadlineOf(terms: LineTerms, dueDate: Day): Day {
  return terms.delinquency.deadlines === 'following' ? following(dueDate) : dueDate;
}

/** 2.3: days that a statement must be sent before its due date. */
export function leastDays(terms: LineTerms, hasGrace: boolean): number {
  if (terms.regulation === 'none') return 1;
  return terms.regulation === 'card' || hasGrace ? 21 : 14;
}

/** 2.3: what is wrong with the days, if anything. `hasGrace`: a draw has a grace period. */
export function faultOfCycle(terms: LineTerms, cycle: CycleTerms, hasGrace: boolean): string | undefined {
  if (cycle.fixed === 'both' && (cycle.frequency !== 'monthly' || cycle.days.length !== 2)) {
    return 'two fixed days are a statement day and a due day of a month';
  }
  const each = cycle.fixed === 'both' ? cycle.days.map((day) => [day]) : [cycle.days];
  const faults = each.map((days) => faultOfDueDays({ ...cycle, days }));
  const fault = faults.find((found) => found !== undefined);
  if (fault !== undefined) return fault;
  if (terms.regulation === 'card') {
    if (cycle.frequency !== 'monthly' || cycle.fixed === 'statementDay') return 'a card has one due day each month';
    const dueDay = cycle.days.at(-1);
    if (dueDay === 29 || dueDay === 30) return 'the due day of a card is another one in February';
  }
  return faultOfDates(terms, cycle, leastDays(terms, hasGrace));
}

/** Over 48 months with a leap year among them. */
function faultOfDates(terms: LineTerms, cycle: CycleTerms, least: number): string | undefined {
  const from = clampedDay(2027, 1, 1);
  const until = clampedDay(2031, 1, 1);
  const series = anchoredCycle(cycle, from - 1);
  for (let statement = nextStatement(series, from - 1); statement < until; ) {
    const [due, next] = [dueDateOf(series, statement), nextStatement(series, statement)];
    if (due - statement < least) return `a due date is ${due - statement} days after its statement`;
    if (due >= next) return 'a due date is not before the next statement';
    if (terms.delinquency.deadlines === 'following' && due + 4 > next)
      return 'a moved deadline may pass the next statement';
    statement = next;
  }
  return undefined;
}

// The billing cycle: periods follow each other without a gap, the statement is made on the day after each, and its due
// date lies inside the next one.

import { following } from '../time/calendar.ts';
import { checkDueDays, type DueDays, dueDatesAfter, firstDueDate, halfPeriodDays } from '../time/due-dates.ts';
import type { CivilDate } from '../values/civil-date.ts';
import type { Day } from '../values/day.ts';
import { dayOf } from '../values/day.ts';
import type { LinePosition } from './state.ts';
import type { CycleTerms, LineTerms } from './terms.ts';

interface StatementDates {
  readonly statementOn: Day;
  readonly dueOn: Day;
}

/** The first statement date strictly after `after`, and its due date. */
function nextDates(cycle: CycleTerms, after: Day, anchor: Day): StatementDates {
  const [given, dueDay] = seriesOf(cycle);
  const next = (series: DueDays, day: Day): Day => dueDatesAfter(series, day, 1, anchor)[0]!;
  const between = cycle.dueAfterDays ?? 0;
  if (cycle.fixed === 'dueDay') {
    const dueOn = next(given, after + between);
    return { statementOn: dueOn - between, dueOn };
  }
  const statementOn = next(given, after);
  return { statementOn, dueOn: dueDay === null ? statementOn + between : next(dueDay, statementOn) };
}

/** The days that are given: those of statements or of due dates, and with `both` those of due dates besides. */
function seriesOf({ frequency, fixed, days, startDate }: CycleTerms): [DueDays, DueDays | null] {
  if (fixed !== 'both') return [{ frequency, days, startDate }, null];
  const [statementDay, dueDay] = days.map((day): DueDays => ({ frequency, days: [day], startDate }));
  return [statementDay!, dueDay!];
}

/** Sets the first period, which begins on the day of activation. */
export function openCycle(p: LinePosition, { bufferDays }: LineTerms, on: Day): void {
  p.anchor = anchorOf(p.cycle, on, bufferDays);
  const after = on + Math.max(1, bufferDays ?? 0) - 1;
  p.periodStart = on;
  setDates(p, nextDates(p.cycle, after, p.anchor));
}

/** A line taken over: the first statement after that day ends the running period, which began with one of the series. */
export function resumeCycle(
  p: LinePosition,
  { on, periodStart }: { readonly on: Day; readonly periodStart: Day },
): void {
  p.anchor = anchorOf(p.cycle, periodStart - 1, null);
  setDates(p, nextDates(p.cycle, Math.max(on, periodStart), p.anchor));
}

/** Every two weeks, without a start date: the series begins with the first right weekday. */
function anchorOf(cycle: CycleTerms, on: Day, bufferDays: number | null): Day {
  if (cycle.startDate !== null || cycle.frequency !== 'everyTwoWeeks') return cycle.startDate ?? on;
  const between = cycle.fixed === 'dueDay' ? (cycle.dueAfterDays ?? 0) : 0;
  return firstDueDate(seriesOf(cycle)[0], on + between, bufferDays);
}

function setDates(p: LinePosition, { statementOn, dueOn }: StatementDates): void {
  p.statementOn = statementOn;
  p.dueOn = dueOn;
}

/** Begins the next period on the statement date. */
export function nextPeriod(p: LinePosition): void {
  // After a change of days the next statement is at least half a period away, and after the due date (rules.md 15).
  const least = p.isCycleChanged ? halfPeriodDays(p.cycle) : 0;
  const after = p.isCycleChanged ? Math.max(p.statementOn + least, p.dueOn) : p.statementOn;
  if (p.isCycleChanged) p.anchor = anchorOf(p.cycle, after, null);
  p.isCycleChanged = false;
  p.periodStart = p.statementOn;
  p.ordinal++;
  setDates(p, nextDates(p.cycle, after, p.anchor));
}

/** The due dates of the statements after that of the running period. */
export function dueDatesToCome(p: LinePosition, count: number): Day[] {
  const dates: Day[] = [];
  const copy = { ...p };
  for (let i = 0; i < count; i++) {
    nextPeriod(copy);
    dates.push(copy.dueOn);
  }
  return dates;
}

/** Statement and due dates from the running period's on. */
export function datesToCome(p: LinePosition, count: number): StatementDates[] {
  const dates: StatementDates[] = [];
  const copy = { ...p };
  for (let i = 0; i < count; i++) {
    dates.push({ statementOn: copy.statementOn, dueOn: copy.dueOn });
    nextPeriod(copy);
  }
  return dates;
}

export function deadlineFor(dueOn: Day, { delinquency }: LineTerms): Day {
  return delinquency.deadlines === 'following' ? following(dueOn) : dueOn;
}

// --- What the lender may choose ---

/** Any four years: every length of a month and every weekday of its days is among them. */
const monthsChecked = 48;
const checkedFrom = dayOf('2027-01-01' as CivilDate);

/** Why these days cannot be those of a line (`InvalidSpecificDays`); undefined if they can. */
export function checkCycle(
  cycle: CycleTerms,
  { regulation, delinquency }: Pick<LineTerms, 'regulation' | 'delinquency'>,
  hasGrace: boolean,
): string | undefined {
  const wrong = checkDays(cycle) ?? (regulation === 'card' ? checkCard(cycle) : undefined);
  if (wrong !== undefined) return wrong;
  const least = leastDays(regulation, hasGrace);
  const reserve = delinquency.deadlines === 'following' ? 4 : 1;
  const anchor = anchorOf(cycle, checkedFrom, null);
  let { statementOn, dueOn } = nextDates(cycle, checkedFrom, anchor);
  const end = checkedFrom + monthsChecked * 30.5;
  while (statementOn < end) {
    const days = dueOn - statementOn;
    if (days < least) return `The due date must be at least ${least} days after the statement; it may be ${days}.`;
    const next = nextDates(cycle, statementOn, anchor);
    if (dueOn + reserve > next.statementOn) {
      return `The due date must lie ${reserve} days or more before the next statement; it may be ${next.statementOn - dueOn}.`;
    }
    ({ statementOn, dueOn } = next);
  }
  return undefined;
}

const leastDays = (regulation: LineTerms['regulation'], hasGrace: boolean): number => {
  if (regulation === 'none') return 1;
  return regulation === 'card' || hasGrace ? 21 : 14;
};

function checkDays(cycle: CycleTerms): string | undefined {
  const { frequency, fixed, days, dueAfterDays } = cycle;
  if ((frequency as string) === 'singleTerm') return 'A line has no single term.';
  if (fixed === 'both' && frequency !== 'monthly') return 'Statement day and due day are both fixed by the month only.';
  if (fixed === 'both' && days.length !== 2) return `It takes the statement day and the due day, not ${days.length}.`;
  if (fixed === 'both' && dueAfterDays !== null) return 'With both days fixed, the days between them are not given.';
  if (fixed !== 'both' && (dueAfterDays === null || dueAfterDays < 1))
    return 'The days from statement to due date are missing.';
  const [given, dueDay] = seriesOf(cycle);
  return checkDueDays(given) ?? (dueDay === null ? undefined : checkDueDays(dueDay));
}

/** The due date of a card is the same day of each month: the 29th and 30th are another one in February. */
function checkCard({ frequency, fixed, days }: CycleTerms): string | undefined {
  const dueDay = fixed === 'both' ? days[1] : days[0];
  if (frequency !== 'monthly' || fixed === 'statementDay') return 'A card has the same due day in each month.';
  return dueDay === 29 || dueDay === 30 ? `The due day of a card is 1 to 28 or 31, not ${dueDay}.` : undefined;
}

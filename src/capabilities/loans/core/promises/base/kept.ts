// Whether a promise to pay is kept: a pure rule over what was promised and what has come. Money counts by the day on which
// it is effective; it pays the oldest period first, and pays later ones ahead.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { timelineOf } from '@tenor/engine/account/timeline.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import type { PromisedPeriod, PromiseRow } from './promise.ts';
import type { PromiseStatus } from './words.ts';

type Promised = Pick<PromiseRow, 'made_on' | 'start_date' | 'grace_days' | 'periods'>;

interface AsOf {
  readonly today: Day;
  /** From this day on nothing is owed, so that nothing more need be paid; null: the loan owes. */
  readonly paidOffOn: Day | null;
}

interface Standing {
  readonly status: Exclude<PromiseStatus, 'canceled'>;
  readonly isOverdue: boolean;
  readonly periods: readonly PromisedPeriod[];
  /** The next day on which it may become something else without money; null: none. */
  readonly lookOn: Day | null;
}

interface Due {
  readonly period: PromisedPeriod;
  readonly on: Day;
  readonly deadline: Day;
  /** What was promised by then is not there. */
  readonly isOpen: boolean;
  /** It was not there in time. */
  readonly isMissed: boolean;
}

/** `facts`: those that were recorded after the promise, of money and what undoes it. */
export function standingOf(plan: Promised, facts: readonly Fact[], asOf: AsOf): Standing {
  const due = periodsOf(plan, moneySince(plan, facts), asOf);
  const { today } = asOf;
  const open = due.filter(({ isOpen }) => isOpen);
  const startsOn = dayOf(plan.start_date);
  const status = statusOf(due, today < startsOn);
  const turns = open.flatMap(({ on, deadline }) => [on + 1, deadline + 1]);
  const looks = (status === 'scheduled' ? [startsOn, ...turns] : turns).filter((day) => day > today);
  return {
    status,
    isOverdue: open.some(({ on }) => on < today),
    periods: due.map(({ period }) => period),
    lookOn: looks.length === 0 ? null : Math.min(...looks),
  };
}

function statusOf(due: readonly Due[], isBeforeStart: boolean): Standing['status'] {
  if (due.some(({ isMissed }) => isMissed)) return 'broken';
  if (!due.some(({ isOpen }) => isOpen)) return 'kept';
  return isBeforeStart ? 'scheduled' : 'active';
}

interface Money {
  readonly on: Day;
  readonly amount: number;
}

function moneySince({ made_on }: Promised, facts: readonly Fact[]): readonly Money[] {
  const all = { after: dayOf(made_on) - 1, through: Number.MAX_SAFE_INTEGER, knownAt: undefined };
  return timelineOf(facts, all).facts.flatMap((fact) => (fact.kind === 'payment' ? [fact] : []));
}

function periodsOf({ periods, grace_days }: Promised, money: readonly Money[], { today, paidOffOn }: AsOf): Due[] {
  const by = (day: Day): number => money.reduce((sum, { on, amount }) => (on <= day ? sum + amount : sum), 0);
  const came = by(Number.MAX_SAFE_INTEGER);
  let promised = 0;
  return periods.map((period) => {
    const paid = Math.max(0, Math.min(period.amount, came - promised));
    promised += period.amount;
    const on = dayOf(period.dueDate);
    const deadline = on + grace_days;
    const isNeeded = paidOffOn === null || on < paidOffOn;
    return {
      period: { ...period, paid },
      on,
      deadline,
      isOpen: isNeeded && came < promised,
      isMissed: isNeeded && deadline < today && by(deadline) < promised,
    };
  });
}

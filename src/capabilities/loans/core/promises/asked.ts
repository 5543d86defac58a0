// What is promised: the dates and amounts of a schedule, or those that follow from its description; never both.

import { weekdayOf } from '@tenor/engine/time/calendar.ts';
import { dueDatesFrom, firstDueDate } from '@tenor/engine/time/due-dates.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { mustHaveNone, type Problem, problemIf, refuseField } from '#platform/errors.ts';
import { seriesOfDays } from '../loan/agreement-fields.ts';
import type { PlanDescribed } from './base/promise.ts';
import type { PromiseCreate } from './schemas.ts';

interface Part {
  readonly dueDate: CivilDate;
  readonly amount: Cents;
}

interface Asked {
  readonly parts: readonly Part[];
  readonly described: PlanDescribed | null;
}

/** Errors: InvalidRequest. */
export function promisedIn(sent: PromiseCreate, today: Day): Asked {
  const asked = sent.schedule === undefined ? byDescription(sent, today) : bySchedule(sent, sent.schedule);
  mustHaveNone(problemsOf(asked, today));
  return asked;
}

const daysAheadMax = 1830;

const descriptors = ['startDate', 'frequency', 'specificDays', 'duration', 'amount'] as const;

/** Errors: InvalidRequest. */
function bySchedule(sent: PromiseCreate, parts: readonly Part[]): Asked {
  const beside = descriptors.filter((path) => sent[path] !== undefined);
  mustHaveNone(beside.map((path) => ({ path, message: 'stands beside a schedule', expected: 'one of both' })));
  return { parts, described: null };
}

/** Errors: InvalidRequest. */
function byDescription(sent: PromiseCreate, today: Day): Asked {
  const { amount, frequency = 'singleTerm', duration = 1, specificDays } = sent;
  if (amount === undefined) throw refuseField('amount', 'is required', 'an amount, or a schedule');
  if (frequency === 'singleTerm' && duration > 1) {
    throw refuseField('duration', 'is more than the one payment of a single term', '1, or another frequency');
  }
  const startsOn = sent.startDate === undefined ? today : dayOf(sent.startDate);
  const last = today + daysAheadMax;
  if (startsOn > last) {
    throw refuseField('startDate', 'lies too far ahead', `a date from ${dateOf(today)} to ${dateOf(last)}`);
  }
  const days = datesOf({ frequency, specificDays }, startsOn, duration);
  return {
    parts: days.map((day) => ({ dueDate: dateOf(day), amount })),
    described: { frequency, specificDays: specificDays ?? null, duration, amount },
  };
}

interface Series {
  readonly frequency: NonNullable<PromiseCreate['frequency']>;
  readonly specificDays: PromiseCreate['specificDays'] | undefined;
}

/** Errors: InvalidRequest. */
function datesOf({ frequency, specificDays }: Series, startsOn: Day, count: number): Day[] {
  if (frequency === 'singleTerm') {
    if (specificDays === undefined) return [startsOn];
    throw refuseField('specificDays', 'have no meaning for one payment', 'nothing, or another frequency');
  }
  const { series, problem } = seriesOfDays({ paymentFrequency: frequency, specificDays: specificDays ?? usual() });
  if (problem !== undefined) throw refuseField('specificDays', problem, `days of ${frequency}`);
  return dueDatesFrom(series, firstDueDate(series, startsOn - 1, null), count);

  function usual(): number[] {
    if (frequency === 'twiceMonthly') throw refuseField('specificDays', 'is required', 'the two days of the month');
    return [frequency === 'monthly' ? Number(dateOf(startsOn).slice(8)) : weekdayOf(startsOn)];
  }
}

function problemsOf({ parts, described }: Asked, today: Day): Problem[] {
  const last = today + daysAheadMax;
  const isBySchedule = described === null;
  const pathOf = (i: number, field: keyof Part): string => (isBySchedule ? `schedule[${i}].${field}` : field);
  const wrongDays = parts.flatMap(({ dueDate }, i): Problem[] => {
    const first = i === 0 ? today : dayOf(parts[i - 1]!.dueDate) + 1;
    if (dayOf(dueDate) >= first && dayOf(dueDate) <= last) return [];
    const path = isBySchedule ? pathOf(i, 'dueDate') : i === 0 ? 'startDate' : 'duration';
    return [
      { path, message: 'comes too early, or too late', expected: `dates from ${dateOf(first)} to ${dateOf(last)}` },
    ];
  });
  const wrongAmounts = parts.flatMap(({ amount }, i) =>
    problemIf(amount <= 0, pathOf(i, 'amount'), 'must be more than zero', 'an amount of at least 0.01'),
  );
  // What is described is wrong once, not in each of its payments.
  return isBySchedule ? [...wrongDays, ...wrongAmounts] : [...wrongDays.slice(0, 1), ...wrongAmounts.slice(0, 1)];
}

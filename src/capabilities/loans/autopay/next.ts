// What a plan does next, and until when.
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { ExpectedPayment, LoanAhead } from './expected.ts';
import type { Plan } from './plan.ts';
import { plannedDays } from './planned-dates.ts';
import type { PlanRow } from './tables.ts';

const dateOrNull = (day: Day | undefined) => (day === undefined ? null : dateOf(day));

/** As a plan keeps it. */
export const nextOf = (
  ahead: LoanAhead,
  plan: Plan,
  next: ExpectedPayment | undefined,
): Pick<PlanRow, 'next_action_at' | 'next_planned_on' | 'last_planned_on'> => ({
  next_action_at: next?.releaseAt ?? null,
  next_planned_on: dateOrNull(next?.plannedOn),
  last_planned_on: dateOrNull(lastPlanned(ahead, plan)),
});

/** The last day of its schedule; on a line nobody knows it. */
function lastPlanned({ dues }: LoanAhead, plan: Plan): Day | undefined {
  const last = dues.at(-1);
  return last === undefined || last.statement !== null
    ? undefined
    : plannedDays(last, plan.dates, plan.route).at(-1)?.plannedOn;
}

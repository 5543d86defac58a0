// What a plan does next, until when, and which of its days the borrower was told.
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { ExpectedPayment, LoanAhead } from './expected.ts';
import { noticeAt, type Told } from './notices.ts';
import type { Plan } from './plan.ts';
import { agreedDays } from './planned-dates.ts';
import type { PlanRow } from './tables.ts';

const dateOrNull = (day: Day | undefined) => (day === undefined ? null : dateOf(day));

interface Looked {
  readonly ahead: LoanAhead;
  readonly plan: Plan;
  /** The payments of soon, without those that are decided. */
  readonly soon: readonly ExpectedPayment[];
  readonly told: Told | null;
}

/** The columns in which a plan keeps what comes next. */
export const nextOf = (
  { ahead, plan, soon, told }: Looked,
  now: Instant,
): Pick<PlanRow, 'next_action_at' | 'next_planned_on' | 'last_planned_on' | 'told'> => ({
  next_action_at: nextActionAt(plan, soon, now),
  next_planned_on: dateOrNull(soon[0]?.plannedOn),
  last_planned_on: dateOrNull(lastPlanned(ahead, plan)),
  told: {
    days: daysToCome(ahead, plan),
    usual: ahead.usual,
    payments: (told?.payments ?? []).filter(({ dueOn }) => dueOn >= plan.today - daysKept),
  },
});

/** A payment after its due date is decided within these. */
const daysKept = 31;

/** A release, or the time to announce a payment, whatever comes first. */
function nextActionAt({ notices, route }: Plan, soon: readonly ExpectedPayment[], now: Instant): Instant | null {
  const announcing = notices === null ? [] : soon.map((one) => noticeAt(one, route.zone)).filter((at) => at > now);
  const all = [...soon.slice(0, 1).map(({ releaseAt }) => releaseAt), ...announcing];
  return all.length === 0 ? null : all.reduce((first, at) => (at < first ? at : first));
}

/** The last day of its schedule; on a line nobody knows it. */
function lastPlanned({ dues }: LoanAhead, plan: Plan): Day | undefined {
  const last = dues.at(-1);
  return last === undefined || last.statement !== null ? undefined : agreedDays(last, plan.dates).at(-1)?.plannedOn;
}

/** More than fall into the days within which a change must be announced, at every look. */
const daysMax = 12;

function daysToCome({ dues }: LoanAhead, { dates, today }: Plan): Day[] {
  const days: Day[] = [];
  for (const due of dues) {
    if (due.statement !== null || days.length >= daysMax) break;
    if (due.on >= today) days.push(...agreedDays(due, dates).map(({ plannedOn }) => plannedOn));
  }
  return days.filter((day) => day >= today).sort((a, b) => a - b);
}

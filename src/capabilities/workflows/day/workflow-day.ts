// The day of workflows: what goes by itself acts, waits end, and what is late is reminded of, given to somebody else,
// escalated or passed by. Each is done in the commit that writes it down, so it has its effect once, whatever is killed.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { type CaseListener, movingInWork } from '#capabilities/cases/index.ts';
import { holdTogether, type PersonRow } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { makerOfDay } from '#platform/work/day/maker-of-day.ts';
import { duePages } from '#platform/work/due-page.ts';
import type { Around } from '../actions/acting.ts';
import { actionEvents } from '../actions/actions.ts';
import { eventsOfTools } from '../actions/loan-tool.ts';
import { workflowEvents } from '../events.ts';
import { findWorkflow, loadRun } from '../run/load.ts';
import type { RunContext } from '../run/run.ts';
import { write } from '../run/write.ts';
import type { ItemRow } from '../tables.ts';
import { dueItems } from './due.ts';
import { passDue } from './pass-due.ts';

/** This many share the cost of a commit. */
const together = 25;

type Place = Pick<ItemRow, 'person_id' | 'id' | 'workflow_id' | 'look_at'>;

export const workflowDay = (listeners: readonly CaseListener[]): DailyStep => ({
  name: 'workflows',
  due: dueItems,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db.selectFrom('workflow_items').select('id').where('company_id', '=', companyId).where('look_at', '<=', late),
  ),
  run: (day) =>
    inTurns<Place>(day, {
      next: duePages<Place>(dueItems, { more: ['workflow_id'] }),
      together,
      isOfTheTime,
      bring: (tx, now, places) => bring(day, tx, now, listeners, places),
      failed({ person_id: person, id }, error) {
        const { mode, companyId: company } = day.realm;
        const ids = { mode, company, person, id };
        day.log.error({ err: error, ...ids }, 'a workitem could not go on by itself; it is tried again');
      },
    }),
});

async function bring(
  day: PassingDay,
  tx: Tx,
  now: Instant,
  listeners: readonly CaseListener[],
  places: readonly Place[],
): Promise<readonly Place[]> {
  const timezone = (await timezoneOf(tx)) ?? 'UTC';
  const { whole } = day;
  const declared = [
    ...workflowEvents,
    ...actionEvents,
    ...eventsOfTools(whole),
    ...listeners.flatMap(({ mayEmit }) => mayEmit),
  ];
  await holdTogether(tx, makerOfDay(day, now, declared), places, async ({ held, emit }, own) => {
    if (held === undefined || held.subject.erased_at !== null) return;
    const ctx = movingInWork(day, { now, emit, timezone, actor: system });
    const ids = [...new Set(own.map(({ workflow_id }) => workflow_id))];
    for (const id of ids) await passOne(ctx, tx, { listeners, whole }, held.subject, id);
  });
  return places;
}

/** All of a workflow that is due, and what follows from it at once. */
async function passOne(ctx: RunContext, tx: Tx, around: Around, owner: PersonRow, workflowId: string): Promise<void> {
  const workflow = await findWorkflow(tx, owner.person_id, workflowId);
  if (workflow === undefined || workflow.status !== 'running') return;
  const run = await loadRun(ctx, tx, workflow, { owner });
  await passDue(run, around);
  write(run);
}

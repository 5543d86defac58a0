// The workflows of items that are due, of all borrowers of a commit at once.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { movingInWork } from '#capabilities/cases/index.ts';
import { holdTogether } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { PassingDay } from '#platform/work/day/daily-step.ts';
import { makerOfDay } from '#platform/work/day/maker-of-day.ts';
import type { Around } from '../actions/acting.ts';
import { actionEvents } from '../actions/actions.ts';
import { eventsOfTools } from '../actions/loan-tool.ts';
import { workflowEvents } from '../events.ts';
import { findWorkflow, loadRun } from '../run/load.ts';
import type { Run } from '../run/run.ts';
import type { ItemRow } from '../tables.ts';

export type Place = Pick<ItemRow, 'person_id' | 'id' | 'workflow_id'>;

interface Due extends Around {
  readonly now: Instant;
  readonly places: readonly Place[];
}

/** `work` is done once with each workflow that runs. */
export async function withRuns(
  day: PassingDay,
  tx: Tx,
  { now, places, listeners, whole }: Due,
  work: (run: Run) => Promise<void>,
): Promise<void> {
  const timezone = (await timezoneOf(tx)) ?? 'UTC';
  const declared = [
    ...workflowEvents,
    ...actionEvents,
    ...eventsOfTools(whole),
    ...listeners.flatMap(({ mayEmit }) => mayEmit),
  ];
  await holdTogether(tx, makerOfDay(day, now, declared), places, async ({ held, emit }, own) => {
    if (held === undefined || held.subject.erased_at !== null) return;
    const owner = held.subject;
    const ctx = movingInWork(day, { now, emit, timezone, actor: system });
    for (const id of new Set(own.map(({ workflow_id }) => workflow_id))) {
      const workflow = await findWorkflow(tx, owner.person_id, id);
      if (workflow?.status === 'running') await work(await loadRun(ctx, tx, workflow, { owner }));
    }
  });
}

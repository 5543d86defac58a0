// The workflows of items that are due, of all borrowers of a commit at once; then those of cases of the company.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { movingInWork } from '#capabilities/cases/index.ts';
import { holdTogether, type PersonRow } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Emit } from '#platform/events/emit.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import type { PassingDay } from '#platform/work/day/daily-step.ts';
import { makerOfDay } from '#platform/work/day/maker-of-day.ts';
import type { Around } from '../actions/acting.ts';
import { actionEvents } from '../actions/actions.ts';
import { eventsOfTools } from '../actions/loan-tool.ts';
import { companyWorkflowEvents, workflowEvents } from '../events.ts';
import { findWorkflow, loadRun } from '../run/load.ts';
import type { Run } from '../run/run.ts';
import { holdOwners } from '../run/whose.ts';
import type { ItemRow } from '../tables.ts';

export type Place = Pick<ItemRow, 'owner_id' | 'case_id' | 'id' | 'workflow_id'>;

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
    ...companyWorkflowEvents,
    ...actionEvents,
    ...eventsOfTools(whole),
    ...listeners.flatMap(({ mayEmit }) => mayEmit),
  ];
  const maker = makerOfDay(day, now, declared);
  const { companyId } = day.realm;
  const workAll = async (own: readonly Place[], owner: PersonRow | null, emit: Emit): Promise<void> => {
    const ctx = movingInWork(day, { now, emit, timezone, actor: system });
    for (const id of new Set(own.map(({ workflow_id }) => workflow_id))) {
      const workflow = await findWorkflow(tx, owner?.person_id ?? companyId, id);
      if (workflow?.status === 'running') await work(await loadRun(ctx, tx, workflow, { owner }));
    }
  };
  const ofBorrowers = places.flatMap((one) =>
    one.owner_id === companyId ? [] : [{ ...one, person_id: one.owner_id }],
  );
  await holdTogether(tx, maker, ofBorrowers, async ({ held, emit }, own) => {
    if (held !== undefined && held.subject.erased_at === null) await workAll(own, held.subject, emit);
  });
  const ofCompany = places.filter((one) => one.owner_id === companyId);
  if (ofCompany.length === 0) return;
  await holdOwners(tx, ofCompany);
  const { emit, flush } = eventRecorder(maker);
  await workAll(ofCompany, null, emit);
  flush(tx);
}

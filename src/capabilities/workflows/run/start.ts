// Starts a workflow on a case: with the case itself, in its commit, or by hand.
import type { WorkflowDefinition } from '#capabilities/workflow-types/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { start } from '#platform/states.ts';
import { workflowStates } from '../states.ts';
import type { WorkflowRow } from '../tables.ts';
import type { MoveReason } from '../words.ts';
import { beginRun } from './advance.ts';
import { note, nothingChanged, type Run, type RunContext } from './run.ts';
import { ownerIdOf, type Whose } from './whose.ts';
import { write } from './write.ts';

interface Starting {
  readonly definition: WorkflowDefinition;
  readonly reason: MoveReason;
}

/** The caller holds the owner. */
export async function startWorkflow(
  ctx: RunContext,
  tx: Tx,
  whose: Whose,
  { definition, reason }: Starting,
): Promise<WorkflowRow> {
  const workflow: WorkflowRow = {
    owner_id: ownerIdOf(whose),
    id: newId('WF'),
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    case_id: whose.ofCase.id,
    workflow_type_id: definition.workflowTypeId,
    type_number: definition.typeId,
    name: definition.name,
    status: workflowStates.move(start, 'start').to,
    step_id: null,
    visits: {},
    outcomes: {},
    forms_sealed: null,
    reason: null,
    given_by_ids: [],
    approved_loan_ids: null,
    ...madeBy(ctx.actor),
    ended_at: null,
    created_at: ctx.now,
    updated_at: null,
  };
  const changed = nothingChanged();
  const run: Run = { ...whose, ctx, tx, definition, workflow, loaded: undefined, step: null, items: [], changed };
  note(run, 'start', { reason });
  await beginRun(run);
  write(run);
  return run.workflow;
}

// Starts a workflow on a case: with the case itself, in its commit, or by hand.
import type { CaseRow } from '#capabilities/cases/index.ts';
import type { PersonRow } from '#capabilities/people/index.ts';
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
import { write } from './write.ts';

interface Starting {
  readonly owner: PersonRow;
  readonly ofCase: CaseRow;
  readonly definition: WorkflowDefinition;
  readonly reason: MoveReason;
}

/** The caller has locked the borrower. */
export async function startWorkflow(
  ctx: RunContext,
  tx: Tx,
  { owner, ofCase, definition, reason }: Starting,
): Promise<WorkflowRow> {
  const workflow: WorkflowRow = {
    person_id: owner.person_id,
    id: newId('WF'),
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    case_id: ofCase.id,
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
  const run: Run = { ctx, tx, owner, ofCase, definition, workflow, loaded: undefined, step: null, items: [], changed };
  note(run, 'start', { reason });
  await beginRun(run);
  write(run);
  return run.workflow;
}

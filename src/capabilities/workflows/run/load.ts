// Finds a workflow with what a move of it needs: its case, its definition, the step at which it stands and its items.
import { type CaseRow, caseOf } from '#capabilities/cases/index.ts';
import type { PersonRow } from '#capabilities/people/index.ts';
import { definitionById, type WorkflowDefinition } from '#capabilities/workflow-types/index.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { type WorkflowRow, workflowItems, workflowSteps, workflows } from '../tables.ts';
import { nothingChanged, type Run, type RunContext } from './run.ts';

const workflowsOf = ({ db }: Pick<Reader, 'db'>, personId: string) =>
  db.selectFrom('workflows').select(workflows.all).where('person_id', '=', personId);

export const itemsOf = ({ db }: Pick<Reader, 'db'>, personId: string) =>
  db.selectFrom('workflow_items').select(workflowItems.all).where('person_id', '=', personId);

export const stepsOf = ({ db }: Pick<Reader, 'db'>, personId: string) =>
  db.selectFrom('workflow_steps').select(workflowSteps.all).where('person_id', '=', personId);

type One = { readonly personId: string; readonly id: string };
const one = { personId: 'text', id: 'text' } as const;

const workflowById = prepared(
  (db, placeholder: PlaceholderOf<One>) =>
    workflowsOf({ db }, placeholder('personId')).where('id', '=', placeholder('id')),
  one,
);

const stepById = prepared(
  (db, placeholder: PlaceholderOf<One>) => stepsOf({ db }, placeholder('personId')).where('id', '=', placeholder('id')),
  one,
);

const itemsOfStep = prepared(
  (db, placeholder: PlaceholderOf<One>) =>
    itemsOf({ db }, placeholder('personId')).where('step_id', '=', placeholder('id')).orderBy('position'),
  one,
);

export const findWorkflow = (reader: Reader, personId: string, id: string): Promise<WorkflowRow | undefined> =>
  reader.row(workflowById(reader.db, { personId, id }));

const workflowWithItem = prepared(
  (db, placeholder: PlaceholderOf<One>) =>
    workflowsOf({ db }, placeholder('personId')).where(
      'id',
      'in',
      db
        .selectFrom('workflow_items')
        .select('workflow_id')
        .where('person_id', '=', placeholder('personId'))
        .where('id', '=', placeholder('id')),
    ),
  one,
);

export const workflowOfItem = (reader: Reader, personId: string, id: string): Promise<WorkflowRow | undefined> =>
  reader.row(workflowWithItem(reader.db, { personId, id }));

/** What runs on a case. */
export const runningOn = (reader: Reader, { person_id, id }: CaseRow): Promise<WorkflowRow[]> =>
  reader.rows(workflowsOf(reader, person_id).where('case_id', '=', id).where('status', '=', 'running'));

/** By what it runs, whatever has become of its type. */
export async function definitionOf(reader: Reader, { workflow_type_id: id }: WorkflowRow): Promise<WorkflowDefinition> {
  const definition = await definitionById(reader, id);
  if (definition === undefined) throw new Error(`There is no definition of ${id}, by which a workflow runs.`);
  return definition;
}

interface Known {
  readonly owner: PersonRow;
  /** It is read where it is not known. */
  readonly ofCase?: CaseRow;
}

/** The caller has locked the borrower. */
export async function loadRun(ctx: RunContext, tx: Tx, workflow: WorkflowRow, known: Known): Promise<Run> {
  const { person_id: personId, step_id: stepId } = workflow;
  const [ofCase, definition, step, items] = await Promise.all([
    known.ofCase ?? caseOf(tx, personId, workflow.case_id),
    definitionOf(tx, workflow),
    stepId === null ? undefined : tx.row(stepById(tx.db, { personId, id: stepId })),
    stepId === null ? [] : tx.rows(itemsOfStep(tx.db, { personId, id: stepId })),
  ]);
  return {
    ctx,
    tx,
    owner: known.owner,
    ofCase,
    definition,
    workflow,
    loaded: workflow,
    step: step ?? null,
    items,
    changed: nothingChanged(),
  };
}

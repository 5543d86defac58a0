// Finds a workflow with what a move of it needs: its case, its definition, the step at which it stands and its items.
import { definitionById, type WorkflowDefinition } from '#capabilities/workflow-types/index.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { type ItemRow, type WorkflowRow, workflowItems, workflowSteps, workflows } from '../tables.ts';
import { nothingChanged, type Run, type RunContext } from './run.ts';
import { type Known, whoseOf } from './whose.ts';

const workflowsOf = ({ db }: Pick<Reader, 'db'>, ownerId: string) =>
  db.selectFrom('workflows').select(workflows.all).where('owner_id', '=', ownerId);

export const itemsOf = ({ db }: Pick<Reader, 'db'>, ownerId: string) =>
  db.selectFrom('workflow_items').select(workflowItems.all).where('owner_id', '=', ownerId);

export const stepsOf = ({ db }: Pick<Reader, 'db'>, ownerId: string) =>
  db.selectFrom('workflow_steps').select(workflowSteps.all).where('owner_id', '=', ownerId);

/** The items of all the steps that it has visited. */
export const itemsOfWorkflow = (reader: Pick<Reader, 'db'>, workflow: Pick<WorkflowRow, 'owner_id' | 'id'>) =>
  itemsOf(reader, workflow.owner_id).where('step_id', 'in', stepIdsOf(reader, workflow));

/** An index finds the items of these steps; by the owner alone, the company would read every item that it ever had. */
export const stepIdsOf = ({ db }: Pick<Reader, 'db'>, { owner_id, id }: Pick<WorkflowRow, 'owner_id' | 'id'>) =>
  db.selectFrom('workflow_steps').select('id').where('owner_id', '=', owner_id).where('workflow_id', '=', id);

type One = { readonly ownerId: string; readonly id: string };
const one = { ownerId: 'text', id: 'text' } as const;

const workflowById = prepared(
  (db, placeholder: PlaceholderOf<One>) =>
    workflowsOf({ db }, placeholder('ownerId')).where('id', '=', placeholder('id')),
  one,
);

const stepById = prepared(
  (db, placeholder: PlaceholderOf<One>) => stepsOf({ db }, placeholder('ownerId')).where('id', '=', placeholder('id')),
  one,
);

const itemsOfStep = prepared(
  (db, placeholder: PlaceholderOf<One>) =>
    itemsOf({ db }, placeholder('ownerId')).where('step_id', '=', placeholder('id')).orderBy('position'),
  one,
);

export const findItem = async (reader: Reader, ownerId: string, id: string): Promise<ItemRow | undefined> =>
  (await reader.row(itemsOf(reader, ownerId).where('id', '=', id))) as ItemRow | undefined;

export const findWorkflow = (reader: Reader, ownerId: string, id: string): Promise<WorkflowRow | undefined> =>
  reader.row(workflowById(reader.db, { ownerId, id }));

const workflowWithItem = prepared(
  (db, placeholder: PlaceholderOf<One>) =>
    workflowsOf({ db }, placeholder('ownerId')).where(
      'id',
      'in',
      db
        .selectFrom('workflow_items')
        .select('workflow_id')
        .where('owner_id', '=', placeholder('ownerId'))
        .where('id', '=', placeholder('id')),
    ),
  one,
);

export const workflowOfItem = (reader: Reader, ownerId: string, id: string): Promise<WorkflowRow | undefined> =>
  reader.row(workflowWithItem(reader.db, { ownerId, id }));

/** What runs on a case. */
export const runningOn = (reader: Reader, ownerId: string, { id }: { readonly id: string }): Promise<WorkflowRow[]> =>
  reader.rows(workflowsOf(reader, ownerId).where('case_id', '=', id).where('status', '=', 'running'));

/** By what it runs, whatever has become of its type. */
export async function definitionOf(reader: Reader, { workflow_type_id: id }: WorkflowRow): Promise<WorkflowDefinition> {
  const definition = await definitionById(reader, id);
  if (definition === undefined) throw new Error(`There is no definition of ${id}, by which a workflow runs.`);
  return definition;
}

/** The caller holds the owner. A case that is not known is read. */
export async function loadRun(ctx: RunContext, tx: Tx, workflow: WorkflowRow, known: Known): Promise<Run> {
  const { owner_id: ownerId, step_id: stepId } = workflow;
  const [whose, definition, step, items] = await Promise.all([
    whoseOf(tx, workflow, known),
    definitionOf(tx, workflow),
    stepId === null ? undefined : tx.row(stepById(tx.db, { ownerId, id: stepId })),
    stepId === null ? [] : tx.rows(itemsOfStep(tx.db, { ownerId, id: stepId })),
  ]);
  return {
    ...whose,
    ctx,
    tx,
    definition,
    workflow,
    loaded: workflow,
    step: step ?? null,
    items,
    changed: nothingChanged(),
  };
}

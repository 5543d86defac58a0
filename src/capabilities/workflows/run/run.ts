// A workflow as it stands, and what a commit writes of it: the moves are made in memory first, then written together.
import type { CaseRow, MovingContext } from '#capabilities/cases/index.ts';
import { type PersonRow, sealerOf } from '#capabilities/people/index.ts';
import type { StepDefinition, WorkflowDefinition } from '#capabilities/workflow-types/index.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { tellItem, tellStep, tellWorkflow } from '../events.ts';
import type { ItemRow, MoveRow, StepRow, WorkflowRow } from '../tables.ts';
import type { MoveReason, MoveVerb } from '../words.ts';

/** What is written a context: that of a command, or of work by itself. */
export type RunContext = MovingContext;

/** What people have given to forms, by the keys of the items. */
export type Forms = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface Run {
  readonly ctx: RunContext;
  readonly tx: Tx;
  readonly owner: PersonRow;
  ofCase: CaseRow;
  readonly definition: WorkflowDefinition;
  workflow: WorkflowRow;
  /** As it was read; a new one was not. */
  readonly loaded: WorkflowRow | undefined;
  /** The step at which it stands, and its items. */
  step: StepRow | null;
  items: readonly ItemRow[];
  readonly changed: Changed;
}

/** What is new or another than it was; each row is written once. */
interface Changed {
  isNew: boolean;
  readonly steps: Map<string, Written<StepRow>>;
  readonly items: Map<string, Written<ItemRow>>;
  readonly moves: MoveRow[];
}

interface Written<Row> {
  row: Row;
  readonly isNew: boolean;
}

export const nothingChanged = (isNew: boolean): Changed => ({ isNew, steps: new Map(), items: new Map(), moves: [] });

export const sealerOfRun = ({ ctx, owner }: Pick<Run, 'ctx' | 'owner'>): Sealer => sealerOf(ctx.vault, owner);

/** The step of the definition at which it stands. */
export function standsAt({ definition, step }: Run): StepDefinition | undefined {
  return step === null ? undefined : definition.steps.find(({ id }) => id === step.step_type_id);
}

interface Said {
  readonly stepId?: string | null;
  readonly itemId?: string | null;
  readonly reason?: MoveReason | null;
  /** Why, as a person says it. */
  readonly words?: string | undefined;
}

export const wordsPart = (moveId: string): string => `workflow_moves.${moveId}.words`;

/** Who moved what, when and why. */
export function note(run: Run, verb: MoveVerb, { stepId, itemId, reason, words }: Said = {}): void {
  const { ctx, workflow, changed } = run;
  const id = newId('WM');
  changed.moves.push({
    person_id: workflow.person_id,
    id,
    company_id: workflow.company_id,
    position: ctx.position(),
    workflow_id: workflow.id,
    step_id: stepId ?? null,
    workitem_id: itemId ?? null,
    verb,
    reason: reason ?? null,
    words_sealed: words === undefined ? null : sealerOfRun(run).seal(wordsPart(id), words),
    actor_type: ctx.actor.type,
    actor_id: ctx.actor.id,
    created_at: ctx.now,
  });
}

export function setWorkflow(run: Run, set: Partial<WorkflowRow>): void {
  run.workflow = { ...run.workflow, ...set };
}

export function setStep(run: Run, set: Partial<StepRow>): StepRow {
  const row = { ...(run.step as StepRow), ...set };
  run.step = row;
  remember(run.changed.steps, row, false);
  return row;
}

export function setItem(run: Run, before: ItemRow, set: Partial<ItemRow>): ItemRow {
  const row = { ...before, ...set };
  run.items = run.items.map((one) => (one.id === row.id ? row : one));
  remember(run.changed.items, row, false);
  return row;
}

export function remember<Row extends { readonly id: string }>(
  rows: Map<string, Written<Row>>,
  row: Row,
  isNew: boolean,
): void {
  rows.set(row.id, { row, isNew: rows.get(row.id)?.isNew ?? isNew });
}

/** Everything that has moved, and nothing else, in a statement for each table and each row that was there. */
export function write(run: Run): void {
  const { ctx, tx, workflow, changed } = run;
  if (workflow !== run.loaded) writeWorkflow(run);
  writeSteps(tx, [...changed.steps.values()]);
  writeItems(tx, [...changed.items.values()]);
  if (changed.moves.length > 0) {
    tx.write(
      tx.db.insertInto('workflow_moves').values(changed.moves.map(({ company_id: _, ...columns }) => columns)),
      redraw('workflow_moves_pkey'),
    );
  }
  const isOver = workflow.status !== 'running';
  if (changed.isNew) tellWorkflow(ctx, { ...workflow, status: 'running' });
  for (const { row } of changed.steps.values()) tellStep(ctx, workflow, row);
  for (const { row } of changed.items.values()) tellItem(ctx, workflow, row);
  if (isOver) tellWorkflow(ctx, workflow);
}

function writeWorkflow({ ctx, tx, workflow, changed }: Run): void {
  const { company_id: _, visits, outcomes, ...columns } = workflow;
  const all = { ...columns, visits: JSON.stringify(visits), outcomes: JSON.stringify(outcomes) };
  if (changed.isNew) {
    tx.write(tx.db.insertInto('workflows').values(all), redraw('workflows_pkey'));
    writePlaces(tx, [workflow]);
    return;
  }
  const { status, step_id, forms_sealed, reason, ended_at } = workflow;
  const set = { status, step_id, forms_sealed, reason, ended_at, updated_at: ctx.now };
  tx.write(
    tx.db
      .updateTable('workflows')
      .set({ ...set, visits: all.visits, outcomes: all.outcomes })
      .where('person_id', '=', workflow.person_id)
      .where('id', '=', workflow.id),
  );
}

function writeSteps(tx: Tx, written: readonly Written<StepRow>[]): void {
  const fresh = written.filter(({ isNew }) => isNew).map(({ row: { company_id: _, ...columns } }) => columns);
  if (fresh.length > 0) tx.write(tx.db.insertInto('workflow_steps').values(fresh), redraw('workflow_steps_pkey'));
  for (const { row, isNew } of written) {
    if (isNew) continue;
    const { status, reason, ended_at, updated_at } = row;
    tx.write(
      tx.db
        .updateTable('workflow_steps')
        .set({ status, reason, ended_at, updated_at })
        .where('person_id', '=', row.person_id)
        .where('id', '=', row.id),
    );
  }
}

function writeItems(tx: Tx, written: readonly Written<ItemRow>[]): void {
  const fresh = written.filter(({ isNew }) => isNew).map(({ row }) => row);
  if (fresh.length > 0) {
    const columns = fresh.map(({ company_id: _, ...of }) => of);
    tx.write(tx.db.insertInto('workflow_items').values(columns), redraw('workflow_items_pkey'));
    writePlaces(tx, fresh);
  }
  for (const { row, isNew } of written) {
    if (isNew) continue;
    const { person_id, id, company_id: _, position: _position, created_at: _created, ...set } = row;
    tx.write(tx.db.updateTable('workflow_items').set(set).where('person_id', '=', person_id).where('id', '=', id));
  }
}

/** Each in a statement of its own: on a cluster they lie by their own ids. */
function writePlaces(tx: Tx, rows: readonly { readonly id: string; readonly person_id: string }[]): void {
  for (const { id, person_id } of rows) {
    tx.write(tx.db.insertInto('workflow_places').values({ id, person_id }), redraw('workflow_places_pkey'));
  }
}

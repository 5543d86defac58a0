// What a commit writes of a workflow, in a statement for each table and each row that was there. Each statement is built
// once, and those of several borrowers in one commit go out together.
import { columnsWithout } from '#platform/db/define-table.ts';
import { preparedInserts } from '#platform/db/prepared.ts';
import { preparedChanges } from '#platform/db/prepared-changes.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { tellItem, tellStep, tellWorkflow } from '../events.ts';
import {
  type ItemRow,
  type StepRow,
  type WorkflowRow,
  workflowItems,
  workflowMoves,
  workflowSteps,
  workflows,
} from '../tables.ts';
import type { Run, Written } from './run.ts';

const key = ['owner_id', 'id'];
const changeWorkflow = preparedChanges(workflows, key);
const changeStep = preparedChanges(workflowSteps, key);
const changeItem = preparedChanges(workflowItems, key);

/** The scoped handle writes the company. */
const company = 'company_id';
const insertWorkflows = preparedInserts('workflows', columnsWithout(workflows, company));
const insertSteps = preparedInserts('workflow_steps', columnsWithout(workflowSteps, company));
const insertItems = preparedInserts('workflow_items', columnsWithout(workflowItems, company));
const insertMoves = preparedInserts('workflow_moves', columnsWithout(workflowMoves, company));

/** Everything that has moved, and nothing else. */
export function write(run: Run): void {
  const { ctx, tx, workflow, loaded, changed } = run;
  if (workflow !== loaded) writeWorkflow(run);
  writeSteps(tx, [...changed.steps.values()]);
  writeItems(tx, [...changed.items.values()]);
  for (const insert of insertMoves(tx.db, changed.moves.map(withoutCompany)))
    tx.write(insert, redraw('workflow_moves_pkey'));
  const isOver = workflow.status !== 'running';
  if (loaded === undefined) tellWorkflow(ctx, { ...workflow, status: 'running' });
  for (const { row } of changed.steps.values()) tellStep(ctx, workflow, row);
  for (const { row } of changed.items.values()) tellItem(ctx, workflow, row);
  if (isOver) tellWorkflow(ctx, workflow);
}

function writeWorkflow({ ctx, tx, workflow, loaded }: Run): void {
  if (loaded === undefined) {
    for (const insert of insertWorkflows(tx.db, [asText(withoutCompany(workflow))]))
      tx.write(insert, redraw('workflows_pkey'));
    writePlaces(tx, [workflow]);
    return;
  }
  const changes = asText(differing(loaded, workflow));
  tx.write(changeWorkflow(tx.db, workflow, { ...changes, updated_at: ctx.now }));
}

function asText<Row extends Partial<WorkflowRow>>({ visits, outcomes, ...others }: Row) {
  return {
    ...others,
    ...(visits && { visits: JSON.stringify(visits) }),
    ...(outcomes && { outcomes: JSON.stringify(outcomes) }),
  } as Omit<Row, 'visits' | 'outcomes'> & { readonly visits: string; readonly outcomes: string };
}

function writeSteps(tx: Tx, written: readonly Written<StepRow>[]): void {
  for (const insert of insertSteps(tx.db, newOf(written))) tx.write(insert, redraw('workflow_steps_pkey'));
  for (const { row, before } of written) {
    if (before !== undefined) writeChange(tx, changeStep, row, differing(before, row));
  }
}

function writeItems(tx: Tx, written: readonly Written<ItemRow>[]): void {
  const fresh = newOf(written);
  for (const insert of insertItems(tx.db, fresh)) tx.write(insert, redraw('workflow_items_pkey'));
  writePlaces(tx, fresh);
  for (const { row, before } of written) {
    if (before !== undefined) writeChange(tx, changeItem, row, differing(before, row));
  }
}

const newOf = <Row extends { readonly company_id: string }>(written: readonly Written<Row>[]) =>
  written.flatMap(({ row, before }) => (before === undefined ? [withoutCompany(row)] : []));

const withoutCompany = <Row extends { readonly company_id: string }>({ company_id: _, ...columns }: Row) => columns;

/** Who takes an item twice in one instant changes nothing. */
function writeChange(tx: Tx, change: typeof changeItem, row: object, set: object): void {
  if (Object.keys(set).length > 0) tx.write(change(tx.db, { ...row }, { ...set }));
}

/** The columns that have another value than was read. */
function differing<Row extends object>(before: Row, row: Row): Partial<Row> {
  const names = Object.keys(row) as (keyof Row)[];
  const set = names.filter((name) => row[name] !== before[name]).map((name) => [name, row[name]] as const);
  return Object.fromEntries(set) as Partial<Row>;
}

/** Each in a statement of its own, which is not gathered with others: on a cluster they lie by their own ids. */
function writePlaces(tx: Tx, rows: readonly { readonly id: string; readonly owner_id: string }[]): void {
  for (const { id, owner_id } of rows)
    tx.write(tx.db.insertInto('workflow_places').values({ id, owner_id }), redraw('workflow_places_pkey'));
}

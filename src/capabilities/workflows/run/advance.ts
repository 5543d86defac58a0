// Brings a workflow as far as it goes: the machine says what moves, and each move is made in memory before the next.
import type { StepDefinition } from '#capabilities/workflow-types/index.ts';
import { newId } from '#platform/ids.ts';
import { begin, type ItemStanding, type Move, settle } from '../machine/settle.ts';
import { itemStates, workflowStates } from '../states.ts';
import type { ItemRow, StepRow } from '../tables.ts';
import type { ItemOutcome, MoveReason } from '../words.ts';
import { holdsIn } from './facts.ts';
import { openItems } from './open-items.ts';
import { note, type Run, remember, setItem, setStep, setWorkflow, standsAt } from './run.ts';

export async function beginRun(run: Run): Promise<void> {
  const holds = await holdsIn(run);
  for (const move of begin(run.definition, holds)) await make(run, move);
}

/** After something of it has ended, or its case has changed. */
export async function goOn(run: Run): Promise<void> {
  const at = standsAt(run);
  if (at === undefined || run.workflow.status !== 'running') return;
  const holds = await holdsIn(run);
  const items = at.items.map(({ id }) => standingOf(run.items.find((row) => row.workitem_type_id === id)));
  const standing = { visits: run.workflow.visits, at: { stepId: at.id, items } };
  for (const move of settle(run.definition, standing, holds)) await make(run, move);
}

const standingOf = (row: ItemRow | undefined): ItemStanding =>
  row?.status === 'completed' || row?.status === 'skipped' ? row.status : 'open';

function make(run: Run, move: Move): Promise<void> | void {
  if (move.kind === 'end') return endRun(run, 'complete');
  const step = run.definition.steps.find(({ id }) => id === move.stepId) as StepDefinition;
  if (move.kind === 'enter') return enter(run, step, move.visit);
  if (move.kind === 'skip') return skip(run, step, move.visit);
  if (move.kind === 'leave') return leave(run, move.reason);
  note(run, 'passOverStep', { reason: move.reason });
}

function newStep({ ctx, workflow }: Run, { id, name }: StepDefinition, visit: number): StepRow {
  return {
    owner_id: workflow.owner_id,
    id: newId('WS'),
    company_id: workflow.company_id,
    position: ctx.position(),
    workflow_id: workflow.id,
    step_type_id: id,
    name,
    visit,
    status: 'current',
    reason: null,
    ended_at: null,
    created_at: ctx.now,
    updated_at: null,
  };
}

const visited = ({ workflow }: Run, { id }: StepDefinition, visit: number) => ({
  visits: { ...workflow.visits, [id]: visit },
});

async function enter(run: Run, step: StepDefinition, visit: number): Promise<void> {
  const row = newStep(run, step, visit);
  run.step = row;
  remember(run.changed.steps, row);
  setWorkflow(run, { ...visited(run, step, visit), step_id: row.id });
  note(run, 'enterStep', { stepId: row.id });
  await openItems(run, row, step.items);
}

function skip(run: Run, step: StepDefinition, visit: number): void {
  const row = { ...newStep(run, step, visit), status: 'skipped' as const, reason: 'entryConditionNotMet' as const };
  remember(run.changed.steps, { ...row, ended_at: run.ctx.now });
  setWorkflow(run, visited(run, step, visit));
  note(run, 'skipStep', { stepId: row.id, reason: row.reason });
}

function leave(run: Run, reason: MoveReason): void {
  const { ctx } = run;
  cancelItems(run, 'stepEnded');
  const row = setStep(run, { status: 'completed', reason, ended_at: ctx.now, updated_at: ctx.now });
  note(run, 'leaveStep', { stepId: row.id, reason });
  run.step = null;
  run.items = [];
  setWorkflow(run, { step_id: null });
}

/** What is open is not needed any more. */
function cancelItems(run: Run, reason: MoveReason): void {
  for (const item of run.items) {
    if (itemStates.isFinal(item.status)) continue;
    endItem(run, item, { status: itemStates.move(item.status, 'cancel').to, outcome: 'notNeeded' });
    note(run, 'cancelItem', { stepId: item.step_id, itemId: item.id, reason });
  }
}

interface End {
  readonly status: ItemRow['status'];
  readonly outcome: ItemOutcome;
  readonly more?: Partial<ItemRow>;
}

/** Nobody looks at it again. */
export function endItem(run: Run, item: ItemRow, { status, outcome, more }: End): ItemRow {
  const { ctx } = run;
  setWorkflow(run, { outcomes: { ...run.workflow.outcomes, [item.key]: outcome } });
  const nothingToDo = { taken_by_id: null, taken_until: null, acts_at: null, look_at: null, waits_for: null };
  const noPreview = item.needs_preview ? { needs_preview: false } : {};
  const by = { ended_by_type: ctx.actor.type, ended_by_id: ctx.actor.id, ended_at: ctx.now, updated_at: ctx.now };
  return setItem(run, item, { ...more, ...nothingToDo, ...noPreview, ...by, status, outcome });
}

interface Why {
  readonly reason?: MoveReason | null;
  readonly words?: string;
}

/** The workflow ends, with what is open in it. */
export function endRun(run: Run, verb: 'complete' | 'cancel', { reason = null, words }: Why = {}): void {
  const { ctx, workflow } = run;
  const { to: status } = workflowStates.move(workflow.status, verb, { id: workflow.id });
  if (run.step !== null) {
    cancelItems(run, reason ?? 'stepEnded');
    setStep(run, { status: 'canceled', reason, ended_at: ctx.now, updated_at: ctx.now });
  }
  run.step = null;
  run.items = [];
  setWorkflow(run, { status, reason, step_id: null, ended_at: ctx.now, updated_at: ctx.now });
  note(run, verb, words === undefined ? { reason } : { reason, words });
}

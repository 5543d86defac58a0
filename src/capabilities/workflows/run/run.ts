// A workflow as it stands: its moves are made in memory first, then written together.
import type { MovingContext } from '#capabilities/cases/index.ts';
import type { StepDefinition, WorkflowDefinition } from '#capabilities/workflow-types/index.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import type { ItemRow, MoveRow, StepRow, WorkflowRow } from '../tables.ts';
import type { MoveReason, MoveVerb } from '../words.ts';
import { sealerFor, type Whose } from './whose.ts';

/** What is written a context: that of a command, or of work by itself. */
export type RunContext = MovingContext;

/** What people have given to forms, by the keys of the items. */
export type Forms = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export type Run = Standing & Whose;

interface Standing {
  readonly ctx: RunContext;
  readonly tx: Tx;
  readonly definition: WorkflowDefinition;
  workflow: WorkflowRow;
  /** As it was read; undefined: it is new. */
  readonly loaded: WorkflowRow | undefined;
  /** The step at which it stands, and its items. */
  step: StepRow | null;
  items: readonly ItemRow[];
  readonly changed: Changed;
}

/** What is new or another than it was; each row is written once. */
interface Changed {
  readonly steps: Map<string, Written<StepRow>>;
  readonly items: Map<string, Written<ItemRow>>;
  readonly moves: MoveRow[];
}

export interface Written<Row> {
  readonly row: Row;
  /** As it was read; undefined: it is new. */
  readonly before: Row | undefined;
}

export const nothingChanged = (): Changed => ({ steps: new Map(), items: new Map(), moves: [] });

export const sealerOfRun = ({ ctx, owner, workflow }: Pick<Run, 'ctx' | 'owner' | 'workflow'>): Sealer =>
  sealerFor(ctx.vault, owner, workflow);

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
    owner_id: workflow.owner_id,
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
  const before = run.step as StepRow;
  const row = { ...before, ...set };
  run.step = row;
  remember(run.changed.steps, row, before);
  return row;
}

export function setItem(run: Run, before: ItemRow, set: Partial<ItemRow>): ItemRow {
  const row = { ...before, ...set };
  run.items = run.items.map((one) => (one.id === row.id ? row : one));
  remember(run.changed.items, row, before);
  return row;
}

/** Where it was changed before in this commit, it is written over what was read. */
export function remember<Row extends { readonly id: string }>(
  rows: Map<string, Written<Row>>,
  row: Row,
  before?: Row,
): void {
  const known = rows.get(row.id);
  rows.set(row.id, { row, before: known === undefined ? before : known.before });
}

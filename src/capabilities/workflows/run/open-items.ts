// The items of a step that begins: for whom they are, until when, and what goes by itself.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { CaseRow } from '#capabilities/cases/index.ts';
import type { Assignee, ItemDefinition } from '#capabilities/workflow-types/index.ts';
import { newId } from '#platform/ids.ts';
import { start } from '#platform/states.ts';
import { itemStates } from '../states.ts';
import type { ItemRow, StepRow } from '../tables.ts';
import { factsOfRun } from './facts.ts';
import { note, type Run, remember } from './run.ts';
import { beginningOf, earlier, endOf, overAfter } from './when.ts';

export type Assigned = Pick<
  ItemRow,
  'assigned_employee_id' | 'assigned_user_id' | 'assigned_team_id' | 'assigned_role_id' | 'is_of_owner'
>;

const nobody: Assigned = {
  assigned_employee_id: null,
  assigned_user_id: null,
  assigned_team_id: null,
  assigned_role_id: null,
  is_of_owner: false,
};

export type OwnerOfCase = Pick<CaseRow, 'owning_employee_id' | 'owning_team_id'>;

export function assignedTo({ to, id }: Assignee, ofCase: OwnerOfCase): Assigned {
  if (to === 'user') return { ...nobody, assigned_user_id: id };
  if (to === 'team') return { ...nobody, assigned_team_id: id };
  if (to === 'role') return { ...nobody, assigned_role_id: id };
  return {
    ...nobody,
    assigned_employee_id: ofCase.owning_employee_id,
    assigned_team_id: ofCase.owning_team_id,
    is_of_owner: true,
  };
}

/** The same list where they stand in it already: what has not changed is not written. */
export const withAll = (some: string[], others: readonly string[]): string[] =>
  others.every((one) => some.includes(one)) ? some : [...new Set([...some, ...others])];

/** Who has given an item away, with those who gave the case to its owner where it goes to the owner. */
export const giversOf = (
  { workflow }: Pick<Run, 'workflow'>,
  { is_of_owner: isOfOwner }: Assigned,
  before: string[],
): string[] => withAll(before, isOfOwner ? workflow.given_by_ids : []);

export async function openItems(run: Run, step: StepRow, items: readonly ItemDefinition[]): Promise<void> {
  const rows: ItemRow[] = [];
  for (const item of items) rows.push(await openItem(run, step, item));
  run.items = rows;
  for (const row of rows) {
    remember(run.changed.items, row);
    note(run, 'openItem', { stepId: step.id, itemId: row.id });
  }
}

async function openItem(run: Run, step: StepRow, item: ItemDefinition): Promise<ItemRow> {
  const { ctx, workflow, ofCase } = run;
  const late_at = item.due === null ? null : endOf(item.due, ctx);
  const begun = await begunAs(run, item);
  const assigned = assignedTo(item.assignee, ofCase);
  return {
    owner_id: workflow.owner_id,
    id: newId('WI'),
    company_id: workflow.company_id,
    position: ctx.position(),
    workflow_id: workflow.id,
    step_id: step.id,
    case_id: workflow.case_id,
    workitem_type_id: item.id,
    key: item.key,
    name: item.name,
    kind: item.kind,
    is_required: item.isRequired,
    status: begun.status,
    outcome: null,
    ...assigned,
    assigned_by_ids: giversOf(run, assigned, []),
    taken_by_id: null,
    taken_until: null,
    late_at,
    next_late_at: late_at,
    is_late: false,
    acts_at: begun.actsAt,
    look_at: earlier(begun.actsAt, late_at),
    waits_for: item.kind === 'wait' ? item.wait.event : null,
    tries: 0,
    error_type: begun.errorType ?? null,
    made_id: null,
    needs_preview: orders(item),
    preview_sealed: null,
    details_sealed: null,
    ended_by_type: null,
    ended_by_id: null,
    ended_at: null,
    created_at: ctx.now,
    updated_at: null,
  };
}

/** A tool of the loan is looked at before it is ordered. */
export const orders = (item: ItemDefinition): boolean => item.kind === 'automatic' && item.automatic.loanTool !== null;

interface Begun {
  readonly status: ItemRow['status'];
  readonly actsAt: Instant | null;
  readonly errorType?: string;
}

/** How an item begins, and begins again. */
export async function begunAs(run: Run, item: ItemDefinition): Promise<Begun> {
  if (item.kind === 'automatic') return { status: itemStates.move(start, 'act').to, actsAt: run.ctx.now };
  if (item.kind !== 'wait') return { status: itemStates.move(start, 'ask').to, actsAt: null };
  const status = itemStates.move(start, 'wait').to;
  if (item.wait.untilField === null) {
    return { status, actsAt: item.wait.time === null ? null : overAfter(item.wait.time, run.ctx) };
  }
  const actsAt = await momentOfField(run, item.wait.untilField);
  return actsAt === null ? { ...noDate, status: itemStates.to('fail') } : { status, actsAt };
}

/** A wait for a date that is not there would wait for nobody: a person is asked. */
const noDate = { actsAt: null, errorType: 'NoDate' } as const;

/** The beginning of a day that the case names, such as `case.dueDate`; null: it names none. */
async function momentOfField(run: Run, field: string): Promise<Instant | null> {
  const [context = '', ...path] = field.split('.');
  const facts = await factsOfRun(run, [{ context, path: path.join('.'), at: 0 }]);
  const value = path.reduce<unknown>(
    (inside, part) => (inside as Record<string, unknown> | undefined)?.[part],
    facts[context],
  );
  return typeof value === 'string' ? beginningOf(value as CivilDate, run.ctx.timezone) : null;
}

// Makes the definition of a workflow type from what its steps and their items are now.
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import type { ItemDefinition, StepDefinition, Task, WorkflowDefinition } from './definition.ts';
import type { AutomaticTask, Retry } from './item-schemas.ts';
import type { StepTypeRow, WorkflowTypeRow, WorkitemTypeRow } from './tables.ts';
import { type Counted, countedItems, countedSteps } from './versions-in-use.ts';
import { end } from './words.ts';

/** How often an action is tried that says nothing of it. */
const usualRetry: Retry = { attempts: 5, waitMinutes: 10 };

/** The versions that count of what workflow types name, by the ids that name them. */
interface Parts {
  readonly steps: Counted<StepTypeRow>;
  readonly items: Counted<WorkitemTypeRow>;
}

export async function partsOf(reader: Reader, rows: readonly Pick<WorkflowTypeRow, 'steps'>[]): Promise<Parts> {
  const stepIds = rows.flatMap(({ steps }) => steps.map(({ stepTypeId }) => stepTypeId));
  const steps = await countedSteps(reader, [...new Set(stepIds)]);
  const itemIds = [...steps.values()].flatMap(({ workitem_type_ids: ids }) => ids);
  return { steps, items: await countedItems(reader, [...new Set(itemIds)]) };
}

export const partOfStep = (typeId: number): string => `ST ${typeId}`;
export const partOfItem = (typeId: number): string => `IT ${typeId}`;

/** The numbers of the types in it, each with its prefix. */
export const partTypeIds = ({ steps, items }: Parts): string[] => [
  ...new Set([...steps.values()].map(({ type_id }) => partOfStep(type_id))),
  ...new Set([...items.values()].map(({ type_id }) => partOfItem(type_id))),
];

/** The items of each step of a workflow type, in order. */
export const itemsInSteps = ({ steps: given }: Pick<WorkflowTypeRow, 'steps'>, { steps, items }: Parts) =>
  given.map(({ stepTypeId }) => {
    const ids = steps.get(stepTypeId)?.workitem_type_ids ?? [];
    return ids.flatMap((id) => items.get(id) ?? []);
  });

/**
 * Which versions a part may have: one that is active; also a deprecated one that was published, where only another part
 * has changed; any, where it is only looked at.
 */
type PartsTaken = 'active' | 'deprecated' | 'any';

/** Errors: InvalidRequest. */
export function definitionOf(row: WorkflowTypeRow, parts: Parts, taken: PartsTaken): WorkflowDefinition {
  const { steps, items } = parts;
  mustHaveNone(row.steps.flatMap(({ stepTypeId }, i) => partProblems(i, steps.get(stepTypeId), items, taken)));
  const rows = row.steps.map(({ stepTypeId }) => steps.get(stepTypeId) as StepTypeRow);
  const inSteps = itemsInSteps(row, parts);
  return {
    workflowTypeId: row.id,
    typeId: row.type_id,
    version: row.version,
    name: row.name,
    description: row.description,
    makers: [...new Set([row, ...rows, ...inSteps.flat()].flatMap(({ makers }) => makers))].sort(),
    steps: row.steps.map(({ next, maxVisits }, i) => {
      const branches = next.map(({ condition, goTo }) => ({ condition, goTo: placeOf(goTo, steps) }));
      return stepOf(rows[i] as StepTypeRow, inSteps[i] ?? [], { next: branches, maxVisits });
    }),
  };
}

/** A branch names a step by any of its versions, as the list of steps does. */
const placeOf = (goTo: string, steps: Counted<StepTypeRow>): string =>
  goTo === end ? end : (steps.get(goTo)?.id ?? goTo);

function partProblems(
  i: number,
  step: StepTypeRow | undefined,
  items: Counted<WorkitemTypeRow>,
  taken: PartsTaken,
): Problem[] {
  const path = `steps[${i}].stepTypeId`;
  if (step === undefined) return [{ path, message: 'is no step type', expected: 'the id of one' }];
  const expected = 'one with an active version';
  if (!isInUse(step, taken)) return [{ path, message: `is ${statusOf(step.status)}`, expected }];
  return step.workitem_type_ids.flatMap((id): Problem[] => {
    const item = items.get(id);
    if (item === undefined) return [{ path, message: `has an item ${id} that is gone`, expected }];
    if (isInUse(item, taken)) return [];
    return [{ path, message: `has the item "${item.key}", which is ${statusOf(item.status)}`, expected }];
  });
}

function isInUse({ status, published_at }: Pick<StepTypeRow, 'status' | 'published_at'>, taken: PartsTaken): boolean {
  if (taken === 'any' || status === 'active') return true;
  return status === taken && published_at !== null;
}

const statusOf = (status: string): string => (status === 'draft' ? 'a draft' : status);

const stepOf = (
  row: StepTypeRow,
  items: readonly WorkitemTypeRow[],
  way: Pick<StepDefinition, 'next' | 'maxVisits'>,
): StepDefinition => ({
  id: row.id,
  name: row.name,
  description: row.description,
  entryCondition: row.entry_condition,
  exitRule: row.exit_rule,
  next: way.next,
  maxVisits: way.maxVisits,
  items: items.map(itemOf),
});

const itemOf = (row: WorkitemTypeRow): ItemDefinition => ({
  id: row.id,
  key: row.key,
  name: row.name,
  description: row.description,
  isRequired: row.is_required,
  assignee: row.assignee,
  due: row.due,
  whenLate: row.when_late,
  ...taskOf(row),
});

/** A row was checked: the object of its kind is there. */
function taskOf({ kind, retry, ...row }: WorkitemTypeRow): Task {
  if (kind === 'automatic') return { kind, automatic: row.automatic as AutomaticTask, retry: retry ?? usualRetry };
  return { kind, [kind]: row[kind] } as Task;
}

// What is wrong with a whole type of workflow: steps that nothing leads to, or that never come to the end, names that stand
// twice, conditions on what its cases lack.
import { conditionProblems } from '#platform/conditions/check-condition.ts';
import type { NamedContext } from '#platform/conditions/named-context.ts';
import { type Problem, problemIf } from '#platform/errors.ts';
import { nearestFirst } from '#platform/input/nearest.ts';
import { itemsContext, itemsName } from './contexts.ts';
import type { ItemDefinition, StepDefinition, WorkflowDefinition } from './definition.ts';
import { end } from './words.ts';

const itemsMax = 200;

type Steps = readonly StepDefinition[];

/** The paths are those of a workflow type: what is wrong inside a step is said of the step that names it. */
export const structureProblems = ({ steps }: Pick<WorkflowDefinition, 'steps'>): Problem[] => {
  const named = [...namesTwice(steps), ...branchProblems(steps)];
  // Ways are followed only where each branch leads somewhere.
  return named.length > 0 ? named : [...backProblems(steps), ...wayProblems(steps)];
};

function namesTwice(steps: Steps): Problem[] {
  const ids = steps.map(({ id }) => id);
  const keys = steps.flatMap(({ items }) => items.map(({ key }) => key));
  let before = 0;
  const ofSteps = steps.flatMap(({ id, items }, i) => {
    const from = before;
    before += items.length;
    const path = `steps[${i}].stepTypeId`;
    return [
      ...problemIf(ids.indexOf(id) < i, path, 'stands there twice', 'another step, or a branch back to it'),
      ...problemIf(items.length === 0, path, 'has no item', 'a step with something to do'),
      ...items.flatMap(({ key }, j) =>
        problemIf(keys.indexOf(key) < from + j, path, `has an item "${key}", and so has another step`, 'another key'),
      ),
    ];
  });
  return [
    ...problemIf(steps.length === 0, 'steps', 'is empty', 'at least one step'),
    ...problemIf(keys.length > itemsMax, 'steps', `have ${keys.length} items`, `at most ${itemsMax}`),
    ...ofSteps,
  ];
}

const branchProblems = (steps: Steps): Problem[] =>
  steps.flatMap(({ next }, i) =>
    next.flatMap(({ condition, goTo }, j) => {
      const at = `steps[${i}].next[${j}]`;
      const isThere = goTo === end || steps.some(({ id }) => id === goTo);
      const isLast = j === next.length - 1;
      return [
        ...problemIf(!isThere, `${at}.goTo`, 'is no step of this workflow', `the stepTypeId of one, or ${end}`),
        ...problemIf(
          condition === null && !isLast,
          `${at}.condition`,
          'is always true',
          'a condition, or the last place',
        ),
      ];
    }),
  );

/** A step to which a branch leads back would be entered again, so it says how often. */
const backProblems = (steps: Steps): Problem[] =>
  steps.flatMap(({ id, maxVisits }, to) => {
    const from = steps.findIndex(({ next }, i) => i >= to && next.some(({ goTo }) => goTo === id));
    const message = `is 1, and step ${from + 1} leads back to this one`;
    return problemIf(
      from !== -1 && maxVisits === 1,
      `steps[${to}].maxVisits`,
      message,
      'at least 2: loops are bounded',
    );
  });

/** Where a step may lead, by its place; the place after the last one is the end. */
function waysOf(steps: Steps, i: number): number[] {
  const { next, entryCondition } = steps[i] as StepDefinition;
  const branches = next.map(({ goTo }) => (goTo === end ? steps.length : steps.findIndex(({ id }) => id === goTo)));
  const isDecided = next.some(({ condition }) => condition === null);
  return !isDecided || entryCondition !== null ? [...branches, i + 1] : branches;
}

/** The places that ways lead to from some, over any number of steps. */
function reachedFrom(ways: readonly (readonly number[])[], start: number): ReadonlySet<number> {
  const reached = new Set([start]);
  for (const place of reached) for (const to of ways[place] ?? []) reached.add(to);
  return reached;
}

function wayProblems(steps: Steps): Problem[] {
  const ways = steps.map((_, i) => waysOf(steps, i));
  const fromFirst = reachedFrom(ways, 0);
  return steps.flatMap((_, i) => {
    const path = `steps[${i}]`;
    const neverEnds = !reachedFrom(ways, i).has(steps.length);
    return [
      ...problemIf(!fromFirst.has(i), `${path}.stepTypeId`, 'is never reached', 'a step before it that leads to it'),
      ...problemIf(neverEnds, `${path}.next`, 'never comes to the end', 'a branch with a condition, or one to the end'),
    ];
  });
}

interface Naming {
  /** The case, the borrower and the loan; items are added. */
  readonly contexts: readonly NamedContext[];
  readonly permissions: ReadonlySet<string>;
}

/** What conditions and values name that there is not. */
export function namingProblems(definition: Pick<WorkflowDefinition, 'steps'>, { contexts, permissions }: Naming) {
  const all = [...contexts, itemsContext(definition)];
  const inside = (path: string, part: string, text: string | null): Problem[] =>
    text === null
      ? []
      : conditionProblems(path, text, { contexts: all, permissions }).map((one) => ({
          ...one,
          message: `its ${part}: ${one.message}`,
        }));
  return definition.steps.flatMap(({ entryCondition, exitRule, next, items }, i): Problem[] => {
    const path = `steps[${i}].stepTypeId`;
    return [
      ...inside(path, 'entryCondition', entryCondition),
      ...inside(path, 'exitRule.condition', exitRule.condition),
      ...next.flatMap(({ condition }, j) =>
        condition === null
          ? []
          : conditionProblems(`steps[${i}].next[${j}].condition`, condition, { contexts: all, permissions }),
      ),
      ...items.flatMap((item) => fieldProblems(path, item, all)),
    ];
  });
}

function fieldProblems(path: string, item: ItemDefinition, contexts: readonly NamedContext[]): Problem[] {
  if (item.kind === 'wait') {
    const { untilField } = item.wait;
    return untilField === null ? [] : fieldProblem(path, item, untilField, contexts, 'date');
  }
  if (item.kind !== 'automatic') return [];
  const values = item.automatic.loanTool?.values ?? [];
  return values.flatMap(({ from }) => fieldProblem(path, item, from, contexts));
}

function fieldProblem(
  path: string,
  { key }: ItemDefinition,
  name: string,
  contexts: readonly NamedContext[],
  type?: string,
): Problem[] {
  const own = contexts.filter((one) => one.name === 'case' || one.name === itemsName);
  const names = own.flatMap(({ name: context, fields }) =>
    Object.entries(fields)
      .filter(([, field]) => type === undefined || field.type === type)
      .map(([field]) => `${context}.${field}`),
  );
  if (names.includes(name)) return [];
  const what = type === undefined ? 'field' : type;
  const message = `its item "${key}": there is no ${what} "${name.slice(0, 60)}"`;
  return [{ path, message, expected: nearestFirst(name, names) }];
}

// docs/states.md: a picture and a list of each table of states.
import { stateTables } from '#app/capabilities.ts';
import { type AnyStateTable, type AnyStep, start } from '#platform/states.ts';

export const statesDocument = (): string => `# States

Made by \`npm run docs\`. Do not edit.

This page shows the states of each object, and the verbs that change them. It is made from the tables that the service itself uses (\`states.ts\` of the owner). A pair of state and verb that is not listed is refused; the refusal names the state, and the states in which the verb is allowed. The pictures leave out verbs that keep the state. If several states may follow, the books decide which one does.

${stateTables.map(section).join('\n')}`;

function section({ name, states, steps }: AnyStateTable): string {
  const allowed = steps.filter(({ rule }) => rule.refuse === undefined || rule.when !== undefined);
  const rows = [...Map.groupBy(allowed, (step) => `| ${step.verb} | % | ${toOf(step)} |`)].map(([row, group]) =>
    row.replace('%', group.map(fromOf).join(', ')),
  );
  return [
    `## ${name}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...states.map((state) => `  ${state}`),
    ...arrows(allowed.filter(({ from, to }) => to.length === 1 && to[0] !== from)),
    ...arrowsOfBooks(allowed.filter(({ to }) => to.length > 1)),
    '```',
    '',
    '| Verb | In | Leads to |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const arrows = (steps: readonly AnyStep[], target = ({ to }: AnyStep) => to[0]): string[] =>
  [...Map.groupBy(steps, (step) => `${step.from} --> ${target(step)}`)].map(
    ([arrow, group]) => `  ${arrow} : ${group.map(({ verb }) => verb).join(', ')}`,
  );

/** By way of a node from which they go on to one of several states. */
function arrowsOfBooks(steps: readonly AnyStep[]): string[] {
  if (steps.length === 0) return [];
  const states = new Set(steps.flatMap(({ to }) => to));
  return [
    '  state books <<choice>>',
    ...arrows(steps, () => 'books'),
    ...[...states].map((state) => `  books --> ${state}`),
  ];
}

const fromOf = ({ from, rule }: AnyStep): string => {
  const name = from === start ? 'the beginning' : from;
  return rule.when === undefined ? name : `${name} (where ${rule.when})`;
};

const toOf = ({ from, to }: AnyStep): string => {
  if (to.length > 1) return `one of ${to.join(', ')}`;
  return to[0] === from ? 'the same' : String(to[0]);
};

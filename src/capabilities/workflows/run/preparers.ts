// Who has prepared what a workflow comes to: who wrote its type, who started it, who did its items or had one tried again,
// and who said what it is about.
import { typeOfCase } from '#capabilities/case-types/index.ts';
import { associationEvents, caseEvents } from '#capabilities/cases/index.ts';
import { whoPreparedHits } from '#capabilities/monitors/index.ts';
import type { WorkflowDefinition } from '#capabilities/workflow-types/index.ts';
import { whoDid } from '#platform/events/who-did.ts';
import type { ItemRow } from '../tables.ts';
import { stepIdsOf } from './load.ts';
import type { Run } from './run.ts';

type Done = Pick<ItemRow, 'kind' | 'ended_by_id'>;

export const doersOf = (items: readonly Pick<Done, 'ended_by_id'>[]): readonly string[] =>
  items.flatMap(({ ended_by_id }) => ended_by_id ?? []);

/** `counts` says whose items count, of those that were done. */
export async function preparersOf(
  { tx, workflow, definition }: Run,
  counts: (item: Done) => boolean = () => true,
): Promise<readonly string[]> {
  const { owner_id: ownerId, id } = workflow;
  const ended = tx.db
    .selectFrom('workflow_items')
    .select(['kind', 'ended_by_id'])
    .where('owner_id', '=', ownerId)
    .where('step_id', 'in', stepIdsOf(tx, workflow))
    .where('ended_by_id', 'is not', null);
  const retried = tx.db
    .selectFrom('workflow_moves')
    .select('actor_id')
    .where('owner_id', '=', ownerId)
    .where('workflow_id', '=', id)
    .where('verb', '=', 'retryItem');
  const [items, moves] = await tx.together(ended, retried);
  const started = workflow.created_by_id === null ? [] : [workflow.created_by_id];
  const again = moves.flatMap(({ actor_id }) => actor_id ?? []);
  return [...new Set([...doersOf(items.filter(counts)), ...again, ...started, ...definition.makers])];
}

/** A value of a tool that stands in the case when the tool is ordered, whoever has written it there. */
const isOfCase = ({ from }: { readonly from: string }): boolean => from.startsWith('case.');

export const takesFromCase = (values: readonly { readonly from: string }[]): boolean => values.some(isOfCase);

/** Whether a tool that the workflow may come to takes a value from the case. */
export const mayTakeFromCase = ({ steps }: WorkflowDefinition): boolean =>
  steps
    .flatMap(({ items }) => items)
    .some((item) => item.kind === 'automatic' && takesFromCase(item.automatic.loanTool?.values ?? []));

/**
 * Who said what the workflow is about. Whoever gave the case a loan or took one away chose the loan, at any time. Where
 * values are taken from the case, also everybody who made or changed it, at any time, and who has changed another case of
 * the borrower since the workflow began; whoever told the service what a monitor wrote into them, and whoever gave the type
 * of the case a value for what nobody says. A case of the company has no loan, and no tool takes values from it.
 */
export async function whoChangedCases(
  { tx, owner, ofCase, workflow }: Run,
  takesValues: boolean,
): Promise<readonly string[]> {
  if (owner === null) return [];
  const { owner_id: subjectId, case_id: caseId, created_at: since } = workflow;
  if (!takesValues) return [...new Set((await whoDid(tx, { subjectId, caseId, kinds: associationEvents })).map(idOf))];
  const [inCase, inOthers, byHits, { makersOfDefaults }] = await Promise.all([
    whoDid(tx, { subjectId, caseId, kinds: caseEvents }),
    whoDid(tx, { subjectId, kinds: caseEvents, since }),
    whoPreparedHits(tx, { personId: subjectId, caseId, since }),
    typeOfCase(tx, ofCase),
  ]);
  return [...new Set([...inCase.map(idOf), ...inOthers.map(idOf), ...byHits, ...makersOfDefaults])];
}

const idOf = ({ actorId }: { readonly actorId: string }): string => actorId;

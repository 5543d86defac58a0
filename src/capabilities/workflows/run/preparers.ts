// Who has prepared what a workflow comes to: who wrote its type, who started it and who did its items.
import { caseEvents } from '#capabilities/cases/index.ts';
import { whoDid } from '#platform/events/who-did.ts';
import type { ItemRow } from '../tables.ts';
import { itemsOf } from './load.ts';
import type { Run } from './run.ts';

type Done = Pick<ItemRow, 'kind' | 'ended_by_id'>;

export const doersOf = (items: readonly Pick<Done, 'ended_by_id'>[]): readonly string[] =>
  items.flatMap(({ ended_by_id }) => ended_by_id ?? []);

/** `counts` says whose items count, of those that were done. */
export async function preparersOf(
  { tx, workflow, definition }: Run,
  counts: (item: Done) => boolean = () => true,
): Promise<readonly string[]> {
  const ended = await tx.rows(
    itemsOf(tx, workflow.person_id).where('workflow_id', '=', workflow.id).where('ended_by_id', 'is not', null),
  );
  const started = workflow.created_by_id === null ? [] : [workflow.created_by_id];
  return [...new Set([...doersOf(ended.filter(counts)), ...started, ...definition.makers])];
}

/** Who has changed a case of the borrower since the workflow began: values of a tool may come from it. */
export async function whoChangedCases({ tx, workflow }: Run): Promise<readonly string[]> {
  const { person_id: subjectId, created_at: since } = workflow;
  const did = await whoDid(tx, { subjectId, kinds: caseEvents, since });
  return did.map(({ actorId }) => actorId);
}

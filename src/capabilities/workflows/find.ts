// How workflows and their items are found: by their id alone, which leads to the borrower with whom they lie.
import { type PersonRow, person } from '#capabilities/people/index.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import { errors } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { findWorkflow, itemsOf } from './run/load.ts';
import type { ItemRow, WorkflowRow } from './tables.ts';

const placeById = prepared((db, placeholder: PlaceholderOf<{ id: string }>) =>
  db.selectFrom('workflow_places').select('person_id').where('id', '=', placeholder('id')),
);

interface WorkflowOfPath {
  readonly owner: PersonRow;
  readonly row: WorkflowRow;
}

export interface ItemOfPath extends WorkflowOfPath {
  readonly item: ItemRow;
}

const common = {
  notFound: errors.NotFound,
  ...(person.refusesChange && { refusesChange: person.refusesChange }),
};

/** A command locks the borrower, so that moves of one workflow come one after the other. */
export const workflowOfPath: Subject<WorkflowOfPath> = {
  ...common,
  param: 'workflowId',
  async find(reader, id, lock) {
    const place = await reader.row(placeById(reader.db, { id }));
    if (place === undefined) throw notFound('workflow', id, 'workflowId');
    const { subject: owner, ...found } = await person.find(reader, place.person_id, lock);
    const row = await findWorkflow(reader, owner.person_id, id);
    if (row === undefined) throw notFound('workflow', id, 'workflowId');
    return { ...found, subject: { owner, row } };
  },
};

export const itemOfPath: Subject<ItemOfPath> = {
  ...common,
  param: 'workitemId',
  async find(reader, id, lock) {
    const place = await reader.row(placeById(reader.db, { id }));
    if (place === undefined) throw notFound('workitem', id, 'workitemId');
    const { subject: owner, ...found } = await person.find(reader, place.person_id, lock);
    const item = await reader.row(itemsOf(reader, owner.person_id).where('id', '=', id));
    if (item === undefined) throw notFound('workitem', id, 'workitemId');
    const row = await findWorkflow(reader, owner.person_id, item.workflow_id);
    return { ...found, subject: { owner, row: row as WorkflowRow, item: item as ItemRow } };
  },
};

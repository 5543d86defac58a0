// How workflows and their items are found: by their id alone, which leads to whom they lie with.
import { companyCaseOf } from '#capabilities/cases/index.ts';
import { type PersonRow, person } from '#capabilities/people/index.ts';
import type { Found } from '#platform/command/run-command.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { findItem, findWorkflow } from './run/load.ts';
import type { ItemRow, WorkflowRow } from './tables.ts';

const placeById = prepared((db, placeholder: PlaceholderOf<{ id: string }>) =>
  db.selectFrom('workflow_places').select('owner_id').where('id', '=', placeholder('id')),
);

interface WorkflowOfPath {
  /** Null: the company. */
  readonly owner: PersonRow | null;
  readonly row: WorkflowRow;
}

export interface ItemOfPath extends WorkflowOfPath {
  readonly item: ItemRow;
}

const common = {
  notFound: errors.NotFound,
  ...(person.refusesChange && { refusesChange: person.refusesChange }),
};

/** A command holds the owner, so that moves of one workflow come one after the other. */
export const workflowOfPath: Subject<WorkflowOfPath> = {
  ...common,
  param: 'workflowId',
  async find(reader, id, lock) {
    const { ownerId, row, ...found } = await heldWith(reader, id, lock, findWorkflow);
    if (row === undefined) throw notFound('workflow', id, 'workflowId');
    return { ...found, subject: { owner: found.subject, row } };
  },
};

export const itemOfPath: Subject<ItemOfPath> = {
  ...common,
  param: 'workitemId',
  async find(reader, id, lock) {
    const { ownerId, row: item, ...found } = await heldWith(reader, id, lock, findItem);
    if (item === undefined) throw notFound('workitem', id, 'workitemId');
    const row = await findWorkflow(reader, ownerId, item.workflow_id);
    return { ...found, subject: { owner: found.subject, row: row as WorkflowRow, item } };
  },
};

interface HeldWith<Row> extends Found<PersonRow | null> {
  readonly ownerId: string;
  /** Undefined: there is none. */
  readonly row: Row | undefined;
}

/** A row with its owner. Of the company the case is held, which is the same at any time. */
async function heldWith<Row extends Pick<WorkflowRow, 'case_id'>>(
  reader: Reader,
  id: string,
  lock: boolean,
  find: (reader: Reader, ownerId: string, id: string) => Promise<Row | undefined>,
): Promise<HeldWith<Row>> {
  const place = await reader.row(placeById(reader.db, { id }));
  const ownerId = place?.owner_id ?? reader.realm.companyId;
  if (ownerId !== reader.realm.companyId) {
    const held = await person.find(reader, ownerId, lock);
    return { ...held, ownerId, row: await find(reader, ownerId, id) };
  }
  const before = place && (await find(reader, ownerId, id));
  if (before !== undefined && lock) await companyCaseOf(reader, before.case_id, true);
  return { id: ownerId, subject: null, ownerId, row: lock ? before && (await find(reader, ownerId, id)) : before };
}

// Finding and writing the rows of a resource.

import type { Instant } from '@tenor/engine/values/instant.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { columnOf } from '#platform/db/column-of.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { isTaken } from '#platform/sqlstate.ts';
import type { AnyDeclared, AnyFields, AnyRow } from './declared-resource.ts';
import { keepPosition } from './deleted-positions.ts';
import { changeExternalId, claimExternalId, idOfReference, releaseExternalId } from './external-ids.ts';
import { notFound } from './not-found.ts';
import { mustHaveRoomFor } from './room.ts';

export interface Where {
  /** The id of the parent object, unless that is the company. */
  readonly below?: string | undefined;
  readonly lock?: boolean;
}

/** By id, or by the caller's own id behind `ext-`. */
export function rowFinder({ table, name, below }: AnyDeclared, param: string) {
  const byId = (lock: boolean) =>
    prepared((db, placeholder: PlaceholderOf<{ id: string; below: string }>) => {
      // For the compiler any table does, here and below.
      let query = db
        .selectFrom(table.name as 'outbox')
        .select(table.all as never)
        .where('id', '=', placeholder('id'));
      if (below?.column !== undefined) query = query.where(below.column as 'id', '=', placeholder('below'));
      if ('deleted_at' in table.columns) query = query.where('deleted_at' as 'id', 'is', null as never);
      return lock ? query.forNoKeyUpdate() : query;
    });
  const [free, locked] = [byId(false), byId(true)];
  return async (reader: Reader, reference: string, { below: parentId = '', lock = false }: Where = {}) => {
    const id = 'external_id' in table.columns ? await idOfReference(reader, name, reference) : reference;
    const row = id && (await reader.row((lock ? locked : free)(reader.db, { id, below: parentId })));
    if (!row) throw notFound(name, reference, param, below?.words);
    return row as unknown as AnyRow;
  };
}

/** What writing a row needs: a command's context has it, and so has the set-up of a company. */
export type Maker = Pick<CommandContext, 'realm' | 'now' | 'machineNow' | 'position'>;

/** Now, by the clock of the resource: an object has one for all its stamps. */
export const stampOf = ({ stampedBy }: AnyDeclared, maker: Pick<Maker, 'now' | 'machineNow'>): Instant =>
  stampedBy === 'machine' ? maker.machineNow() : maker.now;

/** A row that is not written yet. A field that is not given has its default, or null. */
export function newRow(declared: AnyDeclared, maker: Maker, given: AnyFields, parentId: string | undefined): AnyRow {
  const { prefix, table, below, fields, onlyShown = [], defaults = {} } = declared;
  const taken = Object.keys(fields).filter((field) => !onlyShown.includes(field));
  const { companyId } = maker.realm;
  const columns = ofTable(declared, {
    ...Object.fromEntries(taken.map((field) => [field, given[field] ?? defaults[field] ?? null])),
    position: maker.position(),
    createdAt: stampOf(declared, maker),
  });
  const empty = table.all.filter((column) => table.columns[column]?.isNullable).map((column) => [column, null]);
  const owner = below?.column === undefined ? {} : { [below.column]: parentId };
  return { ...Object.fromEntries(empty), ...owner, id: newId(prefix), company_id: companyId, ...columns };
}

/** Errors: NoRoom. */
export async function mustHaveRoom(declared: AnyDeclared, tx: Tx, parentId: string | undefined): Promise<void> {
  const { table, plural, below, atMost } = declared;
  if (atMost === undefined) return;
  const all = tx.db.selectFrom(table.name as 'outbox').select('id');
  const own = below?.column === undefined ? all : all.where(below.column as 'id', '=', parentId as string);
  const where = below?.words ?? 'The company';
  await mustHaveRoomFor(tx, own, atMost, `${where} has ${atMost} ${plural} already, deleted ones included.`);
}

/** Fields that were not sent stay. */
export const changedRow = (declared: AnyDeclared, before: AnyRow, fields: AnyFields): AnyRow => ({
  ...before,
  ...ofTable(declared, fields),
});

/** The fields that have a column; the hooks handle the others. */
function ofTable({ table }: AnyDeclared, fields: AnyFields): AnyFields {
  const columns = Object.entries(fields).map(([field, value]) => [columnOf(field), value] as const);
  return Object.fromEntries(columns.filter(([column, value]) => column in table.columns && value !== undefined));
}

export function insertRow(declared: AnyDeclared, tx: Tx, row: AnyRow): void {
  if (row.external_id != null) claimExternalId(tx, owned(declared, row), row.external_id as string);
  putRow(declared, tx, row);
}

/** The same for a row whose external id another row holds. */
export function putRow(declared: AnyDeclared, tx: Tx, row: AnyRow): void {
  const { company_id: _, ...columns } = row;
  tx.write(tx.db.insertInto(declared.table.name as 'outbox').values(columns as never), onFailure(declared, row));
}

export function updateRow(declared: AnyDeclared, tx: Tx, before: AnyRow, row: AnyRow): void {
  if ('external_id' in row) {
    const to = row.external_id as string | null;
    changeExternalId(tx, owned(declared, row), before.external_id as string | null, to);
  }
  const changes = Object.fromEntries(Object.entries(row).filter(([column, value]) => value !== before[column]));
  // If the business clock is set and does not move, even the date of the change is equal.
  if (Object.keys(changes).length === 0) return;
  const query = tx.db.updateTable(declared.table.name as 'outbox').set(changes as never);
  tx.write(atRow(declared, query, row), onFailure(declared, row));
}

/**
 * Marks the row as deleted if the table has a column for the time. Otherwise a cursor that names the row still works.
 */
export function deleteRow(declared: AnyDeclared, tx: Tx, before: AnyRow, row: AnyRow): void {
  const { table, name, below, sort = [] } = declared;
  if ('deleted_at' in table.columns) {
    updateRow(declared, tx, before, row);
    if (row.external_id != null) releaseExternalId(tx, name, row.external_id as string);
    return;
  }
  if (row.external_id != null) releaseExternalId(tx, name, row.external_id as string);
  tx.write(atRow(declared, tx.db.deleteFrom(table.name as 'outbox'), row));
  const sortValues = Object.fromEntries(sort.map((field) => [field, row[columnOf(field)]]));
  const subjectId = below?.column === undefined ? row.id : (row[below.column] as string);
  keepPosition(tx, { subjectId, id: row.id, position: row.position as number, sortValues });
}

/** The subject of the row. */
export const subjectOf = (row: AnyRow): string => (row.person_id as string | undefined) ?? row.company_id;

const owned = ({ name }: AnyDeclared, row: AnyRow) => ({ kind: name, subjectId: subjectOf(row), objectId: row.id });

interface At {
  where(column: 'id', sign: '=', value: string): this;
}

const atRow = <Q extends At>({ below }: AnyDeclared, query: Q, row: AnyRow): Q => {
  const found = query.where('id', '=', row.id);
  return below?.column === undefined ? found : found.where(below.column as 'id', '=', row[below.column] as string);
};

const onFailure =
  ({ table, whenTaken = {} }: AnyDeclared, row: AnyRow) =>
  (error: unknown): unknown => {
    const constraint = Object.keys(whenTaken).find((one) => isTaken(error, one));
    if (constraint !== undefined) return whenTaken[constraint]?.(row, error);
    return redraw(`${table.name}_pkey`)(error);
  };

// Writing the rows of a resource.
import { type CommandContext, redraw } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { isTaken } from '#platform/db/sqlstate.ts';
import { newId } from '#platform/ids.ts';
import { columnOf } from './columns.ts';
import type { AnyDeclared, AnyRow } from './declared-resource.ts';
import { keepPosition } from './deleted-positions.ts';
import { changeExternalId, claimExternalId, releaseExternalId } from './external-ids.ts';

/** What writing a row needs: a command's context has it, and so has the birth of a company. */
export type Maker = Pick<CommandContext, 'realm' | 'now' | 'position'>;

type Fields = Readonly<Record<string, unknown>>;

/** A row that is not written yet. What is not given has its default, or null. */
export function newRow(declared: AnyDeclared, maker: Maker, given: Fields, parentId: string | undefined): AnyRow {
  const { table, prefix, below, fields, onlyShown = [], defaults = {} } = declared;
  const taken = Object.keys(fields).filter((field) => !onlyShown.includes(field));
  const values = Object.fromEntries(taken.map((field) => [field, given[field] ?? defaults[field] ?? null]));
  return {
    id: newId(prefix),
    company_id: maker.realm.companyId,
    ...ofTable(declared, {
      [below?.column ?? 'company_id']: parentId ?? maker.realm.companyId,
      position: maker.position(),
      ...inColumns(values),
      created_at: maker.now,
      ...('updated_at' in table.columns && { updated_at: null }),
      ...('deleted_at' in table.columns && { deleted_at: null }),
    }),
  };
}

/** What was not sent stays. */
export function changedRow(declared: AnyDeclared, { now }: Pick<Maker, 'now'>, before: AnyRow, sent: Fields): AnyRow {
  return { ...before, ...ofTable(declared, { ...inColumns(sent), updated_at: now }) };
}

export function insertRow(declared: AnyDeclared, tx: Tx, row: AnyRow): void {
  const { company_id: _, ...columns } = row;
  if (row.external_id != null) claimExternalId(tx, owned(declared, row), row.external_id as string);
  // Any table will do for the compiler.
  tx.write(tx.db.insertInto(declared.table.name as 'outbox').values(columns as never), onFailure(declared, row));
}

export function updateRow(declared: AnyDeclared, tx: Tx, before: AnyRow, row: AnyRow): void {
  if ('external_id' in row) {
    const [from, to] = [before, row].map(({ external_id }) => external_id as string | null);
    changeExternalId(tx, owned(declared, row), from ?? null, to);
  }
  const changes = Object.fromEntries(Object.entries(row).filter(([column, value]) => value !== before[column]));
  const query = tx.db.updateTable(declared.table.name as 'outbox').set(changes as never);
  tx.write(atRow(declared, query, row), onFailure(declared, row));
}

/** Its row stays where the table has a place for the time. Otherwise a cursor that names it goes on working. */
export function deleteRow(declared: AnyDeclared, { now }: Pick<Maker, 'now'>, tx: Tx, row: AnyRow): void {
  const { table, name, below, sort = [] } = declared;
  if (row.external_id != null) releaseExternalId(tx, name, row.external_id as string);
  const at = table.name as 'outbox';
  if ('deleted_at' in table.columns) {
    tx.write(atRow(declared, tx.db.updateTable(at).set({ deleted_at: now } as never), row));
    return;
  }
  tx.write(atRow(declared, tx.db.deleteFrom(at), row));
  const sortValues = Object.fromEntries(sort.map((field) => [field, row[columnOf(field)]]));
  const subjectId = below?.column === undefined ? row.id : (row[below.column] as string);
  keepPosition(tx, { subjectId, id: row.id, position: row.position as number, sortValues });
}

/** With whom the row lies. */
export const subjectOf = (row: AnyRow): string => (row.person_id as string | undefined) ?? row.company_id;

const owned = ({ name }: AnyDeclared, row: AnyRow) => ({ kind: name, subjectId: subjectOf(row), objectId: row.id });

const inColumns = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [columnOf(field), value]));

/** Without fields that have no column: those are the hooks' matter. */
const ofTable = ({ table }: AnyDeclared, columns: Fields): Fields =>
  Object.fromEntries(
    Object.entries(columns).filter(([column, value]) => column in table.columns && value !== undefined),
  );

const atRow = <Q extends { where(column: 'id', sign: '=', value: string): Q }>(
  { below }: AnyDeclared,
  query: Q,
  row: AnyRow,
): Q => {
  const found = query.where('id', '=', row.id);
  return below?.column === undefined ? found : found.where(below.column as 'id', '=', row[below.column] as string);
};

function onFailure({ table, whenTaken = {} }: AnyDeclared, row: AnyRow) {
  return (error: unknown): unknown => {
    const constraint = Object.keys(whenTaken).find((one) => isTaken(error, one));
    if (constraint !== undefined) return whenTaken[constraint]?.(row, error);
    return redraw((taken) => isTaken(taken, `${table.name}_pkey`))(error);
  };
}

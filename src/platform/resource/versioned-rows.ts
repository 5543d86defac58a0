// The rows of a versioned thing: finding the versions of a type, and writing one.
import { sql } from 'kysely';
import { columnOf } from '#platform/db/column-of.ts';
import { LostRace } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { referenceOf } from '#platform/ids.ts';
import type { AnyDeclared, AnyFields, AnyRow } from './declared-resource.ts';
import { notFound } from './not-found.ts';
import { deleteRow, insertRow, putRow, rowFinder, updateRow } from './resource-rows.ts';
import type { VersionStatus } from './versioned-states.ts';

/** The values of its own fields, by their names. */
export const contentOf = (fields: object, row: AnyRow): AnyFields =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, row[columnOf(name)]]));

interface Version {
  readonly id: string;
  readonly version: number;
  readonly status: VersionStatus;
}

/** For the compiler any table does. */
const versions = ({ table }: AnyDeclared, reader: Reader, typeId: number) =>
  reader.db
    .selectFrom(table.name as 'outbox')
    .select(['id', 'version' as 'id', 'status' as 'id'])
    .where('type_id' as 'id', '=', sql<string>`${typeId}`);

/**
 * The first version stands for the type. It is deleted only as a draft, when it is the only one; who waited for the lock
 * then finds nothing.
 */
export async function lockType(declared: AnyDeclared, reader: Reader, typeId: number): Promise<void> {
  await reader.row(
    versions(declared, reader, typeId)
      .where('version' as 'id', '=', sql<string>`1`)
      .forNoKeyUpdate(),
  );
}

const allOf = async (declared: AnyDeclared, reader: Reader, typeId: number): Promise<readonly Version[]> =>
  (await reader.rows(versions(declared, reader, typeId))) as readonly object[] as readonly Version[];

export interface VersionsOfType {
  readonly active: string | undefined;
  readonly draft: Version | undefined;
  readonly newest: number;
}

export async function versionsOfType(declared: AnyDeclared, reader: Reader, row: AnyRow): Promise<VersionsOfType> {
  const all = await allOf(declared, reader, row.type_id as number);
  return {
    active: all.find(({ status }) => status === 'active')?.id,
    draft: all.find(({ status }) => status === 'draft'),
    newest: Math.max(...all.map(({ version }) => version)),
  };
}

interface Named {
  readonly typeId: number;
  readonly version: number | undefined;
  /** The field of the request that names the type. */
  readonly path: string;
}

/** The id of the version that is named; without one the active version, or the newest. Errors: NotFound. */
export async function idOfVersion(declared: AnyDeclared, reader: Reader, { typeId, version, path }: Named) {
  const all = await allOf(declared, reader, typeId);
  if (all.length === 0) throw notFound(declared.name, String(typeId), path);
  const newest = all.toSorted((one, other) => other.version - one.version);
  const found =
    version === undefined
      ? (all.find(({ status }) => status === 'active') ?? newest[0])
      : all.find((one) => one.version === version);
  if (found !== undefined) return found.id;
  throw notFound('version', String(version), 'version', `The ${declared.name} ${typeId}`);
}

/** Errors: InvalidRequest. */
export function mustHaveNoDraft({ draft }: VersionsOfType): void {
  if (draft === undefined) return;
  throw refuseField('status', `cannot be drafted: version ${draft.version} is a draft`, `a change of ${draft.id}`);
}

/** By its id; the external id of a type names its active version, or its newest. */
export function versionFinder(declared: AnyDeclared, param: string): ReturnType<typeof rowFinder> {
  const find = rowFinder(declared, param);
  return async (reader, reference, where) => {
    const row = await find(reader, reference, where);
    if (!('externalId' in declared.fields) || 'id' in referenceOf(reference)) return row;
    const named = { typeId: row.type_id as number, version: undefined, path: param };
    const id = await idOfVersion(declared, reader, named);
    return id === row.id ? row : find(reader, id, where);
  };
}

/** Two types that draw one number: the second one draws again. */
const redrawn = (declared: AnyDeclared): AnyDeclared => ({
  ...declared,
  whenTaken: {
    ...declared.whenTaken,
    [`${declared.table.name}_version`]: (_, error) => new LostRace('A number was taken.', { cause: error }),
  },
});

/** JSON is given to the database as its text. */
const stored = ({ table }: AnyDeclared, row: AnyRow): AnyRow => {
  const texts = Object.entries(row).flatMap(([column, value]) =>
    table.columns[column]?.type === 'jsonb' && value !== null ? [[column, JSON.stringify(value)]] : [],
  );
  return { ...row, ...Object.fromEntries(texts) };
};

/** The first version holds the external id of the type. */
export const insertVersion = (declared: AnyDeclared, tx: Tx, row: AnyRow): void =>
  (row.version === 1 ? insertRow : putRow)(redrawn(declared), tx, stored(declared, row));

export function removeVersion(declared: AnyDeclared, tx: Tx, row: AnyRow): void {
  const gone = row.version === 1 ? row : { ...row, external_id: null };
  deleteRow(declared, tx, gone, gone);
}

export const writeVersion = (declared: AnyDeclared, tx: Tx, before: AnyRow, row: AnyRow): void =>
  updateRow(declared, tx, stored(declared, before), stored(declared, row));

// The versions of a query.
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { jsonOf } from './query.ts';
import { type QueryRow, queryVersions, type VersionRow } from './tables.ts';

const selectVersions = (reader: Reader, { id }: Pick<QueryRow, 'id'>) =>
  reader.db.selectFrom('query_versions').select(queryVersions.all).where('query_id', '=', id);

export async function versionsOf(reader: Reader, row: QueryRow) {
  const rows = await reader.rows(selectVersions(reader, row).orderBy('version', 'desc'));
  return rows.map((one) => ({
    object: 'queryVersion' as const,
    version: one.version,
    sql: one.sql,
    ...jsonOf(one),
    createdByType: one.changed_by_type,
    createdById: one.changed_by_id,
    createdAt: one.created_at,
  }));
}

/** The newest, if none is asked for. Errors: NotFound. */
export async function findVersion(
  reader: Reader,
  row: QueryRow,
  version: number | undefined,
): Promise<Pick<VersionRow, 'version' | 'sql' | 'parameters' | 'columns'>> {
  if (version === undefined || version === row.version) return row;
  const found = await reader.row(selectVersions(reader, row).where('version', '=', version));
  if (found !== undefined) return found as VersionRow;
  throw new Refusal(errors.NotFound, `The query ${row.id} has no version ${version}.`, { data: { path: 'version' } });
}

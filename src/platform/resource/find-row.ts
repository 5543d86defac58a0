// Finding a row of a resource: by its id, or by the caller's own id behind `ext-`. The statements are prepared.
import { type HoleOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { AnyDeclared, AnyRow } from './declared-resource.ts';
import { idOfReference } from './external-ids.ts';
import { notFound } from './not-found.ts';
import type { Words } from './resource-words.ts';

export interface Where {
  /** The id of what it lies below, where that is not the company. */
  readonly below?: string | undefined;
  readonly lock?: boolean;
}

export type FindRow = (reader: Reader, reference: string, where?: Where) => Promise<AnyRow>;

export function rowFinder({ table, name, below }: AnyDeclared, { param }: Words): FindRow {
  const { column, words } = below ?? {};
  const byId = (lock: boolean) =>
    prepared((db, hole: HoleOf<{ id: string; below: string }>) => {
      // Any table will do for the compiler.
      let query = db
        .selectFrom(table.name as 'outbox')
        .select(table.all as never)
        .where('id', '=', hole('id'));
      if (column !== undefined) query = query.where(column as 'id', '=', hole('below'));
      if ('deleted_at' in table.columns) query = query.where('deleted_at' as 'id', 'is', null as never);
      return lock ? query.forNoKeyUpdate() : query;
    });
  const [free, locked] = [byId(false), byId(true)];
  const hasExternalId = 'external_id' in table.columns;
  return async (reader, reference, { below: parentId = '', lock = false } = {}) => {
    const id = hasExternalId ? await idOfReference(reader, name, reference) : reference;
    const query = lock ? locked : free;
    const row = id === undefined ? undefined : await reader.row(query(reader.db, { id, below: parentId }));
    if (row === undefined) throw notFound(name, reference, param, words);
    return row as unknown as AnyRow;
  };
}

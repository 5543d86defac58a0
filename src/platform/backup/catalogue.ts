// Reads from the database's catalogue which tables our schemas have, and which keys and indexes belong to them.
import type { ClientBase } from 'pg';
import { modes } from '../db/realm.ts';
import type { TableOfBackup } from './format.ts';

/** All our schemas except that of the job queue: its jobs are put in again from the operations and outbox rows. */
export const schemas: readonly string[] = ['tenor', ...modes];

export interface FoundTable extends TableOfBackup {
  /** The server's estimate; null when it has none. */
  readonly rowsEstimated: number | null;
}

export async function findTables(client: ClientBase): Promise<FoundTable[]> {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
      case when c.reltuples >= 0 then c.reltuples::bigint when pg_relation_size(c.oid) = 0 then 0 end as estimated
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname = any($1) and c.relkind = 'r'
    group by n.nspname, c.relname, c.oid
    order by n.nspname, c.relname`,
    [schemas],
  );
  return rows.map(({ schema, name, columns, estimated }) => ({ schema, name, columns, rowsEstimated: estimated }));
}

interface KeyOrIndex {
  readonly drop: string;
  readonly create: string;
}

/**
 * The keys, foreign keys and indexes of both modes, in the order in which they are made again. Rows are loaded without
 * them: they may then come in any order, and building an index over all rows costs less than updating it for each.
 */
export async function findKeysAndIndexes(client: ClientBase): Promise<KeyOrIndex[]> {
  // With an empty search path, definitions name the schema of everything.
  await client.query("set local search_path to ''");
  const { rows: constraints } = await client.query(
    `select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as drop,
      format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
        as create, c.contype = 'f' as is_foreign
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where n.nspname = any($1) and c.contype in ('p', 'u', 'x', 'f') and c.conrelid <> 0
    order by c.conrelid::regclass::text, c.conname`,
    [modes],
  );
  const { rows: indexes } = await client.query(
    `select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as create
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any($1) and c.relkind = 'i'
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by i.indexrelid::regclass::text`,
    [modes],
  );
  const keys = constraints.filter((one) => !one.is_foreign);
  return [...keys, ...indexes, ...constraints.filter((one) => one.is_foreign)];
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const nameOf = ({ schema, name }: Pick<TableOfBackup, 'schema' | 'name'>): string =>
  `${quoted(schema)}.${quoted(name)}`;

export const columnsOf = ({ columns }: Pick<TableOfBackup, 'columns'>): string => columns.map(quoted).join(', ');

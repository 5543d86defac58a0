// Which tables are spread over a cluster, as the extension Citus keeps it. On plain PostgreSQL none is.
import type { ClientBase } from 'pg';
import { modes } from '../realm.ts';
import type { TableClasses } from '../tables.ts';

export async function hasCitus(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('pg_catalog.pg_dist_partition') is not null as has");
  return rows[0].has;
}

/** The tables of both modes that are spread, as `mode.table`. */
export async function spreadTables(client: ClientBase): Promise<ReadonlySet<string>> {
  if (!(await hasCitus(client))) return new Set();
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1)`,
    [modes],
  );
  return new Set(rows.map(({ name }) => name));
}

/** The tables of both modes, as `mode.table`. */
export const namesOf = (tables: TableClasses): string[] =>
  modes.flatMap((mode) => Object.keys(tables).map((table) => `${mode}.${table}`));

export const isSpread = async (client: ClientBase): Promise<boolean> => (await spreadTables(client)).size > 0;

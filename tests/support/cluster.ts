// Where the server of TEST_DATABASE_URL has Citus, it is a cluster, and each database of the tests is spread over its
// nodes: by itself it is the only one of them, and behind it, separated by commas, may stand the addresses of workers.
import pg from 'pg';
import { tables } from '#app/capabilities.ts';
import { distribute } from '#platform/db/cluster/distribute.ts';
import type { Server } from '#platform/db/connection.ts';

/** Few, because the files of each shard are copied with every database. */
export const shards = 4;

export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select 1 from pg_settings where name = 'citus.shard_count'");
  return rows.length > 0;
}

export async function spread(server: Server): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(`set citus.shard_count = ${shards}`);
    await distribute(client, tables, () => {});
  } finally {
    await client.end();
  }
}

/** A database is copied only while nobody is connected to it, the extension's own process included. */
export async function closeToAll(admin: pg.ClientBase, database: string): Promise<void> {
  await admin.query(`alter database ${database} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [database]);
}

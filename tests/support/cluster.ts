// Where the server of TEST_DATABASE_URL has Citus, it is a cluster of one node, and each database of the tests is spread.
import pg from 'pg';
import { tables } from '#app/capabilities.ts';
import { distribute } from '#platform/db/cluster/distribute.ts';
import type { Server } from '#platform/db/connection.ts';

/** Few, because the files of each shard are copied with every database. */
const shards = 4;

export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select 1 from pg_settings where name = 'citus.shard_count'");
  return rows.length > 0;
}

/** Statements on an empty database that make it a cluster of its one node. */
export async function beginCluster(server: Server): Promise<void> {
  await within(server, async (client) => {
    await client.query('create extension citus');
    await client.query('select citus_set_coordinator_host($1, $2)', [server.host, server.port ?? 5432]);
    await client.query("select citus_set_node_property($1, $2, 'shouldhaveshards', true)", [
      server.host,
      server.port ?? 5432,
    ]);
  });
}

export const spread = (server: Server): Promise<void> =>
  within(server, async (client) => {
    await client.query(`set citus.shard_count = ${shards}`);
    await distribute(client, tables, () => {});
  });

/** A database is copied only while nobody is connected to it, the extension's own process included. */
export async function closeToAll(admin: pg.ClientBase, database: string): Promise<void> {
  await admin.query(`alter database ${database} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [database]);
}

async function within(server: Server, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

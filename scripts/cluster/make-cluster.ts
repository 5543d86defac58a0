// Makes and drops databases on the nodes of a Citus cluster, for the tests, the bench and the proofs.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { serverOfUrl } from '#platform/db/connection.ts';

/** Addresses of databases that are there already, such as `postgres`, by an account that may create others. */
export interface Nodes {
  readonly coordinator: string;
  /** None: the coordinator holds the shards itself. */
  readonly workers: readonly string[];
}

/** `first,second,third`: the coordinator, then its workers. */
export function nodesOf(addresses: string): Nodes {
  const [coordinator = '', ...workers] = addresses.split(',').map((one) => one.trim());
  return { coordinator, workers };
}

export const addressOf = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};

export async function within<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(serverOfUrl(address));
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns its address. */
export async function makePlainDatabase(server: string, name: string): Promise<string> {
  await within(server, (client) =>
    client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C'`),
  );
  return addressOf(server, name);
}

/**
 * An empty database with the extension, which knows its nodes. Returns its address at the coordinator. Without a number
 * of shards there are as many as for an operator.
 */
export async function makeClusterDatabase(nodes: Nodes, name: string, shards?: number): Promise<string> {
  const { coordinator, workers } = nodes;
  for (const node of allOf(nodes)) {
    await makePlainDatabase(node, name);
    await within(addressOf(node, name), (client) => client.query('create extension citus'));
  }
  await within(addressOf(coordinator, name), async (client) => {
    if (shards !== undefined) await client.query(`alter database ${name} set citus.shard_count = ${shards}`);
    await client.query('select citus_set_coordinator_host($1, $2)', hostAndPort(coordinator));
    for (const worker of workers) await client.query('select citus_add_node($1, $2)', hostAndPort(worker));
    if (workers.length > 0) return;
    await client.query("select citus_set_node_property($1, $2, 'shouldhaveshards', true)", hostAndPort(coordinator));
  });
  return addressOf(coordinator, name);
}

export const allOf = ({ coordinator, workers }: Nodes): string[] => [coordinator, ...workers];

function hostAndPort(address: string): [string, number] {
  const { host, port } = serverOfUrl(address);
  return [String(host), Number(port ?? 5432)];
}

/** The logins that the service made for it go too. */
export async function dropDatabases(nodes: Nodes, name: string): Promise<void> {
  for (const node of allOf(nodes)) {
    await within(node, async (client) => {
      await drop(client, name);
      const { rows } = await client.query("select rolname from pg_roles where rolname ~ ('^' || $1 || '_')", [name]);
      for (const { rolname } of rows) await client.query(`drop role ${rolname}`);
    });
  }
}

/** The extension's own process comes back for a moment when it is ended. */
async function drop(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      if (attempt === 20) throw error;
      await sleep(200);
    }
  }
}

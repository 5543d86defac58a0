// The server that the whole run shares; setup.ts puts its description into the environment.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Server } from '#platform/db/connection.ts';
import { allOf, dropDatabases, type Nodes, within } from '../../scripts/cluster/make-cluster.ts';

export interface TestServer {
  /** This login may create databases. */
  readonly admin: Server;
  /** This login owns the databases of the tests, as an operator's account would. */
  readonly owner: Server;
  readonly template: string;
  /** The data directory of the embedded server; null for another server. */
  readonly directory: string | null;
  /** The addresses of a cluster's nodes; null for another server. The template, and each copy of it, is spread there. */
  readonly cluster: Nodes | null;
}

/** The same for all databases of a run, because the passwords of their logins are derived from it. */
export const testKey: Buffer = Buffer.alloc(32, 7);

export function testServer(): TestServer {
  const told = process.env.TENOR_TEST_SERVER;
  if (told === undefined) throw new Error('Run the tests with "npm test": it starts the server they need.');
  return JSON.parse(told);
}

export async function withAdmin<T>(server: TestServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(server.admin);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A copy of the template. */
export async function copyTemplate(server: TestServer, name: string): Promise<void> {
  const { cluster, owner, template } = server;
  if (cluster !== null) return copyClusterDatabase(cluster, template, name);
  // The strategy that copies files takes a third of the processor time of the one that writes each page to the log.
  const how = `owner ${owner.user} template ${template} strategy file_copy`;
  await withAdmin(server, (client) => client.query(`create database ${name} ${how}`));
}

/** The copy's nodes know each other as those of the template do, since an address there names no database. */
async function copyClusterDatabase(nodes: Nodes, template: string, name: string): Promise<void> {
  await Promise.all(
    allOf(nodes).map((node) =>
      within(node, async (client) => {
        await client.query(`create database ${name} template ${template} strategy file_copy`);
        // A setting of a database is not copied with it.
        await client.query(`alter database ${name} set plan_cache_mode = force_custom_plan`);
      }),
    ),
  );
}

export const createEmpty = (server: TestServer, name: string, owner = server.owner.user): Promise<unknown> =>
  withAdmin(server, (client) =>
    client.query(`create database ${name} owner ${owner} template template0 encoding 'UTF8' locale 'C'`),
  );

/** Drops it wherever it is. */
export const dropCopy = (server: TestServer, name: string): Promise<void> =>
  server.cluster === null
    ? withAdmin(server, (client) => dropDatabase(client, name))
    : dropDatabases(server.cluster, name);

/**
 * Without "force": on another server the account may not end the server's own workers, which may be cleaning up this
 * database. An ordinary drop makes them give way.
 */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`drop database if exists ${name}`);
      return;
    } catch (error) {
      // 55006: a session is still connected, usually one that is about to end.
      if ((error as { code?: string }).code !== '55006' || attempt === 600) throw error;
      await sleep(100);
    }
  }
}

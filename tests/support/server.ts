// The server that the whole run shares; setup.ts puts its description into the environment.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Server } from '#platform/db/connection.ts';

export interface TestServer {
  /** This login may create databases. */
  readonly admin: Server;
  /** This login owns the databases of the tests, as an operator's account would. */
  readonly owner: Server;
  readonly template: string;
  /** The data directory of the embedded server; null for another server. */
  readonly directory: string | null;
  /** The server has Citus: the template, and so each copy of it, is spread over shards. */
  readonly isCluster: boolean;
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
export async function copyTemplate(client: pg.Client, server: TestServer, name: string): Promise<void> {
  const { isCluster, owner, template } = server;
  const how = isCluster ? ' strategy file_copy' : '';
  await client.query(`create database ${name} owner ${owner.user} template ${template}${how}`);
  // A setting of a database is not copied with it. Generic plans leak memory in Citus before its release 13.2.3.
  if (isCluster) await client.query(`alter database ${name} set plan_cache_mode = force_custom_plan`);
}

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
      if ((error as { code?: string }).code !== '55006' || attempt === 20) throw error;
      await sleep(100);
    }
  }
}

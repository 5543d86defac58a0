// The server that the whole run shares, as setup.ts left word of it.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Server } from '#platform/db/connection.ts';

export interface TestServer {
  /** May create databases. */
  readonly admin: Server;
  /** Owns the databases of the tests, as the operator's account would. */
  readonly owner: Server;
  readonly template: string;
  /** The data directory of the embedded server, or null on one that is not ours. */
  readonly directory: string | null;
}

/** The same for all databases of a run: their logins' passwords come from it. */
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

/**
 * Not by force: on a server of one's own an account may not end the server's own workers, which may just be tidying
 * this database. An ordinary drop makes them give way.
 */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`drop database if exists ${name}`);
      return;
    } catch (error) {
      // 55006: somebody is still connected, most often one who is about to leave.
      if ((error as { code?: string }).code !== '55006' || attempt === 20) throw error;
      await sleep(100);
    }
  }
}

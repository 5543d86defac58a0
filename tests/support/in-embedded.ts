// Asks the embedded database of a service that runs in another process, or has been killed.
import pg from 'pg';
import { joinEmbedded } from '#platform/db/embedded/index.ts';

/** Each question answers one number, called n. */
export async function inEmbedded<T>(
  dataDirectory: string,
  work: (ask: (sql: string) => Promise<number>) => Promise<T>,
): Promise<T> {
  const embedded = await joinEmbedded({ dataDirectory });
  const client = new pg.Client(embedded?.server);
  await client.connect();
  try {
    return await work(async (sql) => Number((await client.query(sql)).rows[0]?.n ?? 0));
  } finally {
    await client.end();
    await embedded?.leave();
  }
}

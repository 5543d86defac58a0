// The one connection that a backup or a restore works on: no pipeline, no limits of time, and every value in the form
// that any PostgreSQL from 15 on writes and reads alike, whatever its own settings say.
import pg from 'pg';
import { poolConfig, type Server } from '../db/connection.ts';

const settings = `
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set lock_timeout = 0;
  set client_encoding = 'UTF8';
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set bytea_output = 'hex';
  set extra_float_digits = 1;
  set standard_conforming_strings = on;
  set row_security = off;`;

export async function withSession<T>(server: Server, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...poolConfig({ server, searchPath: 'pg_catalog', lockWaitMs: 0, connectionsMax: 1 }),
    application_name: 'tenor backup',
    pipeline: false,
  });
  // Whoever waits for an answer hears of a loss by that.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(settings);
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

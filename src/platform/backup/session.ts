// The single connection of a backup or a restore: without pipelining and without time limits, and with every value in a
// form that any PostgreSQL from 15 on reads and writes alike, whatever its own settings are.
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
  // The pending statement reports a lost connection, so the event itself is ignored.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(settings);
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

// Whether Tenor has made the database: a wrong one, or one whose restore was broken off, must not look like one without data.
import type { ClientBase } from 'pg';
import { DatabaseRefused } from '../database-refused.ts';

export const notOfTenor = {
  says: 'The database is not one of Tenor.',
  remedy:
    'The first "tenor start" makes it one; if it should be one already, set DATABASE_URL or DATA_DIR to the right one.',
};

export async function isMade(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('tenor.migrations') is not null as made");
  return rows[0].made;
}

/** Errors: DatabaseRefused. */
export async function mustBeMade(client: ClientBase): Promise<void> {
  if (!(await isMade(client))) throw new DatabaseRefused(`${notOfTenor.says} ${notOfTenor.remedy}`);
}

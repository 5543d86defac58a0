// Only `start`, `migrate` and `restore` make a database. Every other command refuses to work where there is none: a wrong
// DATA_DIR or DATABASE_URL must not look like a service without data.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#platform/config.ts';
import { serverOfUrl } from '#platform/db/connection.ts';
import { isMade, notOfTenor } from '#platform/db/made.ts';
import { CommandFailed } from './command.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataDirectory'>;

export const noDatabaseIn = (dataDirectory: string) => ({
  says: `There is no database in ${dataDirectory}.`,
  remedy: 'The first "tenor start" makes one; if there should be one already, set DATA_DIR to where it is.',
});

/** Errors: CommandFailed. */
export async function mustHaveDatabase(config: Place): Promise<void> {
  const missing = await missingIn(config);
  if (missing !== undefined) throw new CommandFailed(`${missing.says} ${missing.remedy}`);
}

async function missingIn({ databaseUrl, dataDirectory }: Place) {
  if (databaseUrl !== null) return (await isOfTenor(databaseUrl)) ? undefined : notOfTenor;
  return existsSync(join(dataDirectory, 'db')) ? undefined : noDatabaseIn(dataDirectory);
}

async function isOfTenor(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ ...serverOfUrl(databaseUrl), application_name: 'tenor' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await isMade(client);
  } finally {
    await client.end();
  }
}

// Command lines that work on the database of a house, as those of an operator work on the one of a service.
import type { House } from './house.ts';
import { inOneProcess, type Ran } from './one-process.ts';
import { testKey, testServer } from './server.ts';

/** Call it in a describe: the process ends after its tests. */
export function commandLinesOf(house: () => House, directory?: string): (words: readonly string[]) => Promise<Ran> {
  const run = inOneProcess(directory);
  return (words) => run(words, { PATH: process.env.PATH, ...databaseOf(house()) });
}

export function databaseOf({ database }: House): { readonly DATABASE_URL: string; readonly ENCRYPTION_KEY: string } {
  const { user, password, host, port } = testServer().owner;
  const login = `${encodeURIComponent(String(user))}:${encodeURIComponent(String(password ?? ''))}`;
  const place = `${encodeURIComponent(String(host))}${port === undefined ? '' : `:${port}`}`;
  return {
    DATABASE_URL: `postgres://${login}@${place}/${database}`,
    ENCRYPTION_KEY: testKey.toString('base64'),
  };
}

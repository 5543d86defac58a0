// Debian's PostgreSQL 15 on a directory of the test, run by the code that runs servers of older major versions.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { openHome } from '#platform/db/embedded/home.ts';
import { type OldServer, startOldServer } from '#platform/db/embedded/old-server.ts';

const native = '/usr/lib/postgresql/15';

/** For a test's options: a sentence when these programs are not installed. */
export const skipWithout15 = existsSync(`${native}/bin/postgres`)
  ? {}
  : { skip: 'PostgreSQL 15 of Debian is not installed here.' };

export async function startPostgres15(dataDirectory: string): Promise<OldServer & { readonly url: string }> {
  const started = await startOldServer(await openHome(dataDirectory, 15), native, 15);
  assert.ok(started !== 'busy');
  const { host, user, password, database } = started.server;
  return { ...started, url: `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(String(host))}` };
}

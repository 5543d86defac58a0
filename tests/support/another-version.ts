// A copy of the product with a migration of the test's own: what a later version would be, run in processes of its own.
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Returns the folder from which that version runs. */
export function laterVersion(folder: string, migration: { readonly name: string; readonly sql: string }): string {
  const ours = ['src', 'cli'];
  for (const name of ours)
    cpSync(name, join(folder, name), { recursive: true, filter: (path) => !/\.test\.ts$/.test(path) });
  for (const name of ['package.json', 'node_modules']) symlinkSync(resolve(name), join(folder, name));
  writeFileSync(join(folder, 'src/platform/migrations', `${migration.name}.sql`), migration.sql);
  return folder;
}

// Where migrations are, found by their folders: for what needs none of the code that they belong to. A test holds it
// against what the capabilities say.
import { existsSync, readdirSync } from 'node:fs';

export function migrationFolders(): URL[] {
  const folder = new URL('../capabilities/', import.meta.url);
  const own = readdirSync(folder).map((name) => new URL(`${name}/migrations/`, folder));
  return [new URL('../platform/migrations/', import.meta.url), ...own].filter((one) => existsSync(one));
}

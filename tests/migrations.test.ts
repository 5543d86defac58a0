// Released migrations are in databases that we will never see: they stay as they are, and new ones come after them.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { migrationFolders } from '#app/capabilities.ts';
import { readMigrations } from '#platform/db/migrate.ts';

describe('migrations of earlier releases', () => {
  for (const file of globSync('tests/fixtures/*/migrations.json')) {
    test(`are as they were, and new ones come after them: ${file}`, async () => {
      const released: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
      const last = Object.keys(released).sort().at(-1) as string;
      const now = await readMigrations(migrationFolders);
      const same = now.filter(({ name }) => name <= last).map(({ name, hash }) => [name, hash]);
      assert.deepEqual(Object.fromEntries(same), released);
    });
  }

  test('are kept of at least one release', () => {
    assert.ok(globSync('tests/fixtures/*/migrations.json').length > 0);
  });
});

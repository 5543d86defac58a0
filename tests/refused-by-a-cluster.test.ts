// Holds the statements of endpoints and the migrations to what a cluster takes, by their texts alone. The statements of
// work that no request waits for are looked at in one-place.test.ts.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { formsRefusedOf, refusedForms } from './support/refused-by-a-cluster.ts';

const statementsOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .replaceAll(/--.*$/gm, ' ')
    .split(/;\s*$/m)
    .map((text) => text.trim())
    .filter((text) => text !== '');

const faultsIn = (paths: readonly string[]): string[] =>
  paths.flatMap((path) =>
    statementsOf(path).flatMap((text) => formsRefusedOf(text).map((fault) => `${path}: ${fault}\n  in: ${text}`)),
  );

describe('what a cluster refuses', () => {
  for (const { fault, accepted, refused } of refusedForms) {
    test(`is found: a statement that ${fault}`, () => {
      assert.deepEqual(formsRefusedOf(accepted), [], accepted);
      assert.ok(formsRefusedOf(refused).includes(fault), refused);
    });
  }

  test('is in no migration', () => {
    const migrations = globSync('src/**/migrations/*.sql');
    assert.ok(migrations.length > 10);
    assert.ok(migrations.flatMap(statementsOf).length > 300);
    assert.deepEqual(faultsIn(migrations), []);
  });

  test('is sent by no endpoint', () => {
    assert.ok(statementsOf('docs/statements.sql').length > 2_000);
    assert.deepEqual(faultsIn(['docs/statements.sql']), []);
  });
});

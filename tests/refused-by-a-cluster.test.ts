// Holds the statements of endpoints and the migrations to what a cluster takes, by their texts alone. The statements of
// work that no request waits for are looked at in one-place.test.ts.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { notOnACluster } from '../scripts/test/not-on-a-cluster.ts';
import { formsRefusedOf, refusedForms } from './support/refused-by-a-cluster/index.ts';

const statementsOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .replaceAll(/--.*$/gm, ' ')
    .split(/;\s*$/m)
    .map((text) => text.trim())
    .filter((text) => text !== '');

/** A test of theirs sends what a cluster refuses, and is left out there. */
const filesThatSendIt = notOnACluster.map(({ file }) => file);

/** A literal that begins as a statement does. */
const sqlInCode = /(["'`])\s*((?:update|delete from|insert into|select|with|alter table|drop|create) [^`]*?)\1/g;

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

  test('is in no text of the code, of the simulator, of the tests and of what helps them', () => {
    const texts = globSync('{src,simulator,ach,tests}/**/*.ts', {
      exclude: ['**/node_modules/**', '**/refused-by-a-cluster/*.ts', ...filesThatSendIt],
    }).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(sqlInCode)].map(([, , text]) => ({ path, text: String(text) })),
    );
    assert.ok(texts.length > 200);
    const faults = texts.flatMap(({ path, text }) =>
      formsRefusedOf(text).map((fault) => `${path}: ${fault}\n  in: ${text}`),
    );
    assert.deepEqual(faults, []);
  });

  test('is sent by no endpoint', () => {
    assert.ok(statementsOf('docs/statements.sql').length > 2_000);
    assert.deepEqual(faultsIn(['docs/statements.sql']), []);
  });
});

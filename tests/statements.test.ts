// Each statement that an endpoint sends is one that the server can prepare: on another server than the embedded one this
// finds, by itself, a word or a function that it does not know.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { useHouse } from './support/house.ts';

/** What orders a transaction has no parameters and is not prepared. */
const isPrepared = (statement: string): boolean => /^(select|insert|update|delete|with)\b/.test(statement);

const statementsIn = (document: string): string[] => {
  const lines = document.split('\n').filter((line) => !line.startsWith('--'));
  return [...new Set(lines.join('\n').split(/;\n+/))].map((one) => one.trim()).filter(isPrepared);
};

describe('the statements of docs/statements.sql', () => {
  const { house } = useHouse({ works: false });

  test('can be prepared', async () => {
    const statements = statementsIn(await readFile('docs/statements.sql', 'utf8'));
    assert.ok(statements.length > 300, `${statements.length} were found`);
    const client = await house().service.database.pools.test.connect();
    const refused: string[] = [];
    for (const [n, statement] of statements.entries()) {
      await client.query(`prepare statement_${n} as ${statement}`).catch((error) => {
        refused.push(`${error.message}: ${statement}`);
      });
    }
    await client.query('deallocate all');
    client.release();
    assert.deepEqual(refused, []);
  });
});

// Campaigns take the rows of an answer as they come. Thousands of them at once would live so long that the engine takes them
// for lasting ones, and the process would grow with the answer.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { askQuestion } from './door.ts';

describe('the rows of an answer', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  test('come in small parts, all of them and in their order', async () => {
    const count = 20_000;
    const sql = `select n, 'A note of some length' as note from generate_series(1, ${count}) as n order by n`;
    const { id: queryId } = await api.made('/queries', { name: 'Numbers', sql });
    let last = 0;
    let mostSigns = 0;
    for await (const { rows } of askQuestion(house().service, api.realm, { queryId, rights: undefined })) {
      for (const [n] of rows) assert.equal(Number(n), ++last);
      mostSigns = Math.max(mostSigns, rows.flat().join().length);
    }
    assert.equal(last, count);
    assert.ok(mostSigns < 40_000, `${mostSigns} signs at once`);
  });
});

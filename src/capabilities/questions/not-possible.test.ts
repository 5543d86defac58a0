// Where questions cannot be asked, as on a cluster: whoever asks one hears why.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { testServer } from '../../../tests/support/server.ts';

describe('a question that cannot be asked', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  test('is refused with a sentence', async () => {
    const { asking } = house().service.database;
    const why = 'The database is a Citus cluster: a question would ask all its nodes.';
    if (testServer().cluster === null) Object.assign(asking as object, { may: { refused: why } });
    const { status, body } = await api.post('/queries', { name: 'Loans', sql: 'select id from loans' });
    assert.deepEqual([status, body.errorType], [409, 'QuestionsNotPossible']);
    assert.ok(body.message.startsWith(why), body.message);
  });
});

// The list of very many people: its total is a lower bound, and is not counted again for each page.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Pool } from 'pg';
import { type Answer, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { statementsOf } from '../../../tests/support/statements.ts';

const copies = 10_040;

describe('listing very many people', () => {
  const { house, aCompany } = useHouse({ works: false });
  const pool = (): Pool => house().service.database.pools.test;
  let api: Client;
  let first: string;
  const list = (query = ''): Promise<Answer> => api.get(`/people${query}`);
  const totalOf = ({ body, headers }: Answer) => [body.total, headers['total-is-lower-bound'] ?? null];
  const counts = async (query = ''): Promise<number> => {
    const sent = await statementsOf(pool(), () => list(query));
    return sent.filter(({ text }) => text.includes('count(*)')).length;
  };

  before(async () => {
    api = (await aCompany()).test;
    first = (await api.made('/people', aPerson())).id;
    const copied = Array.from({ length: copies }, (_, n) => `BO-L${String(n).padStart(8, '0')}`);
    const keys = copied.map((id) => house().service.vault.newSealer(id).wrappedKey);
    await pool().query(
      `insert into people (person_id, company_id, position, borrower_type, status, collections_intensity, data_key,
        comm_preferences, monitor_start_date, search_tokens, created_at)
      select copy.id, company_id, position + n, borrower_type, case when n % 1000 = 0 then 'inactive' else status end,
        collections_intensity, copy.key, comm_preferences, monitor_start_date, search_tokens, created_at
      from people, unnest($2::text[], $3::bytea[]) with ordinality as copy (id, key, n) where person_id = $1`,
      [first, copied, keys],
    );
  });

  test('says that there are more than are counted, and counts once', async () => {
    assert.equal(await counts(), 1);
    assert.equal(await counts('?borrowerType=person'), 1, 'another list');
    for (const query of ['', '?sortBy=-createdAt', `?endingBefore=${first}`, '?borrowerType=person']) {
      assert.equal(await counts(query), 0, query);
      assert.equal((await list(query)).body.total, 10_000, query);
    }
    assert.equal((await list('?total=exact')).body.total, copies + 1);
  });

  test('counts what is filtered, and the people of another company', async () => {
    assert.equal((await list('?status=inactive')).body.total, 10);
    assert.equal((await list('?borrowerType=business')).body.total, 0);
    assert.equal((await list('?borrowerType=person&status=inactive')).body.total, 10);
    assert.equal((await list(`?ids=${first}`)).body.total, 1);
    assert.equal((await (await aCompany()).test.get('/people')).body.total, 0);
    assert.equal((await house().client(api.key, api.realm).get('/people')).body.total, 10_000);
  });

  test('counts anew in a database that was restored to a time with fewer', async () => {
    await pool().query(
      `delete from people where company_id = $1 and person_id like 'BO-L000_____' and person_id >= 'BO-L00009000'`,
      [api.realm.companyId],
    );
    const before = await list();
    assert.deepEqual(totalOf(before), [9_001, null]);
    assert.equal((await list()).body.total, 9_001);
  });
});

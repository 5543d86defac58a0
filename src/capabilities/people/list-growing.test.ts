// The list of people that grows: a page counts what has come since, and its total is right nevertheless.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Pool } from 'pg';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { statementsOf } from '../../../tests/support/statements.ts';

/** Long enough that no row comes late any more. */
const spanMicros = 3 * 3_600 * 1_000_000;
const minuteMicros = 60 * 1_000_000;

describe('listing people whose number grows', () => {
  const { house, aCompany } = useHouse({ works: false });
  const pool = (): Pool => house().service.database.pools.test;
  let api: Client;
  let first: string;
  let made = 0;

  /** People who came so many microseconds after the first one. */
  const come = async (count: number, afterMicros: number): Promise<void> => {
    const ids = Array.from({ length: count }, () => `BO-G${String(made++).padStart(8, '0')}`);
    await pool().query(
      `insert into people (person_id, company_id, position, borrower_type, status, collections_intensity, data_key,
        comm_preferences, monitor_start_date, search_tokens, created_at)
      select copy.id, company_id, position + $3 + n, borrower_type, status, collections_intensity, copy.key,
        comm_preferences, monitor_start_date, search_tokens, created_at
      from people, unnest($2::text[], $4::bytea[]) with ordinality as copy (id, key, n) where person_id = $1`,
      [first, ids, afterMicros, ids.map((id) => house().service.vault.newSealer(id).wrappedKey)],
    );
  };
  const total = async (): Promise<number> => (await api.get('/people?limit=1')).body.total;
  /** How the list is counted now. */
  const counting = async (): Promise<string[]> => {
    const sent = await statementsOf(pool(), () => total());
    return sent.map(({ text }) => text).filter((text) => text.includes('count(*)'));
  };

  before(async () => {
    api = (await aCompany()).test;
    first = (await api.made('/people', aPerson())).id;
    await come(600, 0);
    await come(5, spanMicros);
  });

  test('counts all once, and then what has come since a row that is old enough', async () => {
    assert.equal(await total(), 606);
    const [again, ...more] = await counting();
    assert.match(again ?? '', /bool_or.* >= /);
    assert.deepEqual(more, []);
    assert.equal(await total(), 606);
    await come(1, spanMicros + minuteMicros);
    assert.equal(await total(), 607);
  });

  test('counts who was committed late', async () => {
    await come(1, spanMicros - 5 * minuteMicros);
    assert.equal(await total(), 608);
  });

  test('counts from a later row when many have come, and who comes after it', async () => {
    await come(700, 2 * spanMicros);
    await come(5, 4 * spanMicros);
    assert.equal(await total(), 1_313);
    const sent = await statementsOf(pool(), () => total());
    const since = sent.find(({ text }) => text.includes('bool_or'));
    const [position] = (await pool().query('select position from people where person_id = $1', [first])).rows;
    const from = since?.values.find((value) => typeof value === 'number' && value > spanMicros) as number;
    assert.ok(from > Number(position.position) + 2 * spanMicros, 'the row has moved');
    await come(2, 4 * spanMicros - minuteMicros);
    assert.equal(await total(), 1_315);
  });

  test('counts all again after a thousand times, since a row may have come late beyond all measure', async () => {
    await come(1, -spanMicros);
    assert.equal(await total(), 1_315);
    for (let n = 0; n < 1_000; n++) await total();
    assert.equal(await total(), 1_316);
    assert.equal(await total(), 1_316);
  });

  test('counts another company by itself', async () => {
    const { test: other } = await aCompany();
    await other.made('/people', aPerson());
    assert.equal((await other.get('/people')).body.total, 1);
    assert.equal((await other.get('/people')).body.total, 1);
  });

  test('counts all anew in a database that was restored to a time with fewer', async () => {
    await pool().query('delete from people where company_id = $1 and person_id > $2 and person_id like $3', [
      api.realm.companyId,
      'BO-G00000100',
      'BO-G000_____',
    ]);
    assert.equal(await total(), 102);
    assert.equal(await total(), 102);
  });
});

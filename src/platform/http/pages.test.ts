// Pages by key, walked in all ways. People and contacts are tested for all lists, because every list uses page().
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Compilable } from 'kysely';
import type { Pool } from 'pg';
import type { Reader } from '#platform/db/realm-database.ts';
import { type Answer, anEmail, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids as idsOf, refusedAt } from '../../../tests/support/refusals.ts';
import { analyze, planOf, type Statement, statementsOf } from '../../../tests/support/statements.ts';
import { walkBackwards, walkForwards } from '../../../tests/support/walk.ts';
import { page } from './pages.ts';

describe('a list', () => {
  const { house, aCompany } = useHouse({ works: false });
  const pool = (): Pool => house().service.database.pools.test;

  let api: Client;
  /** The ids, newest first. */
  let ids: string[];

  before(async () => {
    api = (await aCompany()).test;
    // The clock does not move, so all are created at one instant and only the order of recording distinguishes them.
    await api.made('/test-clock', { now: '2026-03-01T09:00:00Z' });
    const made: string[] = [];
    const levels = ['light', 'normal', 'heavy'];
    for (let i = 0; i < 23; i++) {
      const person = aPerson({
        status: i % 3 === 0 ? 'inactive' : 'active',
        collectionsIntensity: levels[i % 3 === 1 ? 0 : i % levels.length],
        ...(i % 4 === 0 ? {} : { externalId: `e-${i % 2 === 0 ? 'z' : 'a'}-${String(i).padStart(2, '0')}` }),
      });
      made.push((await api.made('/people', person, { 'api-version': '2025-03-26' })).id);
    }
    for (const [i, id] of made.entries())
      if (i % 5 === 0) await api.put(`/people/${id}`, { metaData: { touched: 'yes' } });
    ids = made.toReversed();
  });

  test('comes newest first, also while the business clock stands still', async () => {
    const answer = await api.get('/people?limit=100');
    assert.deepEqual(idsOf(answer), ids);
    assert.deepEqual([answer.body.total, answer.body.count], [23, 23]);
    assert.deepEqual([answer.body.nextUrl, answer.body.previousUrl], [null, null]);
  });

  test('has 25 on a page if nothing is said, and 1 to 100', async () => {
    for (const limit of ['0', '101', '-1', 'x', '1.5']) {
      const answer = await api.get(`/people?limit=${limit}`);
      assert.deepEqual([answer.status, answer.body.data.path], [400, 'limit']);
    }
  });

  test('gives each row once, in order, whatever the limit, forwards and backwards', async () => {
    for (const limit of [1, 2, 3, 7, 11, 22, 23, 24, 100]) {
      const forwards = await walkForwards(api, `/people?limit=${limit}`);
      assert.deepEqual(forwards.flat(), ids, `forwards by ${limit}`);
      assert.ok(forwards.slice(0, -1).every((page) => page.length === limit));
      const backwards = await walkBackwards(api, `/people?limit=${limit}`, ids.at(-1) as string);
      assert.deepEqual(backwards.flat(), ids.slice(0, -1), `backwards by ${limit}`);
    }
  });

  test('links a page to the one it was come to from', async () => {
    const first = await api.get('/people?limit=5');
    const second = await api.get(first.body.nextUrl);
    assert.equal(first.body.nextUrl, `http://tenor.test/api/people?limit=5&startingAfter=${ids[4]}`);
    assert.deepEqual(idsOf(await api.get(second.body.previousUrl)), ids.slice(0, 5));
    const back = await api.get(second.body.previousUrl);
    assert.equal(back.body.previousUrl, null);
    assert.deepEqual(idsOf(await api.get(back.body.nextUrl)), ids.slice(5, 10));
  });

  test('is empty beyond its ends', async () => {
    const after = await api.get(`/people?startingAfter=${ids.at(-1)}`);
    assert.deepEqual([idsOf(after), after.body.nextUrl, after.body.total], [[], null, 23]);
    const before = await api.get(`/people?endingBefore=${ids[0]}`);
    assert.deepEqual([idsOf(before), before.body.previousUrl, before.body.total], [[], null, 23]);
  });

  test('counts a row that came after the count was asked for', async () => {
    const other = (await aCompany()).test;
    const reader = house().service.database.reader(other.realm);
    const slow: Reader = Object.assign(Object.create(reader), {
      async together(count: Compilable<unknown>, ...rest: Compilable<unknown>[]) {
        const counted = await reader.rows(count);
        await other.made('/people', aPerson());
        return [counted, ...(await reader.together(...rest))];
      },
    });
    const list = { table: 'people', idColumn: 'person_id', sortable: {} } as const;
    const query = reader.db.selectFrom('people').select('person_id');
    const pageOf = (input: object) => page(slow, list, query, input, ({ person_id }) => person_id);
    assert.deepEqual([(await pageOf({})).total, (await pageOf({ limit: 1 })).total], [1, 2]);
    assert.equal((await pageOf({ offset: 100 })).total, 2, 'what lies beyond the last row is not counted');
  });

  test('goes by endingBefore when both cursors are given', async () => {
    const answer = await api.get(`/people?limit=3&startingAfter=${ids[15]}&endingBefore=${ids[10]}`);
    assert.deepEqual(idsOf(answer), ids.slice(7, 10));
  });

  test('refuses a cursor that it never held, also that of another company', async () => {
    const { id } = await (await aCompany()).test.made('/people', aPerson());
    for (const cursor of ['BO-AAAA-AAAA', 'x', id]) {
      for (const way of ['startingAfter', 'endingBefore']) {
        const answer = await api.get(`/people?${way}=${cursor}`);
        assert.deepEqual([answer.status, answer.body.errorType], [400, 'UnknownCursor'], `${way}=${cursor}`);
      }
    }
  });

  test('goes on from a row that the filter no longer shows', async () => {
    const active = await walkForwards(api, '/people?status=active&limit=100');
    const hidden = ids.find((id) => !active.flat().includes(id) && ids.indexOf(id) > 3) as string;
    const answer = await api.get(`/people?status=active&limit=100&startingAfter=${hidden}`);
    assert.deepEqual(
      idsOf(answer),
      active.flat().filter((id) => ids.indexOf(id) > ids.indexOf(hidden)),
    );
  });

  describe('sorted', () => {
    const fields = ['createdAt', 'updatedAt', 'status', 'borrowerType', 'collectionsIntensity', 'externalId'];
    const columns: Record<string, string> = {
      createdAt: 'created_at',
      updatedAt: 'updated_at',
      status: 'status',
      borrowerType: 'borrower_type',
      collectionsIntensity: 'collections_intensity',
      externalId: 'external_id',
    };
    const sorting = fc.uniqueArray(fc.record({ field: fc.constantFrom(...fields), descending: fc.boolean() }), {
      selector: ({ field }) => field,
      minLength: 1,
      maxLength: 4,
    });

    /** The ids in the order of the database, without pages. */
    async function expected(sort: readonly { field: string; descending: boolean }[]): Promise<string[]> {
      const order = sort.map(({ field, descending }) => `${columns[field]} ${descending ? 'desc' : 'asc'}`);
      const { rows } = await pool().query(
        `select person_id from people where company_id = $1 order by ${[...order, `position ${sort.at(-1)?.descending ? 'desc' : 'asc'}`].join(', ')}`,
        [api.realm.companyId],
      );
      return rows.map((row) => row.person_id);
    }

    test('by any fields, each way, with nulls: each row once, in order, forwards and backwards', async () => {
      await fc.assert(
        fc.asyncProperty(sorting, fc.integer({ min: 3, max: 12 }), async (sort, limit) => {
          const by = sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',');
          const path = `/people?sortBy=${by}&limit=${limit}`;
          const order = await expected(sort);
          assert.deepEqual((await walkForwards(api, path)).flat(), order);
          assert.deepEqual((await walkBackwards(api, path, order.at(-1) as string)).flat(), order.slice(0, -1));
        }),
        { numRuns: 20, seed: 20_260_301 },
      );
    });

    test('by a field that it does not have: 400, with those that it has', async () => {
      for (const field of ['name', 'position', '__proto__', 'constructor', 'person_id']) {
        const answer = await api.get(`/people?sortBy=${field}`);
        assert.equal(answer.status, 400, field);
        assert.match(answer.body.data.path, /^sortBy/);
      }
    });

    test('of a list with one order: 400, which says so and not an empty list of fields', async () => {
      const answer = await api.get('/loan-types/ext-installment/versions?sortBy=name');
      refusedAt(answer, 'sortBy');
      assert.match(answer.body.data.expected, /one order/);
    });
  });

  describe('that changes while it is walked', () => {
    test('gives each row that was there at the start once, in order', async () => {
      const client = (await aCompany()).test;
      const atStart: string[] = [];
      for (let i = 0; i < 17; i++) atStart.unshift((await client.made('/people', aPerson())).id);
      const added = new Set<string>();
      const add = async () => {
        const made = await Promise.all(Array.from({ length: 3 }, () => client.made('/people', aPerson())));
        for (const { id } of made) added.add(id);
      };
      const forwards = (await walkForwards(client, '/people?limit=4', add)).flat();
      assert.deepEqual(forwards, atStart, 'newer ones lie before the first page');
      const [walked] = await Promise.all([
        walkBackwards(client, '/people?limit=4', atStart.at(-1) as string),
        add(),
        add(),
      ]);
      assert.deepEqual(
        walked.flat().filter((id) => !added.has(id)),
        atStart.slice(0, -1),
      );
      assert.equal(new Set(walked.flat()).size, walked.flat().length);
    });

    test('goes on from a row that is gone for good', async () => {
      const client = (await aCompany()).test;
      const { id } = await client.made('/people', aPerson());
      const path = `/people/${id}/contacts`;
      const contacts: string[] = [];
      for (let i = 0; i < 9; i++) {
        const label = i % 2 === 0 ? 'personal' : 'work';
        const contact = anEmail({ value: `a${i}@example.com`, label, ...(i % 3 === 0 ? {} : { externalId: `c${i}` }) });
        contacts.unshift((await client.made(path, { ...contact, status: i === 0 ? 'primary' : 'secondary' })).id);
      }
      const sorted = (await walkForwards(client, `${path}?sortBy=label,-externalId&limit=100`)).flat();
      for (const gone of [contacts[4], contacts[0], contacts[8]]) {
        assert.equal((await client.delete(`${path}/${gone}`)).status, 200);
      }
      const left = (order: string[]) => order.filter((one) => ![contacts[4], contacts[0], contacts[8]].includes(one));
      for (const [order, by] of [
        [contacts, ''],
        [sorted, '&sortBy=label,-externalId'],
      ] as const) {
        for (const gone of [contacts[4], contacts[0], contacts[8]] as string[]) {
          const at = order.indexOf(gone);
          const after = await client.get(`${path}?limit=100&startingAfter=${gone}${by}`);
          assert.deepEqual(idsOf(after), left(order.slice(at + 1)), `after ${at} of ${by}`);
          assert.equal(
            after.body.previousUrl === null,
            left(order.slice(0, at)).length === 0 || after.body.count === 0,
          );
          const before = await client.get(`${path}?limit=100&endingBefore=${gone}${by}`);
          assert.deepEqual(idsOf(before), left(order.slice(0, at)), `before ${at} of ${by}`);
        }
      }
      const { id: otherId } = await client.made('/people', aPerson());
      const elsewhere = await client.get(`/people/${otherId}/contacts?startingAfter=${contacts[4]}`);
      assert.equal(elsewhere.status, 400, 'a contact of another person was never in this list');
    });
  });

  describe('that is long', () => {
    let long: Client;
    /** The server makes copies of one person, each with its own key, because 10,050 requests would take minutes. */
    function fill(companyId: string, from: number, to: number) {
      const numbers = Array.from({ length: to - from + 1 }, (_, i) => from + i);
      const made = numbers.map((n) => `BO-${String(n).padStart(9, '0')}`);
      const keys = made.map((id) => house().service.vault.newSealer(id).wrappedKey);
      return pool().query(
        `insert into people (person_id, company_id, position, borrower_type, status, collections_intensity, data_key,
           comm_preferences, monitor_start_date, search_tokens, created_at)
         select copy.id, company_id, position + n, borrower_type, status, collections_intensity, copy.key,
           comm_preferences, monitor_start_date, '{}', created_at
         from people, unnest($2::int[], $3::text[], $4::bytea[]) as copy (n, id, key)
         where company_id = $1 and name_sealed is not null`,
        [companyId, numbers, made, keys],
      );
    }

    before(async () => {
      long = (await aCompany()).test;
      await long.made('/people', aPerson());
      await fill(long.realm.companyId, 1, 9_999);
    });

    const page = (query = '') => long.get(`/people?limit=1${query}`);
    const totals = ({ body, headers }: Answer) => [body.total, headers['total-is-lower-bound']];

    test('is counted to 10,000; beyond it the total is a lower bound, unless it is asked for exactly', async () => {
      assert.deepEqual(totals(await page()), [10_000, undefined]);
      await fill(long.realm.companyId, 10_000, 10_049);
      assert.deepEqual(totals(await page()), [10_000, 'true']);
      assert.deepEqual(totals(await page('&total=exact')), [10_050, undefined]);
      assert.equal((await page('&total=roughly')).status, 400);
    });

    test('is walked by its index, from the place on, without sorting', async () => {
      await analyze(house().service.database.server, 'test.people');
      const { rows: newest } = await pool().query(
        'select person_id, position from people where company_id = $1 order by position desc offset 5000 limit 1',
        [long.realm.companyId],
      );
      const pages = await pagesOf(`/people?limit=25&startingAfter=${newest[0].person_id}`);
      assert.equal(pages.length, 2, 'the page and what lies behind it');
      for (const one of pages) {
        const plan = await planOf(pool(), one);
        assert.match(plan, /"Index Name":"people_page"/);
        assert.doesNotMatch(plan, sorting);
        assert.match(plan, /"Index Cond":"[^"]*ROW\(/, 'the place is found by the index');
      }
    });

    // Among a million people a page in another order than that of recording used to take half a second: all were read
    // and sorted.
    test('sorted by a field, it is walked by the index of that field, both ways, from the place on', async () => {
      await pool().query(
        `update people set updated_at = created_at + position % 1000 * interval '1 second', external_id = 'x-' || person_id
        where company_id = $1 and position % 3 = 0`,
        [long.realm.companyId],
      );
      await analyze(house().service.database.server, 'test.people');
      const { rows } = await pool().query(
        `select (select person_id from people where company_id = $1 and updated_at is null limit 1) as without,
          (select person_id from people where company_id = $1 and updated_at is not null limit 1) as with`,
        [long.realm.companyId],
      );
      for (const field of ['createdAt', 'updatedAt', 'status', 'borrowerType', 'collectionsIntensity', 'externalId']) {
        for (const by of [field, `-${field}`]) {
          for (const cursor of ['', `&startingAfter=${rows[0].without}`, `&endingBefore=${rows[0].with}`]) {
            for (const one of await pagesOf(`/people?limit=25&sortBy=${by}${cursor}`)) {
              const plan = await planOf(pool(), one);
              // For a column that is never null the server does not look for rows without a value.
              if (!/One-Time Filter/.test(plan)) assert.doesNotMatch(plan, sorting, `${by}${cursor}: ${one.text}`);
            }
          }
        }
      }
    });

    const sorting = /"Node Type":"(Sort|Incremental Sort|Seq Scan|Bitmap Heap Scan)"/;

    /** The statements that read a page, and those that check what is on its other side. */
    async function pagesOf(path: string): Promise<Statement[]> {
      const statements = await statementsOf(pool(), async () => assert.equal((await long.get(path)).status, 200));
      const isPlace = ({ text }: Statement) => / as "k0"/.test(text);
      const pages = statements.filter((one) => /from "people".* order by/.test(one.text) && !isPlace(one));
      assert.ok(pages.length > 0, path);
      return pages;
    }
  });
});

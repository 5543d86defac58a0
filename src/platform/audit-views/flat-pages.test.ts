// A page of the audit reads no more rows than it shows, and a few beside them, whatever it is filtered by.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useHouse } from '../../../tests/support/house.ts';
import { analyze, rowsReadBy, statementsOf } from '../../../tests/support/statements.ts';

const count = 20_000;
/** A page of 25, one more, and what lies on the other side of a cursor. */
const rowsMax = 60;

/** One key does nearly all. One in 500 rows is of one user, and of one person, and refused. */
const rows = `
  insert into test.audit
  select $1, n, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute', '', outcome, action, type, actor,
         session, null, null, person, object, null
  from generate_series(1, ${count}) as n
  cross join lateral (select n % 500 = 7 as is_rare) as rare
  cross join lateral (select
    case when is_rare then 'refused' else 'done' end as outcome,
    case when is_rare then 'keys.create' else 'people.create' end as action,
    case when is_rare then 'user' else 'key' end as type,
    case when is_rare then 'UR-1111-1111' else 'AK-1111-1111' end as actor,
    case when is_rare then 'SN-1111-1111' end as session,
    case when is_rare then 'BO-1111-1111' when n < 8000 then 'BO-2222-2222' else 'BO-3333-3333' end as person,
    case when is_rare then 'TX-1111-1111' when n < 8000 then 'TX-2222-2222' else 'TX-3333-3333' end as object) as said`;

const asked = [
  '',
  'actorId=AK-1111-1111',
  'userId=UR-1111-1111',
  'sessionId=SN-1111-1111',
  'personId=BO-1111-1111',
  'personId=BO-2222-2222',
  'objectId=TX-1111-1111',
  'objectId=TX-2222-2222',
  'outcome=done',
  'outcome=refused',
  'action=people.create',
  'action=keys.create',
  'createdAtFrom=2026-01-02T00:00:00Z',
  'createdAtTo=2026-01-02T00:00:00Z',
  'createdAtFrom=2026-01-02T00:00:00Z&createdAtTo=2026-01-03T00:00:00Z&apiKeyId=AK-1111-1111',
  'sortBy=createdAt',
];

describe('a page of the audit', () => {
  const { house, aCompany } = useHouse({ works: false });
  const pool = () => house().service.database.pools.test;

  test('reads few rows, whatever it is filtered by, and after a cursor', async () => {
    const { id, test: api } = await aCompany();
    await pool().query(rows, [id]);
    await analyze(house().service.database.server, 'test.audit');
    for (const filter of asked) {
      const first = await api.get(`/audit?${filter}`);
      assert.equal(first.body.count, 25, filter);
      for (const path of [`/audit?${filter}`, first.body.nextUrl]) {
        const sent = await statementsOf(pool(), () => api.get(path));
        const pages = sent.filter(({ text }) => text.includes('"audit"') && text.includes('order by'));
        let read = 0;
        for (const page of pages) read += await rowsReadBy(pool(), page, 'audit');
        assert.ok(read > 0 && read < rowsMax, `${path}: ${read} rows`);
      }
    }
  });

  test('by a span of time comes in the order of its instants, and goes on without a gap', async () => {
    const { id, test: api } = await aCompany();
    await pool().query(rows, [id]);
    const seen: number[] = [];
    let path = '/audit?createdAtTo=2026-01-01T02:00:00Z&limit=50';
    while (path !== '') {
      const { body } = await api.get(path);
      seen.push(...body.data.map(({ number }: { number: number }) => number));
      path = body.nextUrl ?? '';
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 119 }, (_, i) => 119 - i),
    );
  });

  test('is refused for a cursor that is no row of this company', async () => {
    const [{ id, test: api }, { test: other }] = [await aCompany(), await aCompany()];
    await pool().query(rows, [id]);
    const [row] = (await api.get('/audit?limit=1')).body.data;
    for (const [client, cursor] of [
      [other, row.id],
      [api, row.id.replace('AU', 'BO')],
      [api, 'AU-7'],
    ] as const) {
      const refused = await client.get(`/audit?startingAfter=${cursor}`);
      assert.deepEqual([refused.status, refused.body.errorType], [400, 'UnknownCursor']);
    }
  });
});

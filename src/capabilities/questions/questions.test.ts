// Queries by requests: written, run, read by pages and as CSV, changed, explained, canceled.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../../tests/support/eventually.ts';
import { finished } from '../../../tests/support/finished-run.ts';
import { type Answer, aPerson, type Client, type Company, useHouse } from '../../../tests/support/house.ts';

const byStatus = 'select status, count(*) as people from people group by status order by status';

describe('a query', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  let api: Client;
  before(async () => {
    company = await aCompany();
    api = company.test;
    for (let i = 0; i < 3; i += 1) await api.made('/people', aPerson({ externalId: `=cmd|${i}` }));
  });

  /** How many sessions the database has for questions. */
  async function questionsUnderWay(): Promise<number> {
    const client = new pg.Client(house().service.database.server);
    await client.connect();
    try {
      const { rows } = await client.query(
        `select count(*)::integer as n from pg_stat_activity
          where datname = current_database() and application_name = 'tenor question'`,
      );
      return rows[0].n;
    } finally {
      await client.end();
    }
  }

  const written = (body: object) => api.made('/queries', { name: 'A query', ...body });

  async function ran(id: string, body: object = {}): Promise<string> {
    const begun = await api.post(`/queries/${id}/run`, body);
    assert.equal(begun.status, 202, JSON.stringify(begun.body));
    return finished(api, `/queries/${id}/runs/${begun.body.data.id}`);
  }

  const rowsOf = async (path: string, query = '') => (await api.get(`${path}/rows${query}`)).body.data.rows;

  test('is run as an operation, and its answer is read by pages and as CSV', async () => {
    const { id, columns, version, changedByType } = await written({ sql: byStatus });
    assert.deepEqual(columns, [
      { name: 'status', type: 'text' },
      { name: 'people', type: 'integer' },
    ]);
    assert.deepEqual([version, changedByType], [1, 'key']);
    const path = await ran(id);
    const run = (await api.get(path)).body.data;
    assert.deepEqual([run.status, run.rowCount, run.error, run.version], ['succeeded', 1, null, 1]);
    assert.deepEqual(await rowsOf(path), [['active', '3']]);
    const file = await api.get(`${path}/content`);
    assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8');
    assert.equal(String(file.body), 'status,people\r\nactive,3\r\n');
    const runs = (await api.get(`/queries/${id}/runs`)).body.data;
    assert.deepEqual(
      runs.map((one: { id: string; status: string }) => [one.id, one.status]),
      [[run.id, 'succeeded']],
    );
  });

  test('makes texts harmless that a spreadsheet would take for formulas, in the file alone', async () => {
    const { id } = await written({
      sql: "select external_id, -1 as less, '' as nothing, null::text as missing from people order by 1",
    });
    const path = await ran(id);
    assert.deepEqual((await rowsOf(path, '?count=1'))[0], ['=cmd|0', '-1', '', null]);
    assert.match(
      String((await api.get(`${path}/content`)).body),
      /^external_id,less,nothing,missing\r\n'=cmd\|0,-1,"",\r\n/,
    );
  });

  test('gives each page of a long answer', async () => {
    const { id } = await written({ sql: 'select n, n * 2 as twice from generate_series(1, 2345) as n order by n' });
    const path = await ran(id);
    assert.equal((await api.get(path)).body.data.rowCount, 2345);
    assert.deepEqual(await rowsOf(path, '?offset=499&count=2'), [
      ['500', '1000'],
      ['501', '1002'],
    ]);
    assert.deepEqual(await rowsOf(path, '?offset=2344&count=500'), [['2345', '4690']]);
    assert.deepEqual(await rowsOf(path, '?offset=2345'), []);
  });

  test('takes parameters by name, with defaults, in any place but texts', async () => {
    const { id } = await written({
      sql: "select :word::text as word, ':word' as said, :count::integer + 1 as more -- :nothing\n",
      parameters: [
        { name: 'word', type: 'text', defaultValue: null },
        { name: 'count', type: 'integer', defaultValue: '1' },
      ],
    });
    const path = await ran(id, { parameters: { word: "o'clock; drop table loans" } });
    assert.deepEqual(await rowsOf(path), [["o'clock; drop table loans", ':word', '2']]);
    const missing = await api.post(`/queries/${id}/run`, {});
    assert.deepEqual([missing.status, missing.body.data.path], [400, 'parameters.word']);
    const wrong = await api.post(`/queries/${id}/run`, { parameters: { word: 'a', count: 'b', other: 1 } });
    assert.deepEqual(
      wrong.body.data.errors.map(({ path: at }: { path: string }) => at),
      ['parameters.other', 'parameters.count'],
    );
  });

  test('has versions: other SQL is the next one, and a run may ask an earlier one', async () => {
    const { id } = await written({ sql: "select 'one' as said" });
    const renamed = (await api.put(`/queries/${id}`, { name: 'Another name' })).body.data;
    assert.equal(renamed.version, 1);
    const changed = (await api.put(`/queries/${id}`, { sql: "select 'two' as said" })).body.data;
    assert.equal(changed.version, 2);
    const versions = (await api.get(`/queries/${id}/versions`)).body;
    assert.deepEqual(
      versions.map((one: { version: number; sql: string }) => [one.version, one.sql]),
      [
        [2, "select 'two' as said"],
        [1, "select 'one' as said"],
      ],
    );
    assert.deepEqual(await rowsOf(await ran(id, { version: 1 })), [['one']]);
    assert.deepEqual(await rowsOf(await ran(id)), [['two']]);
    assert.equal((await api.post(`/queries/${id}/run`, { version: 3 })).status, 404);
  });

  test('that is archived is not run', async () => {
    const { id } = await written({ sql: byStatus });
    await api.put(`/queries/${id}`, { status: 'archived' });
    const refused = await api.post(`/queries/${id}/run`, {});
    assert.deepEqual([refused.status, refused.body.errorType], [409, 'QueryArchived']);
  });

  test('is explained without estimates', async () => {
    const { id } = await written({ sql: byStatus });
    const plan = (await api.post(`/queries/${id}/explain`, {})).body.data;
    assert.ok(
      plan.lines.some((line: string) => line.includes('people')),
      plan.lines.join('\n'),
    );
    assert.ok(!/cost=|rows=/.test(plan.lines.join('\n')));
  });

  test('that fails half-way says so, and keeps nothing', async () => {
    const { id } = await written({ sql: 'select 1 / (1500 - n) as share from generate_series(1, 2000) as n' });
    const path = await ran(id);
    const run = (await api.get(path)).body.data;
    assert.deepEqual([run.status, run.error.errorType, run.rowCount], ['failed', 'QuestionFailed', null]);
    assert.match(run.error.message, /division by zero/);
    assert.equal((await api.get(`${path}/rows`)).status, 409);
  });

  test('is canceled while the server works on it', async () => {
    const { id } = await written({
      sql: 'select count(*) as many from generate_series(1, 30000) a, generate_series(1, 30000) b, generate_series(1, 30000) c',
    });
    const begun = await api.post(`/queries/${id}/run`, {});
    const path = `/queries/${id}/runs/${begun.body.data.id}`;
    assert.equal((await api.post(`${path}/cancel`, {})).body.data.state, 'canceled');
    assert.equal((await api.get(path)).body.data.status, 'canceled');
    assert.equal((await api.post(`${path}/cancel`, {})).status, 200);
  });

  test('ends when whoever asks it may not ask any more, or is revoked, while the server works on it', async () => {
    const permissions = ['query:create', 'query:run', 'query:read'];
    const endless = `select count(*) as many from ${['a', 'b', 'c'].map((one) => `generate_series(1, 30000) ${one}`).join(', ')}`;
    const ends: Readonly<Record<string, (keyId: string) => Promise<Answer>>> = {
      KeyEnded: (keyId) => api.delete(`/keys/${keyId}`),
      Forbidden: (keyId) => api.put(`/keys/${keyId}`, { permissions: ['query:read'] }),
    };
    for (const [errorType, end] of Object.entries(ends)) {
      const { id: keyId, key } = await api.made('/keys', { name: 'an asker', permissions });
      const asker = house().client(key, api.realm);
      const { id } = await asker.made('/queries', { name: 'Endless', sql: endless });
      const path = `/queries/${id}/runs/${(await asker.post(`/queries/${id}/run`, {})).body.data.id}`;
      await eventually('it is asked', async () => (await questionsUnderWay()) === 1);
      assert.ok((await end(keyId)).status < 300);
      await finished(api, path);
      const { status, error } = (await api.get(path)).body.data;
      assert.deepEqual([status, error.errorType], ['failed', errorType]);
      await eventually('nobody works on it', async () => (await questionsUnderWay()) === 0);
    }
  });

  test('shows masked numbers only to whoever may read them', async () => {
    const sql = 'select value_mask from identities';
    const allowed = await written({ sql });
    assert.deepEqual(allowed.columns, [{ name: 'value_mask', type: 'text' }]);
    const { key } = await api.made('/keys', { name: 'narrow', permissions: ['query:create', 'query:run'] });
    const narrow = await house().client(key, api.realm).post('/queries', { name: 'x', sql });
    assert.deepEqual([narrow.status, narrow.body.errorType], [422, 'QuestionRefused']);
  });
});

// The limits for one company that imports: what waits, what is sent at once, what is done at once.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { eventually } from './support/eventually.ts';
import { type Answer, type Client, useHouse } from './support/house.ts';

const ndjson = { 'content-type': 'application/x-ndjson' };
const linesOf = (count: number, name = 'B'): string =>
  Array.from(
    { length: count },
    (_, n) => `{"person":{"externalId":"${name}-${n}","name":{"firstName":"Ada","lastName":"Lovelace"}}}\n`,
  ).join('');

describe('what a company may send to be imported', () => {
  const { house, aCompany } = useHouse({ works: false });
  const send = (api: Client, body: string): Promise<Answer> =>
    api.call('POST', '/people/import', { body, headers: ndjson });
  const query = (api: Client, text: string, more: unknown[] = []) =>
    house().service.database.pools.test.query(text, [api.realm.companyId, ...more]);
  const chunksOf = async (api: Client): Promise<number> =>
    (await query(api, 'select count(*)::int as n from import_chunks where company_id = $1')).rows[0].n;
  /** Two gigabytes by the recorded size, though the rows need little space. */
  async function fill(api: Client): Promise<void> {
    const insert = 'insert into import_chunks (upload_id, number, company_id, first_line, lines, sealed, recorded_at)';
    const big = "select 'big ' || $1, 1, $1, 1, 1, convert_to(repeat('x', 67108864), 'UTF8'), $2::bigint";
    await query(api, `${insert} ${big}`, [house().service.clock.micros()]);
    const others =
      'select upload_id, n, company_id, n, 1, sealed, recorded_at from import_chunks, generate_series(2, 32) n';
    await query(api, `${insert} ${others} where company_id = $1 and upload_id like 'big %'`);
  }
  /** An upload that continues until the test ends it. */
  function begin(api: Client) {
    const payload = new PassThrough();
    const options = {
      method: 'POST',
      url: '/api/people/import',
      headers: { ...ndjson, 'x-api-key': api.key },
    } as const;
    return { payload, answer: house().app.inject({ ...options, payload }) };
  }
  function isTooMuch({ status, headers, body }: Pick<Answer, 'status' | 'headers' | 'body'>, message: RegExp): void {
    assert.deepEqual([status, body.errorType], [429, 'TooManyImports']);
    assert.match(body.message, message);
    assert.match(body.detail, /cancel one/);
    assert.ok(Number(headers['retry-after']) > 0);
  }

  test('is two gigabytes that wait, counted before and while it is sent, and nobody else is kept waiting', async () => {
    const [full, other] = [(await aCompany()).test, (await aCompany()).test];
    const { payload, answer } = begin(full);
    payload.write(linesOf(250));
    await eventually('a chunk is there', async () => (await chunksOf(full)) > 0);
    await fill(full);
    payload.end(linesOf(13_000, 'C'));
    const { statusCode, headers, body } = await answer;
    isTooMuch({ status: statusCode, headers: headers as Answer['headers'], body: JSON.parse(body) }, /2147483648/);
    assert.equal(await chunksOf(full), 32, 'what was sent of it is forgotten');
    isTooMuch(await send(full, linesOf(1)), /wait to be imported/);
    assert.equal((await send(other, linesOf(1))).status, 202);
    await query(full, 'update import_chunks set sealed = null where company_id = $1 and number = 1');
    assert.equal((await send(full, linesOf(1))).status, 202, 'once something of it is done');
  });

  test('is eight uploads at once by one key, however slowly they come', async () => {
    const [busy, other] = [(await aCompany()).test, (await aCompany()).test];
    const uploads = Array.from({ length: 8 }, () => begin(busy));
    for (const { payload } of uploads) payload.write(linesOf(201));
    await eventually('eight chunks are there', async () => (await chunksOf(busy)) >= 8);
    const refused = await send(busy, linesOf(1));
    assert.deepEqual([refused.status, refused.body.errorType], [429, 'TooManyRequests']);
    assert.match(refused.body.message, /its share of the uploads under way/);
    assert.equal((await send(other, linesOf(1))).status, 202);
    for (const { payload } of uploads) payload.end();
    for (const { answer } of uploads) assert.equal((await answer).statusCode, 202);
    assert.equal((await send(busy, linesOf(1))).status, 202);
  });
});

describe('what a company has at work at once', () => {
  const { aCompany } = useHouse();

  test('is two imports, so that another company does not wait for all that it began', async () => {
    const [many, other] = [(await aCompany()).test, (await aCompany()).test];
    const begun = async (api: Client, lines: string): Promise<string> =>
      (await api.call('POST', '/people/import', { body: lines, headers: ndjson })).body.data.id;
    const operation = async (api: Client, id: string) => (await api.get(`/operations/${id}`)).body.data;
    const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => begun(many, linesOf(1_000, `M${n}`))));
    const first = await begun(other, linesOf(200));
    let left = ids.length;
    for (let otherEnded = false; left > 0; ) {
      const all = await Promise.all(ids.map((id) => operation(many, id)));
      left = all.filter(({ finishedAt }) => finishedAt === null).length;
      if (!otherEnded && (await operation(other, first)).finishedAt !== null) {
        otherEnded = true;
        assert.ok(left > 0, 'the other company waited for all of them');
      }
    }
    for (const id of ids) {
      const { body } = await many.get(`/people/import/${id}/results?outcome=failed`);
      assert.deepEqual(body.data, []);
    }
    const ended = await Promise.all(ids.map((id) => operation(many, id)));
    const atWorkWith = (one: { startedAt: string }) =>
      ended.filter(({ startedAt, finishedAt }) => startedAt <= one.startedAt && one.startedAt < finishedAt).length;
    assert.equal(Math.max(...ended.map(atWorkWith)), 2);
    assert.deepEqual(
      ended.map(({ state, result }) => [state, result.created]),
      ids.map(() => ['succeeded', 1_000]),
    );
    assert.equal((await operation(other, first)).state, 'succeeded');
  });
});

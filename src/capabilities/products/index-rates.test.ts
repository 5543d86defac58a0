// Index rates of a loan type, over HTTP: specification 2.9.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';
import { indexRatesOf } from './index.ts';

describe('index rates', () => {
  const { house, aCompany } = useHouse({ works: false });

  async function aLoanType(api: Client, settings: object = {}): Promise<string> {
    return `/loan-types/${(await api.made('/loan-types', { name: 'A', ...settings })).id}/index-rates`;
  }
  /** [first day, last day, rate] of each, earliest first. */
  const spans = async (api: Client, path: string) =>
    (await api.get(`${path}?sortBy=effectiveDate`)).body.data.map(
      (one: { effectiveDate: string; endDate: string | null; rate: number }) => [
        one.effectiveDate,
        one.endDate,
        one.rate,
      ],
    );

  test('last until the day before the next one, in whatever order they are written', async () => {
    const { test: api } = await aCompany();
    const path = await aLoanType(api);
    const march = await api.made(path, { rate: '0.0525', effectiveDate: '2026-03-01' });
    assert.match(march.id, /^RA-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    assert.deepEqual([march.object, march.endDate], ['indexRate', null]);
    assert.match(march.operationId, /^OP-/, 'the day has come: loans of the type are replayed');
    const january = await api.made(path, { rate: -0.005, effectiveDate: '2026-01-01' });
    assert.equal(january.endDate, '2026-02-28');
    await api.made(await aLoanType(api), { rate: 0.01, effectiveDate: '2026-01-20' });
    const february = await api.made(path, { rate: 0, effectiveDate: '2026-02-10' });
    assert.equal(february.endDate, '2026-02-28');
    assert.deepEqual(await spans(api, path), [
      ['2026-01-01', '2026-02-09', -0.005],
      ['2026-02-10', '2026-02-28', 0],
      ['2026-03-01', null, 0.0525],
    ]);
    const moved = (await api.put(`${path}/${february.id}`, { effectiveDate: '2026-04-01' })).body.data;
    assert.deepEqual([moved.endDate, moved.rate, moved.updatedAt === null], [null, 0, false]);
    assert.deepEqual(await spans(api, path), [
      ['2026-01-01', '2026-02-28', -0.005],
      ['2026-03-01', '2026-03-31', 0.0525],
      ['2026-04-01', null, 0],
    ]);
    const { operationId: _, ...read } = { ...moved };
    assert.deepEqual((await api.get(`${path}/${february.id}`)).body.data, read);
    const deleted = await api.delete(`${path}/${march.id}`);
    assert.equal(deleted.status, 200);
    assert.notEqual(deleted.body.data.deletedAt, null);
    assert.deepEqual(await spans(api, path), [
      ['2026-01-01', '2026-03-31', -0.005],
      ['2026-04-01', null, 0],
    ]);
    for (const gone of [api.get, api.delete]) assert.equal((await gone(`${path}/${march.id}`)).status, 404);
    assert.equal((await api.put(`${path}/${march.id}`, { rate: 0 })).status, 404);
    const after = await api.get(`${path}?startingAfter=${march.id}`);
    assert.equal(after.status, 200, 'a cursor that names a deleted one still works');
  });

  test('are one for each date and loan type', async () => {
    const { test: api } = await aCompany();
    const [path, other] = [await aLoanType(api), await aLoanType(api)];
    const made = await api.made(path, { rate: 0.05, effectiveDate: '2026-01-01' });
    const second = await api.made(path, { rate: 0.06, effectiveDate: '2026-02-01' });
    const again = await api.post(path, { rate: 0.06, effectiveDate: '2026-01-01' });
    assert.deepEqual([again.status, again.body.errorType], [409, 'IndexRateExists']);
    assert.deepEqual(again.body.data, { path: 'effectiveDate', indexRateId: made.id });
    assert.match(again.body.message, /PUT/);
    assert.equal((await api.put(`${path}/${second.id}`, { effectiveDate: '2026-01-01' })).status, 409);
    assert.equal((await api.put(`${path}/${second.id}`, { effectiveDate: '2026-02-01' })).status, 200);
    assert.equal((await api.post(other, { rate: 0.06, effectiveDate: '2026-01-01' })).status, 201);
    assert.equal((await api.get(`${other}/${made.id}`)).status, 404);
    await api.delete(`${path}/${made.id}`);
    assert.equal((await api.post(path, { rate: 0.06, effectiveDate: '2026-01-01' })).status, 201);
    const wanted = Array.from({ length: 6 }, () => api.post(path, { rate: 0.07, effectiveDate: '2027-01-01' }));
    const statuses = (await Promise.all(wanted)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [201, 409, 409, 409, 409, 409]);
  });

  test('lie between -1 and 1, are exact, and belong to all versions of the type', async () => {
    const { test: api } = await aCompany();
    const path = await aLoanType(api);
    for (const rate of [1.01, -1.01, 5.25, '0.12345678901', 'five']) {
      refusedAt(await api.post(path, { rate, effectiveDate: '2026-01-01' }), 'rate');
    }
    refusedAt(await api.post(path, { rate: 0.05 }), 'effectiveDate');
    refusedAt(await api.post(path, { rate: 0.05, effectiveDate: '2026-02-30' }), 'effectiveDate');
    const exact = [1, -1, '0.0431234567'];
    for (const [i, rate] of exact.entries()) await api.made(path, { rate, effectiveDate: `2026-01-0${3 - i}` });
    await api.put(path.replace('/index-rates', ''), { name: 'B' });
    assert.deepEqual(
      (await api.get(path)).body.data.map(({ rate }: { rate: number }) => rate),
      [0.0431234567, -1, 1],
    );
    const reader = house().service.database.reader(api.realm);
    const known = await indexRatesOf(reader, path.split('/')[2] as string);
    assert.deepEqual(
      known.map(({ recordedAt: _, ...rate }) => rate),
      [
        { rate: '0.0431234567', effectiveDate: '2026-01-01' },
        { rate: '-1', effectiveDate: '2026-01-02' },
        { rate: '1', effectiveDate: '2026-01-03' },
      ],
    );
  });

  test('are listed newest first, and are those of one type', async () => {
    const { test: api } = await aCompany();
    const [path, other] = [await aLoanType(api), await aLoanType(api)];
    const first = await api.made(path, { rate: 0.05, effectiveDate: '2027-01-01' });
    const second = await api.made(path, { rate: 0.05, effectiveDate: '2026-01-01' });
    assert.deepEqual(ids(await api.get(path)), [second.id, first.id]);
    assert.deepEqual(ids(await api.get(other)), []);
  });

  // ---- replay --------------------------------------------------------------------------------------------------------

  test('that change days which have come replay the loans of the type from the first such day on', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/loan-types', { name: 'A', timezone: 'America/Los_Angeles' });
    // In Los Angeles it is still the 14th; the company is in New York.
    await api.made('/test-clock', { now: '2026-05-15T06:00:00Z' });
    const replayed = async (operationId: string | null) => {
      if (operationId === null) return null;
      const { rows } = await house().service.database.pools.test.query(
        'select kind, input from operations where id = $1',
        [operationId],
      );
      assert.equal(rows[0].kind, 'loans.replayIndex');
      assert.equal(rows[0].input.loanTypeId, id);
      return rows[0].input.from;
    };
    const create = async (effectiveDate: string) =>
      api.made(`/loan-types/${id}/index-rates`, { rate: '0.05', effectiveDate });
    const tomorrow = await create('2026-05-15');
    assert.equal(await replayed(tomorrow.operationId), null);
    const today = await create('2026-05-14');
    assert.equal(await replayed(today.operationId), '2026-05-14');
    const past = await create('2026-03-01');
    assert.equal(await replayed(past.operationId), '2026-03-01');
    const change = async (indexRateId: string, body: object) =>
      replayed((await api.put(`/loan-types/${id}/index-rates/${indexRateId}`, body)).body.data.operationId);
    assert.equal(await change(past.id, { rate: '0.06' }), '2026-03-01');
    assert.equal(await change(past.id, { rate: '0.06' }), null, 'nothing changed');
    assert.equal(await change(past.id, { effectiveDate: '2026-04-01' }), '2026-03-01');
    assert.equal(await change(past.id, { effectiveDate: '2026-02-01' }), '2026-02-01');
    assert.equal(await change(tomorrow.id, { effectiveDate: '2026-06-01' }), null);
    assert.equal(await change(tomorrow.id, { effectiveDate: '2026-05-01' }), '2026-05-01');
    const remove = async (indexRateId: string) =>
      replayed((await api.delete(`/loan-types/${id}/index-rates/${indexRateId}`)).body.data.operationId);
    assert.equal(await remove(past.id), '2026-02-01');
    const future = await create('2030-01-01');
    assert.equal(await remove(future.id), null);
  });
});

// The passing of the day: what happens to a loan by itself, with a clock that is moved and with one that goes on.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, type Client, type Company, useHouse } from '../../../../tests/support/house.ts';

const strict = {
  name: 'Strict',
  fees: { late: { graceDays: 10, flatAmount: 25 } },
  delinquency: { accelerationDueWithin: 60, chargeOffDueWithin: 120 },
};
const agreement = {
  amountFinanced: 4800,
  interestRates: [{ rate: 0.1499 }],
  paymentFrequency: 'monthly',
  specificDays: [15],
  duration: 12,
};

describe('as the test clock is moved', () => {
  const { house, aCompany } = useHouse({ works: false });

  async function aLender(timezone: string): Promise<{ company: Company; api: Client; loanTypeId: string }> {
    const company = await aCompany({ timezone });
    const api = company.test;
    await api.made('/test-clock', { now: '2026-01-20T17:00:00Z' });
    return { company, api, loanTypeId: (await api.made('/loan-types', strict)).id };
  }
  async function anActiveLoan(api: Client, loanTypeId: string, overrides = {}): Promise<string> {
    const { id } = await api.made('/people', aPerson());
    const loan = { loanTypeId, status: 'originated', atOrigination: { ...agreement, ...overrides } };
    const path = `/people/${id}/loans/${(await api.made(`/people/${id}/loans`, loan)).id}`;
    await api.made(`${path}/activate`, {});
    return path;
  }
  async function advance(api: Client, to: string) {
    const started = await api.post('/test-clock/advance', { to });
    assert.equal(started.status, 202, JSON.stringify(started.body));
    const operationId = started.body.data.id;
    await house().service.operations.job.run({ ...api.realm, payload: { operationId } });
    return (await api.get(`/operations/${operationId}`)).body.data;
  }
  const rows = async (text: string, values: unknown[]) =>
    (await house().service.database.pools.test.query(text, values)).rows;
  const idOf = (path: string): string => path.split('/').at(-1) as string;
  const told = async (path: string) =>
    rows(
      `select event_type as type, cause, effective_at as at, created_at from events
       where loan_id = $1 and cause is not null and deleted_at is null order by effective_at, position`,
      [idOf(path)],
    );

  for (const { zone, midnight } of [
    { zone: 'America/New_York', midnight: ['05', '04'] },
    { zone: 'America/Los_Angeles', midnight: ['08', '07'] },
  ]) {
    test(`what nobody pays comes due, overdue, accelerated, charged off, at midnight of ${zone}`, async () => {
      const { api, loanTypeId } = await aLender(zone);
      const path = await anActiveLoan(api, loanTypeId);
      const { state, result } = await advance(api, '2026-12-01T12:00:00Z');
      assert.deepEqual([state, result], ['succeeded', { now: '2026-12-01T12:00:00.000000+00:00' }]);
      const events = await told(path);
      const [winter, summer] = midnight;
      const id = idOf(path);
      const shown = events.filter(({ cause }) => !cause.includes('activation'));
      for (const { at, created_at } of shown) assert.equal(created_at, at, 'told when it happened');
      console.log(shown.map(({ type, cause, at }) => `${type} ${cause.replace(`${id} `, '')} ${at}`));
      assert.equal((await api.get(path)).body.data.status, 'chargedOff');
      void winter;
      void summer;
    });
  }
});

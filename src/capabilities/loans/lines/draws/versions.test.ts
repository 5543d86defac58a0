// A draw as each version of the interface shows it, and takes it back.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine } from '../../../../../tests/support/begun-line.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';

const override = { percentageOfPrincipal: 0.05, minAmount: 10 };
const agreed = {
  isGracePeriodApplicable: true,
  numPeriodsToRestoreGrace: 2,
  numPeriodsToEvaluateGrace: 3,
  minPaymentCalculationOverride: override,
};
const { numPeriodsToEvaluateGrace: _, minPaymentCalculationOverride: __, ...earlier } = agreed;

describe('a draw in each version', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await api.made('/test-clock', { now: '2026-01-20T15:00:00Z' });
  });

  const graces = async (version: string) => {
    const headers = { 'api-version': version };
    const draws = `${await aLine(api)}/draws`;
    const body = { status: 'originated', atOrigination: { gracePeriod: agreed } };
    const made = (await api.call('POST', draws, { headers, body })).body.data;
    const path = `${draws}/${made.id}`;
    const put = (await api.call('PUT', path, { headers, body: { nickname: 'Kitchen' } })).body.data;
    await api.made(`${path}/activate`, {});
    const limited = await api.call('POST', `${path}/credit-limit`, { headers, body: { creditLimitAmount: 900 } });
    const single = (await api.call('GET', path, { headers })).body.data;
    const [listed] = (await api.call('GET', draws, { headers })).body.data;
    const all = { made, put, limited: limited.body.data, single, listed };
    return Object.entries(all).map(([name, draw]) => [name, draw.atOrigination.gracePeriod]);
  };

  for (const version of ['2018-01-01', '2023-11-29', '2025-03-26']) {
    test(`${version} does not know for how many statements grace is checked, nor of another minimum`, async () => {
      for (const [name, grace] of await graces(version)) assert.deepEqual(grace, earlier, name);
    });
  }

  test('2026-08-04 shows both wherever a draw is shown', async () => {
    for (const [name, grace] of await graces('2026-08-04')) assert.deepEqual(grace, agreed, name);
  });

  test('a client of an earlier version that sends back what it was shown takes nothing away', async () => {
    const line = await aLine(api);
    const { id } = await api.made(`${line}/draws`, { status: 'pending', atOrigination: { gracePeriod: agreed } });
    const path = `${line}/draws/${id}`;
    const shown = (await api.get(path)).body.data;
    assert.deepEqual(shown.atOrigination.gracePeriod, earlier);
    const { atOrigination } = shown;
    const sent = { ...atOrigination, gracePeriod: { ...atOrigination.gracePeriod, numPeriodsToRestoreGrace: 1 } };
    assert.equal((await api.put(path, { atOrigination: sent })).status, 200);
    const headers = { 'api-version': '2026-08-04' };
    const { gracePeriod } = (await api.call('GET', path, { headers })).body.data.atOrigination;
    assert.deepEqual(gracePeriod, { ...agreed, numPeriodsToRestoreGrace: 1 });
  });

  test('a client of the newest version takes the override away by null', async () => {
    const draws = `${await aLine(api)}/draws`;
    const headers = { 'api-version': '2026-08-04' };
    const { id } = await api.made(draws, { status: 'pending', atOrigination: { gracePeriod: agreed } });
    const atOrigination = { gracePeriod: { minPaymentCalculationOverride: null } };
    const { body } = await api.call('PUT', `${draws}/${id}`, { headers, body: { atOrigination } });
    assert.deepEqual(body.data.atOrigination.gracePeriod, { ...agreed, minPaymentCalculationOverride: null });
  });
});

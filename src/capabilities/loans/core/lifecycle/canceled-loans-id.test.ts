// A canceled loan gives its external id up to a loan that takes it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aPerson, useHouse } from '../../../../../tests/support/house.ts';
import { agreement } from '../../../../../tests/support/loan-life.ts';
import { told } from '../../../../../tests/support/told.ts';

describe('the external id of a canceled loan', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('goes to the loan that takes it, whoever owes that one', async () => {
    const { test: api } = await aCompany();
    const loansOf = async () => `/people/${(await api.made('/people', aPerson())).id}/loans`;
    const [mine, yours] = [await loansOf(), await loansOf()];
    const body = { loanTypeId: 'ext-installment', externalId: 'L-1', atOrigination: agreement };
    const first = await api.made(mine, body);
    assert.equal((await api.post(yours, body)).body.errorType, 'DuplicateExternalId');
    await api.made(`${mine}/${first.id}/cancel`, {});
    assert.equal((await api.get(`${mine}/ext-L-1`)).body.data.id, first.id, 'it keeps it until then');

    const second = await api.made(yours, body);
    assert.equal((await api.get(`${yours}/ext-L-1`)).body.data.id, second.id);
    const { externalId, displayId, status } = (await api.get(`${mine}/${first.id}`)).body.data;
    assert.deepEqual([externalId, displayId, status], [null, first.id, 'canceled']);
    const [freed] = (await told(house(), api, 'events=loan.updated')).slice(-1);
    assert.deepEqual([freed.loanId, freed.loanExternalId], [first.id, null]);
    assert.equal((await api.post(mine, body)).body.errorType, 'DuplicateExternalId');

    await api.made(`${yours}/${second.id}/cancel`, {});
    const third = await api.made(mine, { ...body, externalId: 'L-2' });
    assert.equal((await api.put(`${mine}/${third.id}`, { externalId: 'L-1' })).body.data.externalId, 'L-1');
    assert.equal((await api.get(`${yours}/${second.id}`)).body.data.externalId, null);
    await api.put(`${yours}/${second.id}`, { externalId: null });
    assert.equal((await api.get(`${mine}/ext-L-1`)).body.data.id, third.id);
  });

  test('goes to one of many who want it at once', async () => {
    const { test: api } = await aCompany();
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => api.made('/people', aPerson())));
    const [first, ...others] = people.map(({ id }) => `/people/${id}/loans`) as [string, ...string[]];
    const body = { loanTypeId: 'ext-installment', externalId: 'L-1', atOrigination: agreement };
    const { id } = await api.made(first, body);
    await api.made(`${first}/${id}/cancel`, {});
    const answers = await Promise.all(others.map((loans) => api.post(loans, body)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409]);
    const shown = (await api.get('/loans')).body.data.map((loan: { externalId: string | null }) => loan.externalId);
    assert.deepEqual(shown.toSorted(), ['L-1', null]);
  });
});

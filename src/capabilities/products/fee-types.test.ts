// Fee types of a loan type, over HTTP.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { feeTypesOf } from './index.ts';

describe('fee types', () => {
  const { house, aCompany } = useHouse({ works: false });

  interface Shown {
    readonly id: string;
    readonly feeType: string;
    readonly amount: number | null;
    readonly capAmount: number | null;
  }
  const list = async (api: Client, loanTypeId: string, query = ''): Promise<Shown[]> =>
    (await api.get(`/loan-types/${loanTypeId}/fee-types?sortBy=feeType${query}`)).body.data;
  const charged = (shown: readonly Shown[]) => shown.map((one) => [one.feeType, one.amount, one.capAmount]);

  test('are what the settings charge, under ids that stay', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/loan-types', {
      name: 'A',
      fees: { late: { graceDays: 10, flatAmount: 15, lifetimeCapAmount: 90 }, service: { amount: 4.5, capAmount: 54 } },
    });
    const first = await list(api, id);
    assert.deepEqual(charged(first), [
      ['lateFee', 15, 90],
      ['serviceFee', 4.5, 54],
    ]);
    const { id: feeTypeId, createdAt, ...rest } = first[0] as Shown & { createdAt: string };
    assert.match(feeTypeId, /^FT-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    assert.match(createdAt, /\+00:00$/);
    assert.deepEqual(rest, {
      object: 'feeType',
      loanTypeId: id,
      feeType: 'lateFee',
      name: { displayName: 'Late fee', apiName: 'lateFee' },
      amount: 15,
      capAmount: 90,
      updatedAt: null,
      deletedAt: null,
    });
    await api.put(`/loan-types/${id}`, {
      fees: {
        late: { percent: 0.05, rule: 'greater' },
        service: null,
        nsfAmount: 25,
        origination: {},
        membership: { amount: 2 },
      },
    });
    const second = await list(api, id);
    assert.deepEqual(charged(second), [
      ['lateFee', null, 90],
      ['membershipFee', 2, null],
      ['nsfFee', 25, null],
      ['originationFee', null, null],
    ]);
    assert.equal(second[0]?.id, feeTypeId);
    const all = await list(api, id, '&includeUncharged=true');
    assert.equal(all.length, 5);
    assert.deepEqual(
      all.filter(({ feeType }) => feeType === 'serviceFee'),
      [{ ...first[1], amount: null, capAmount: null }],
    );
  });

  test('are added to be charged by hand, once by a name', async () => {
    const { test: api } = await aCompany();
    const path = `/loan-types/${(await api.made('/loan-types', { name: 'A' })).id}/fee-types`;
    const name = { displayName: 'Copy of documents', apiName: 'documentCopy' };
    const answer = await api.post(path, { feeType: 'adHoc', name, amount: '5.00' });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.deepEqual([answer.body.data.feeType, answer.body.data.name, answer.body.data.amount], ['adHoc', name, 5]);
    const change = await api.made(path, {
      feeType: 'modificationFee',
      name: { displayName: 'Change of terms', apiName: 'change' },
    });
    assert.equal(change.amount, null);
    assert.deepEqual((await api.get(path)).body.data, [change, answer.body.data]);
    const again = await api.post(path, { feeType: 'modificationFee', name });
    assert.deepEqual(
      [again.status, again.body.errorType, again.body.data.path],
      [409, 'FeeTypeExists', 'name.apiName'],
    );
    const derived = await api.post(path, { feeType: 'adHoc', name: { displayName: 'Mine', apiName: 'lateFee' } });
    assert.equal(derived.status, 409);
    refusedAt(await api.post(path, { feeType: 'lateFee', name }), 'feeType');
    refusedAt(await api.post(path, { feeType: 'adHoc', name: { ...name, apiName: '1st' } }), 'name.apiName');
    refusedAt(await api.post(path, { feeType: 'adHoc', name: { displayName: 'x' } }), 'name.apiName');
    refusedAt(await api.post(path, { feeType: 'adHoc', name: { ...name, apiName: 'b' }, amount: 0 }), 'amount');
  });

  test('are found by loans, charged or not', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/loan-types', { name: 'A' });
    const reader = house().service.database.reader(api.realm);
    const all = await feeTypesOf(reader, id);
    assert.deepEqual(
      all.map((row) => row.fee_type),
      ['originationFee', 'serviceFee', 'membershipFee', 'lateFee', 'nsfFee'],
    );
  });
});

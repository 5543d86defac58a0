// The name of who made a transaction: kept of a key, and looked up of a user whenever an answer shows it.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aBorrower } from '../../../../../tests/support/a-borrower.ts';
import { everythingStored } from '../../../../../tests/support/everything-stored.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { recordedDuring } from '../../../../../tests/support/recorded-statements.ts';
import { aRoundLoan } from '../../../../../tests/support/round-loan.ts';
import { aUser, signedIn } from '../../../../../tests/support/signed-in.ts';

describe('who made a transaction', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const payment = { type: 'oneTime', isExternal: true, amount: 10, status: 'succeeded' };

  test('is a user by the present name, in one look-up, for those who may read users, and by none once deleted', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-01-10');
    const path = `${loan.path}/transactions`;
    const ids: string[] = [];
    for (const email of ['ada@acme.example', 'bert@acme.example']) {
      ids.push(await aUser(house(), api, { email }));
      const user = await signedIn(house(), api, email);
      const made = await user.post(path, payment);
      assert.deepEqual(made.body.data.createdBy, { id: ids.at(-1), name: email });
    }
    const key = (await loan.pay(20)).createdBy;
    const names = async (calls: Pick<Client, 'get'> = api) =>
      (await calls.get(`${path}?limit=10`)).body.data.map(({ createdBy }: { createdBy?: { name: string } }) =>
        createdBy === undefined ? undefined : createdBy.name,
      );
    const statements = await recordedDuring(async () =>
      assert.deepEqual(await names(), [key.name, 'bert@acme.example', 'ada@acme.example']),
    );
    assert.equal(statements.filter(({ text }) => /from "users"/.test(text)).length, 1);

    await api.put(`/users/${ids[0]}/auth`, { authType: { email: 'ada@acme.example', username: 'ada' } });
    assert.deepEqual(await names(), [key.name, 'bert@acme.example', 'ada']);

    const narrow = await api.made('/keys', { name: 'Narrow', permissions: ['transaction:list', 'transaction:read'] });
    const calls = house().client(narrow.key, api.realm);
    assert.deepEqual(await names(calls), [key.name, null, null]);

    const own = await aBorrower(house(), api, loan.personId);
    assert.deepEqual(await names(own), [undefined, undefined, undefined]);

    assert.equal((await api.delete(`/users/${ids[0]}`)).status, 200);
    assert.deepEqual(await names(), [key.name, 'bert@acme.example', null]);
    const kept = (await everythingStored(house())).filter(([, text]) => /bert@acme|ada@acme/.test(text));
    assert.deepEqual(kept, [], 'no table keeps a name that can be read');
  });
});

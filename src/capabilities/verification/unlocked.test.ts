// What a type unlocks: for the agent who verified, in that session, of that borrower, for a quarter of an hour.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { standingClock } from '../../../tests/support/clock.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { type SignedIn, signedIn } from '../../../tests/support/signed-in.ts';
import { answersTo, aVerifiable } from '../../../tests/support/verifiable.ts';

describe('what a verified borrower unlocks', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ clock, works: false });
  let api: Client;
  let agent: SignedIn;
  const username = 'ada@acme.example';
  before(async () => {
    api = (await aCompany()).test;
    const permissions = ['person:read', 'verification:create', 'verification:attempt'];
    const { id: role } = await api.made('/roles', { name: 'Agents', permissions });
    const authType = { email: username };
    const user = await api.made('/users', { userType: 'agent', authType, roles: [role] });
    await api.put(`/users/${user.id}/auth`, { authType, password: 'four words of my own' });
    agent = await signedIn(house(), api, username);
  });

  const identities = (by: Pick<Client, 'get'>, personId: string) => by.get(`/people/${personId}?includeIdentity=true`);

  async function verified(personId: string, unlocks: readonly string[]) {
    const { id: verificationTypeId } = await api.made('/verification-types', { unlocks });
    const path = `/people/${personId}/verifications`;
    const { data } = (await agent.post(path, { verificationTypeId })).body;
    const done = await agent.post(`${path}/${data.id}/attempts`, { answers: answersTo(data) });
    assert.equal(done.body.data.status, 'succeeded', JSON.stringify(done.body));
  }

  test('is seen in the session, of the borrower, until the success is no longer current', async () => {
    const [personId, stranger] = [await aVerifiable(api), await aVerifiable(api)];
    assert.equal((await identities(agent, personId)).status, 403);
    await verified(personId, ['person.identity:read']);
    const { status, body } = await identities(agent, personId);
    assert.deepEqual([status, body.data?.identities[0].value], [200, '123-45-6789']);
    assert.equal((await identities(agent, stranger)).status, 403, 'nobody else');
    const again = await signedIn(house(), api, username);
    assert.equal((await identities(again, personId)).status, 403, 'no other session');
    clock.moveOn(14 * 60);
    assert.equal((await identities(agent, personId)).status, 200);
    clock.moveOn(61);
    agent = await signedIn(house(), api, username);
    assert.equal((await identities(agent, personId)).status, 403);
  });

  test('is nothing where the type says nothing', async () => {
    const personId = await aVerifiable(api);
    await verified(personId, []);
    assert.equal((await identities(agent, personId)).status, 403);
  });
});

// Users who are deleted, roles that are, and users who share an address.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { standingClock } from '../../../tests/support/clock.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { aUser, password, type SignedIn, signedIn, signInQuery } from '../../../tests/support/signed-in.ts';

const email = 'ada@example.com';
const newPassword = 'another four words';

describe('a user', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ clock, works: false });
  const post = (path: string, body: object) => house().call(undefined, 'POST', path, { body });
  const renewed = ({ refreshToken }: SignedIn) =>
    house().call(undefined, 'PUT', '/auth/token', { body: { refreshToken } });
  const signIn = (api: Client, given = password, userType: 'agent' | 'borrower' = 'agent') =>
    post(`/auth/token${signInQuery(api, userType)}`, { username: email, password: given });

  test('who is deleted while signed in is nobody within a second; whoever gets the name begins anew', async () => {
    const { test: api } = await aCompany();
    const role = await api.made('/roles', { name: 'Desk', permissions: ['person:list'] });
    const userId = await aUser(house(), api, { email });
    await aUser(house(), api, { email: 'another.owner@example.com' });
    assert.equal((await api.put(`/users/${userId}`, { roles: [role.id] })).status, 200);
    const me = await signedIn(house(), api, email);
    const short = (await me.post('/auth/token/short-lived', { permissions: ['person:list'] })).body.token;
    assert.equal((await me.get('/people')).status, 200);
    const inUse = await api.delete(`/roles/${role.id}`);
    assert.deepEqual([inUse.status, inUse.body.errorType], [409, 'RoleInUse']);
    assert.equal((await api.delete(`/users/${userId}`)).status, 200);
    assert.equal((await api.delete(`/roles/${role.id}`)).status, 200);
    clock.moveOn(1.1);
    assert.equal((await me.get('/people')).status, 401);
    const headers = { authorization: `Bearer ${short}` };
    assert.equal((await house().call(undefined, 'GET', '/people', { headers })).status, 401);
    assert.equal((await renewed(me)).status, 401);
    assert.equal((await me.post('/auth/password', { password, newPassword })).status, 401);
    assert.equal((await signIn(api)).status, 401);
    await aUser(house(), api, { email, withPassword: false });
    assert.equal((await signIn(api)).status, 401, 'the password went with its user');
    assert.equal((await renewed(me)).status, 401);
  });

  test('whose role is taken or narrowed has what is left, within a second, with the same token', async () => {
    const { test: api } = await aCompany();
    const role = await api.made('/roles', { name: 'Desk', permissions: ['person:list', 'person:read'] });
    const userId = await aUser(house(), api, { email });
    await aUser(house(), api, { email: 'another.owner@example.com' });
    assert.equal((await api.put(`/users/${userId}`, { roles: [role.id] })).status, 200);
    const me = await signedIn(house(), api, email);
    const { id } = await api.made('/people', aPerson());
    const statuses = async () => [(await me.get('/people')).status, (await me.get(`/people/${id}`)).status];
    assert.deepEqual(await statuses(), [200, 200]);
    assert.equal((await api.put(`/roles/${role.id}`, { permissions: ['person:list'] })).status, 200);
    clock.moveOn(1.1);
    assert.deepEqual(await statuses(), [200, 403]);
    await api.put(`/users/${userId}`, { roles: [] });
    clock.moveOn(1.1);
    assert.deepEqual(await statuses(), [403, 403]);
  });

  test('of each kind may have one address: an agent and a borrower of it are two, in all they do', async () => {
    const { test: api } = await aCompany();
    const { id: personId } = await api.made('/people', aPerson());
    const agentId = await aUser(house(), api, { email });
    const borrowerId = await aUser(house(), api, { email, userType: 'borrower', role: 'borrower', personId });
    const ask = async (userType: 'agent' | 'borrower') => {
      const path = `/companies/${api.realm.companyId}/auth/send-one-time-code${signInQuery(api, userType)}`;
      await post(path, { username: email });
      const [{ text, userId }] = (await api.get(`/test-mailbox?to=${email}`)).body.data;
      return { code: /\d{6}/.exec(text)?.[0] as string, userId };
    };
    const [ofAgent, ofBorrower] = [await ask('agent'), await ask('borrower')];
    assert.deepEqual([ofAgent.userId, ofBorrower.userId], [agentId, borrowerId]);
    const use = (code: string, userType: 'agent' | 'borrower') =>
      post(`/auth/token${signInQuery(api, userType)}`, { username: email, code });
    if (ofAgent.code !== ofBorrower.code) {
      assert.equal((await use(ofBorrower.code, 'agent')).status, 401, 'a borrower’s code lets no agent in');
      assert.equal((await use(ofAgent.code, 'borrower')).status, 401);
    }
    assert.equal((await use(ofBorrower.code, 'borrower')).status, 200);
    const change = { username: email, password, newPassword };
    assert.equal((await post(`/auth/password${signInQuery(api, 'borrower')}`, change)).status, 200);
    assert.equal((await signIn(api)).status, 200, 'the agent has the old one');
    assert.equal((await signIn(api, newPassword)).status, 401);
    assert.equal((await signIn(api, newPassword, 'borrower')).status, 200);
  });
});

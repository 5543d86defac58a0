import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useHouse } from '../../tests/support/house.ts';
import { listUsersByHand } from './cli-user-list.ts';
import { createUserByHand, disableUserByHand, resetPasswordByHand, signInCodeByHand } from './cli-users.ts';

describe('tenor user', () => {
  const { house, aCompany } = useHouse();

  test('creates an owner or who is asked for, lists all, and disables all but the last owner', async () => {
    const { test: api } = await aCompany();
    const { service } = house();
    const idOf = (said: string): string => said.split(/\s+/)[1] as string;
    const owner = idOf(await createUserByHand(service, api.realm, { email: 'o@acme.example' }));
    const reader = idOf(await createUserByHand(service, api.realm, { email: 'r@acme.example', role: 'readOnly' }));
    const { roleIds } = (await api.get(`/users/${owner}`)).body.data;
    assert.equal((await api.get(`/roles/${roleIds[0]}`)).body.data.defaultRole, 'owner');
    await disableUserByHand(service, api.realm, reader);
    const lines = (await listUsersByHand(service, api.realm)).split('\n');
    assert.equal(lines.length, 2);
    assert.match(lines.join('\n'), new RegExp(`${reader}  test  agent  inactive  \\S+  r@acme.example  RL-`));
    await assert.rejects(disableUserByHand(service, api.realm, owner), { name: 'LastOwner' });
    await assert.rejects(createUserByHand(service, api.realm, { email: 'x@y.example', role: 'nobody' }), /no role/);
    await assert.rejects(createUserByHand(service, api.realm, {}), /--email/);
  });

  test('lets somebody in who is locked out: a code sets a password, what was before lets nobody in', async () => {
    const { test: api } = await aCompany();
    const email = 'locked@acme.example';
    const created = await createUserByHand(house().service, api.realm, { email });
    const query = `?companyId=${api.realm.companyId}&mode=test&userType=agent`;
    const post = (path: string, body: object) => house().call(undefined, 'POST', path + query, { body });
    const reset = async (who: string) =>
      /^code {2}(\d{6})$/m.exec(await resetPasswordByHand(house().service, api.realm, who))?.[1];
    const [first, second] = ['the first of my words', 'another four of them'];
    assert.equal(
      (await post('/auth/password', { username: email, code: await reset(email), newPassword: first })).status,
      200,
    );
    const { token } = (await post('/auth/token', { username: email, password: first })).body;
    const id = created.split(/\s+/)[1] as string;
    const code = await reset(id);
    assert.equal((await post('/auth/token', { username: email, password: first })).status, 401);
    const me = await house().call(undefined, 'GET', '/auth/user', { headers: { authorization: `Bearer ${token}` } });
    assert.equal(me.status, 401);
    assert.equal((await post('/auth/password', { username: email, code, newPassword: second })).status, 200);
    assert.equal((await post('/auth/token', { username: email, password: second })).status, 200);
    await assert.rejects(reset('nobody@acme.example'), { name: 'NotFound' });
  });

  test('lets an owner in whom a setting of the company has locked out', async () => {
    const { test: api } = await aCompany();
    const email = 'owner@acme.example';
    await createUserByHand(house().service, api.realm, { email });
    await api.put('/companies/current', { agentAuthType: 'SAML' });
    const code = /^code {2}(\d{6})$/m.exec(await signInCodeByHand(house().service, api.realm, email))?.[1];
    const path = `/auth/token?companyId=${api.realm.companyId}&mode=test`;
    const signIn = () => house().call(undefined, 'POST', path, { body: { username: email, code } });
    const { token } = (await signIn()).body;
    const headers = { authorization: `Bearer ${token}` };
    const body = { agentAuthType: 'basic' };
    assert.equal((await house().call(undefined, 'PUT', '/companies/current', { body, headers })).status, 200);
    assert.equal((await signIn()).status, 401, 'once');
  });
});

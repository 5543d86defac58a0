import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { aUser, signedIn } from '../../../tests/support/signed-in.ts';

const forbids = ({ status, body }: Answer, permission: string): void => {
  assert.equal(status, 403, JSON.stringify(body));
  assert.equal(body.data.permission, permission);
};
const conflicts = ({ status, body }: Answer, errorType: string): void => {
  assert.equal(status, 409, JSON.stringify(body));
  assert.equal(body.errorType, errorType);
};

describe('nobody hands out what they do not have', () => {
  const { house, aCompany } = useHouse();

  async function aKey(api: Client, permissions: readonly string[]): Promise<Client> {
    const { key } = await api.made('/keys', { name: 'narrow', permissions });
    return house().client(key, api.realm);
  }
  const roleOf = async (api: Client, kind: string): Promise<string> =>
    (await api.get('/roles?limit=100')).body.data.find((role: { defaultRole: string }) => role.defaultRole === kind).id;
  const agent = (email: string, roles: string[]) => ({ userType: 'agent', authType: { email }, roles });

  test('by a role: what it had and what it gets', async () => {
    const { test: api } = await aCompany();
    const narrow = await aKey(api, ['role:create', 'role:update', 'role:delete', 'person:read']);
    forbids(await narrow.post('/roles', { name: 'Wide', permissions: ['person:read', 'loan:create'] }), 'loan:create');
    const own = await narrow.made('/roles', { name: 'Narrow', permissions: ['person:read'] });
    forbids(await narrow.put(`/roles/${own.id}`, { permissions: ['loan:create'] }), 'loan:create');
    const wide = await api.made('/roles', { name: 'Wide', permissions: ['loan:create'] });
    forbids(await narrow.put(`/roles/${wide.id}`, { permissions: [] }), 'loan:create');
    forbids(await narrow.delete(`/roles/${wide.id}`), 'loan:create');
    assert.equal((await narrow.put(`/roles/${own.id}`, { permissions: [] })).status, 200);
    assert.equal((await narrow.delete(`/roles/${own.id}`)).status, 200);
  });

  test('by the roles of a user, nor change a user who may do more', async () => {
    const { test: api } = await aCompany();
    const narrow = await aKey(api, ['user:create', 'user:update', 'user:delete', 'employee:create', 'employee:update']);
    const wide = await api.made('/roles', { name: 'Wide', permissions: ['loan:create'] });
    forbids(await narrow.post('/users', agent('a@a.example', [wide.id])), 'loan:create');
    forbids(await narrow.post('/companies/current/users', agent('a@a.example', [wide.id])), 'loan:create');
    forbids(await narrow.post('/employees', { email: 'a@a.example', roles: [wide.id] }), 'loan:create');
    const user = await narrow.made('/users', agent('a@a.example', []));
    const path = `/users/${user.id}`;
    forbids(await narrow.put(path, { roles: [wide.id] }), 'loan:create');
    forbids(await narrow.put(`${path}/roles/${wide.id}`), 'loan:create');
    forbids(await narrow.put(`/employees/${user.employee.id}`, { roles: [wide.id] }), 'loan:create');
    assert.equal((await api.put(`${path}/roles/${wide.id}`)).status, 200);
    forbids(await narrow.put(path, { status: 'inactive' }), 'loan:create');
    forbids(await narrow.delete(`${path}/roles/${wide.id}`), 'loan:create');
    forbids(await narrow.put(`/employees/${user.employee.id}`, { firstName: 'A' }), 'loan:create');
    forbids(await narrow.delete(path), 'loan:create');
  });

  test('by a key that a person makes who has signed in', async () => {
    const { test: api } = await aCompany();
    const id = await aUser(house(), api, { email: 'k@acme.example', role: 'compliance' });
    const role = await api.made('/roles', { name: 'Keys', permissions: ['key:create', 'person:read'] });
    assert.equal((await api.put(`/users/${id}`, { roles: [role.id] })).status, 200);
    const user = await signedIn(house(), api, 'k@acme.example');
    assert.equal((await user.post('/keys', { name: 'one', permissions: ['person:read'] })).status, 201);
    forbids(await user.post('/keys', { name: 'two', permissions: ['person:list'] }), 'person:list');
    assert.equal((await user.post('/keys', { name: 'all' })).status, 403);
    await aUser(house(), api, { email: 'o@acme.example' });
    const owner = await signedIn(house(), api, 'o@acme.example');
    assert.equal((await owner.post('/keys', { name: 'all' })).status, 201);
  });

  test('with a right that was taken a moment ago', async () => {
    const { test: api } = await aCompany();
    const id = await aUser(house(), api, { email: 'm@acme.example', role: 'compliance' });
    const role = await api.made('/roles', { name: 'Roles', permissions: ['role:create', 'person:read'] });
    await api.put(`/users/${id}`, { roles: [role.id] });
    const user = await signedIn(house(), api, 'm@acme.example');
    await user.post('/roles', { name: 'One', permissions: ['person:read'] });
    await api.put(`/roles/${role.id}`, { permissions: ['role:create'] });
    forbids(await user.post('/roles', { name: 'Two', permissions: ['person:read'] }), 'person:read');
  });

  test('the last active owner stays, however one tries', async () => {
    const { test: api } = await aCompany();
    const owner = await roleOf(api, 'owner');
    const readOnly = await roleOf(api, 'readOnly');
    const [first, last] = [
      await api.made('/users', agent('1@acme.example', [owner])),
      await api.made('/users', agent('2@acme.example', [owner])),
    ];
    assert.equal((await api.put(`/users/${first.id}`, { status: 'inactive' })).status, 200);
    const path = `/users/${last.id}`;
    conflicts(await api.put(path, { status: 'inactive' }), 'LastOwner');
    conflicts(await api.put(path, { roles: [readOnly] }), 'LastOwner');
    conflicts(await api.delete(`${path}/roles/${owner}`), 'LastOwner');
    conflicts(await api.delete(path), 'LastOwner');
    conflicts(await api.put(`/employees/${last.employee.id}`, { status: 'inactive' }), 'LastOwner');
    assert.equal((await api.delete(`/users/${first.id}`)).status, 200, 'who is inactive already may go');
  });

  test('of two last owners who go at once one stays', async () => {
    const { test: api } = await aCompany();
    const owner = await roleOf(api, 'owner');
    const users = [
      await api.made('/users', agent('1@acme.example', [owner])),
      await api.made('/users', agent('2@acme.example', [owner])),
    ];
    const answers = await Promise.all(users.map(({ id }) => api.delete(`/users/${id}`)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  });

  test('a default role can be changed and go back, but for that of owners; one in use is not deleted', async () => {
    const { test: api } = await aCompany();
    const [owner, readOnly] = [await roleOf(api, 'owner'), await roleOf(api, 'readOnly')];
    const before = (await api.get(`/roles/${readOnly}`)).body.data;
    const changed = await api.put(`/roles/${readOnly}`, { permissions: ['person:read'] });
    assert.deepEqual(changed.body.data.permissions, ['person:read']);
    assert.equal(changed.body.data.isChanged, true);
    const back = await api.put(`/roles/${readOnly}`, { permissions: null });
    assert.deepEqual(back.body.data.permissions, before.permissions);
    conflicts(await api.put(`/roles/${owner}`, { permissions: [] }), 'OwnerRole');
    conflicts(await api.delete(`/roles/${owner}`), 'OwnerRole');
    const { id } = await api.made('/users', agent('r@acme.example', [readOnly]));
    conflicts(await api.delete(`/roles/${readOnly}`), 'RoleInUse');
    await api.delete(`/users/${id}`);
    assert.equal((await api.delete(`/roles/${readOnly}`)).status, 200);
    assert.equal((await api.get(`/roles/${readOnly}`)).status, 404);
  });

  test('a default role has what its name says', async () => {
    const { test: api } = await aCompany();
    const may = async (kind: string): Promise<string[]> =>
      (await api.get(`/roles/${await roleOf(api, kind)}`)).body.data.permissions;
    const { total, data } = (await api.get('/permissions?limit=100')).body;
    assert.ok(data.every(({ id }: { id: string }) => /^PM-[A-Z1-9]{4}-[A-Z1-9]{4}$/.test(id)));
    assert.equal(new Set(data.map(({ id }: { id: string }) => id)).size, data.length);
    assert.ok(total === undefined || total >= data.length);
    const reading = await may('readOnly');
    assert.ok(reading.includes('person:read') && reading.includes('loan:list'));
    assert.deepEqual(
      reading.filter((name) => /^key:|:(create|update|delete)/.test(name)),
      [],
    );
    assert.ok((await may('owner')).includes('key:create'));
    const operating = await may('operations');
    assert.ok(operating.includes('loan:chargeoff') && !operating.includes('key:create'));
    assert.ok(!(await may('borrower')).includes('person:list'));
  });
});

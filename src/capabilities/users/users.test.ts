import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { whole } from '#app/capabilities.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';
import { told } from '../../../tests/support/told.ts';
import { rightsOfUser, userByName } from './index.ts';

const agent = (email: string, more: object = {}) => ({ userType: 'agent', authType: { email }, ...more });

async function defaultRole(api: Client, kind: string): Promise<{ id: string; permissions: string[] }> {
  const { body } = await api.get('/roles?limit=100');
  return body.data.find(({ defaultRole }: { defaultRole: string }) => defaultRole === kind);
}

describe('users', () => {
  const { house, aCompany } = useHouse();

  test('are shown as they were made: names, roles, a number, what they sign in with', async () => {
    const { id: companyId, test: api } = await aCompany();
    const { id: roleId } = await defaultRole(api, 'collections');
    const body = agent('Grace.Hopper@ACME.example', {
      externalId: 'hr-1',
      roles: [roleId],
      employee: { firstName: 'Grace', lastName: 'Hopper' },
    });
    const { status, body: answer } = await api.post('/users', body);
    assert.equal(status, 201);
    const { id, userId, employee, createdAt, ...shown } = answer.data;
    assert.match(id, /^UR-/);
    assert.ok(Number.isInteger(userId) && userId > 0 && userId < 2 ** 31);
    assert.match(employee.id, /^EE-/);
    assert.equal(employee.fullName, 'Grace Hopper');
    assert.deepEqual(shown, {
      object: 'user',
      companyId,
      externalId: 'hr-1',
      type: 'agent',
      status: 'active',
      userName: 'Grace.Hopper@acme.example',
      roleIds: [roleId],
      auths: [{ authValueType: 'email', value: 'Grace.Hopper@acme.example' }],
      associatedPersonId: null,
      updatedAt: null,
      deletedAt: null,
    });
    assert.deepEqual((await api.get(`/users/ext-hr-1`)).body.data, answer.data);
    assert.deepEqual((await api.get('/users?userType=agent')).body.data, [answer.data]);
    assert.deepEqual(ids(await api.get('/users?userType=api')), []);
  });

  test('have one mailbox once in a type of users and a company, however it is written', async () => {
    const { test: api, live } = await aCompany();
    const other = await aCompany();
    const first = await api.made('/users', agent('ada@acme.example'));
    const again = await api.post('/users', agent('ADA@acme.example'));
    assert.equal(again.status, 409);
    assert.equal(again.body.errorType, 'UserExists');
    assert.equal(again.body.data.path, 'authType.email');
    await live.made('/users', agent('ada@acme.example'));
    await other.test.made('/users', agent('ada@acme.example'));
    const person = await api.made('/people', aPerson());
    await api.made('/companies/current/users', {
      userType: 'borrower',
      authType: { email: 'ada@acme.example' },
      associatedPersonId: person.id,
    });
    await api.delete(`/users/${first.id}`);
    await api.made('/users', agent('ada@acme.example'));
  });

  test('sign in by a phone however it is written, and are found by it in their own mode only', async () => {
    const { test: api, live } = await aCompany();
    const { service } = house();
    const made = await api.made('/users', { userType: 'agent', authType: { phone: '(317) 555-1212' } });
    assert.equal(made.userName, '+13175551212');
    const asked = { userType: 'agent', nameType: 'phone', name: '+1 317 555 1212' } as const;
    const found = await userByName(service.database.reader(api.realm), service.vault, asked);
    assert.deepEqual(found, { userId: made.id, status: 'active', personId: null });
    assert.equal(await userByName(service.database.reader(live.realm), service.vault, asked), undefined);
  });

  test('of borrowers belong to one person, who has one user, with the default role of borrowers', async () => {
    const { test: api } = await aCompany();
    const person = await api.made('/people', aPerson({ externalId: 'b-1' }));
    const body = { userType: 'borrower', authType: { email: 'b@mail.example' }, associatedPersonId: 'ext-b-1' };
    const made = await api.made('/companies/current/users', body);
    assert.equal(made.associatedPersonId, person.id);
    assert.equal(made.employee, null);
    assert.deepEqual(made.roleIds, [(await defaultRole(api, 'borrower')).id]);
    const second = await api.post('/users', { ...body, authType: { email: 'other@mail.example' } });
    assert.equal(second.status, 409);
    assert.equal(second.body.data.path, 'associatedPersonId');
    refusedAt(await api.post('/users', { ...body, associatedPersonId: null }), 'associatedPersonId');
    refusedAt(await api.post('/users', agent('x@y.example', { associatedPersonId: person.id })), 'associatedPersonId');
    const missing = await api.post('/users', { ...body, associatedPersonId: 'BO-AAAA-AAAA' });
    assert.equal(missing.status, 404);
  });

  test('of borrowers take no role that may more than borrowers', async () => {
    const { test: api } = await aCompany();
    const person = await api.made('/people', aPerson());
    const { id: readOnly } = await defaultRole(api, 'readOnly');
    const body = { userType: 'borrower', authType: { email: 'b@mail.example' }, associatedPersonId: person.id };
    refusedAt(await api.post('/users', { ...body, roles: [readOnly] }), 'roles[0]');
    const empty = await api.made('/roles', { name: 'Nothing', permissions: [] });
    const { id } = await api.made('/users', { ...body, roles: [empty.id] });
    refusedAt(await api.put(`/users/${id}`, { roles: [readOnly] }), 'roles[0]');
    refusedAt(await api.put(`/users/${id}/roles/${readOnly}`), 'roles[0]');
    const wider = await api.put(`/roles/${empty.id}`, { permissions: ['key:create'] });
    assert.equal(wider.status, 409, 'the role cannot grow under the borrower');
    assert.equal(wider.body.errorType, 'RoleInUse');
  });

  test('refuse what is no name to sign in with, by its field', async () => {
    const { test: api } = await aCompany();
    refusedAt(await api.post('/users', agent('nobody')), 'authType.email');
    refusedAt(await api.post('/users', { userType: 'agent', authType: {} }), 'authType');
    refusedAt(await api.post('/users', { userType: 'agent', authType: { phone: '12' } }), 'authType.phone');
    refusedAt(await api.post('/users', { userType: 'robot', authType: { username: 'x' } }), 'userType');
    const unknown = await api.post('/users', agent('x@y.example', { roles: ['RL-AAAA-AAAA'] }));
    assert.equal(unknown.status, 404);
    assert.equal(unknown.body.data.path, 'roles[0]');
  });

  test('may do what their roles say, all of them together, in one statement', async () => {
    const { test: api } = await aCompany();
    const { service } = house();
    const role = await api.made('/roles', { name: 'Charging off', permissions: ['loan:chargeoff', 'person:read'] });
    const { id } = await api.made('/users', agent('a@acme.example', { roles: [role.id] }));
    const may = async () => (await rightsOfUser(service.database.reader(api.realm), id, whole))?.permissions;
    assert.deepEqual([...((await may()) ?? [])].sort(), ['loan:chargeoff', 'loan:chargeoff.reverse', 'person:read']);
    const names = (await api.get(`/users/${id}/permissions`)).body.data.map(({ name }: { name: string }) => name);
    assert.deepEqual(names, ['loan:chargeoff', 'loan:chargeoff.reverse', 'person:read']);
    const other = await api.made('/roles', { name: 'Listing', permissions: ['loan:list'] });
    const added = await api.put(`/users/${id}/roles/${other.id}`);
    assert.deepEqual(added.body.data.roleIds, [role.id, other.id].sort());
    assert.ok((await may())?.has('loan:list'));
    assert.deepEqual(ids(await api.get(`/users/${id}/roles`)).sort(), [role.id, other.id].sort());
    const removed = await api.delete(`/users/${id}/roles/${role.id}`);
    assert.deepEqual(removed.body.data.roleIds, [other.id]);
    assert.deepEqual([...((await may()) ?? [])], ['loan:list']);
  });

  test('that are deleted are gone, with everything that named them', async () => {
    const { test: api } = await aCompany();
    const { service } = house();
    const { id } = await api.made('/users', agent('gone@acme.example', { externalId: 'gone' }));
    const team = await api.made('/teams', { name: 'One', userIds: [id] });
    assert.equal((await api.delete(`/users/${id}`)).status, 200);
    assert.equal((await api.get(`/users/${id}`)).status, 404);
    assert.equal((await api.get('/users/ext-gone')).status, 404);
    assert.deepEqual((await api.get(`/teams/${team.id}`)).body.data.userIds, []);
    const reader = service.database.reader(api.realm);
    assert.equal(await rightsOfUser(reader, id, whole), undefined);
    const rows = await reader.rows(reader.db.selectFrom('users').select('profile_sealed').where('id', '=', id));
    assert.deepEqual(rows, [{ profile_sealed: null }]);
  });

  test('are told of without a name or an address', async () => {
    const { test: api } = await aCompany();
    const role = await api.made('/roles', { name: 'Told', permissions: [] });
    const { id } = await api.made('/users', agent('told@acme.example', { employee: { firstName: 'Zebulon' } }));
    await api.put(`/users/${id}`, { status: 'inactive', roles: [role.id], employee: { lastName: 'Quux' } });
    await api.delete(`/users/${id}`);
    const events = await told(house(), api);
    const types = events.map(({ eventType }) => eventType);
    for (const type of ['role.created', 'user.created', 'user.updated', 'user.role.added', 'user.deleted']) {
      assert.ok(types.includes(type), type);
    }
    assert.doesNotMatch(JSON.stringify(events), /told@|Zebulon|Quux/);
  });

  test('are employees too: the same names, status and roles', async () => {
    const { test: api } = await aCompany();
    const body = { email: 'e@acme.example', phone: '3175551213', firstName: 'Edith', lastName: 'Clarke' };
    const made = await api.made('/employees', { ...body, externalId: 'hr-7' });
    assert.equal(made.phone, '+13175551213');
    const user = (await api.get(`/users/${made.userId}`)).body.data;
    assert.equal(user.type, 'agent');
    assert.equal(user.employee.id, made.id);
    const changed = await api.put('/employees/ext-hr-7', { middleName: 'Lilian', status: 'inactive' });
    assert.equal(changed.body.data.fullName, 'Edith Lilian Clarke');
    assert.equal((await api.get(`/users/${made.userId}`)).body.data.status, 'inactive');
    await api.made('/users', { userType: 'api', authType: { username: 'robot' } });
    assert.deepEqual(ids(await api.get('/employees')), [made.id]);
  });

  test('show the whole employee before 2025-03-26, and since then the names', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/users', agent('v@acme.example'));
    const shown = async (version: string) =>
      (await api.call('GET', `/users/${id}`, { headers: { 'api-version': version } })).body.data.employee;
    assert.deepEqual(Object.keys(await shown('2025-03-26')), [
      'id',
      'object',
      'firstName',
      'middleName',
      'lastName',
      'fullName',
    ]);
    const earlier = await shown('2023-11-29');
    assert.equal(earlier.email, 'v@acme.example');
    assert.deepEqual(earlier.availableAndPermittedTasktypes, []);
    const employee = async (version: string) =>
      (await api.call('GET', `/employees/${earlier.id}`, { headers: { 'api-version': version } })).body.data;
    assert.deepEqual((await employee('2025-03-26')).availableAndPermittedTasktypes, []);
    assert.ok(!('availableAndPermittedTasktypes' in (await employee('2023-11-29'))));
    const set = await api.put(`/employees/${earlier.id}`, { availableAndPermittedTasktypes: ['call'] });
    assert.equal(set.headers['ignored-fields'], 'availableAndPermittedTasktypes');
  });
});

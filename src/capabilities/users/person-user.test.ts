import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aPerson, useHouse } from '../../../tests/support/house.ts';
import { aUser, signedIn } from '../../../tests/support/signed-in.ts';

describe('the user of a borrower', () => {
  const { house, aCompany } = useHouse();
  const userOf = (personId: string) => ({
    userType: 'borrower',
    authType: { email: `${personId}@mail.example` },
    associatedPersonId: personId,
  });

  test('is shown with the borrower, as it is now', async () => {
    const { test: api } = await aCompany();
    const person = await api.made('/people', aPerson());
    const path = `/people/${person.id}`;
    assert.equal((await api.get(path)).body.data.user, null);
    const user = await api.made('/users', userOf(person.id));
    assert.deepEqual((await api.get(path)).body.data.user, user);
    assert.deepEqual((await api.get('/people')).body.data[0].user, user);
    assert.deepEqual((await api.put(path, { status: 'inactive' })).body.data.user, user);
    const changed = (await api.put(`/users/${user.id}`, { status: 'inactive' })).body.data;
    assert.equal(changed.status, 'inactive');
    assert.deepEqual((await api.get(path)).body.data.user, changed);
    const { body } = await api.delete(`/users/${user.id}/roles/${user.roleIds[0]}`);
    assert.deepEqual(body.data.roleIds, []);
    assert.deepEqual((await api.get(path)).body.data.user, body.data);
    await api.delete(`/users/${user.id}`);
    assert.equal((await api.get(path)).body.data.user, null);
  });

  test('is seen by the borrower too', async () => {
    const { test: api } = await aCompany();
    const person = await api.made('/people', aPerson());
    const email = 'own@mail.example';
    const id = await aUser(house(), api, { email, userType: 'borrower', role: 'borrower', personId: person.id });
    const borrower = await signedIn(house(), api, email, { userType: 'borrower' });
    const { status, body } = await borrower.get(`/people/${person.id}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.data.user.id, id);
  });

  test('is erased with the borrower', async () => {
    const { test: api } = await aCompany();
    const { service } = house();
    const person = await api.made('/people', aPerson());
    const { id } = await api.made('/users', userOf(person.id));
    const { outcome } = await erasePersonByHand(service, api.realm, person.id, { evenWithOpenLoans: false });
    assert.equal(outcome, 'erased');
    assert.equal((await api.get(`/users/${id}`)).status, 404);
    const reader = service.database.reader(api.realm);
    const kept = await reader.rows(
      reader.db.selectFrom('users').select(['profile_sealed', 'status']).where('id', '=', id),
    );
    assert.deepEqual(kept, [{ profile_sealed: null, status: 'inactive' }]);
    assert.deepEqual(await reader.rows(reader.db.selectFrom('user_names').selectAll().where('user_id', '=', id)), []);
    const again = await api.post('/users', userOf(person.id));
    assert.equal(again.status, 404, 'and no other user is made of an erased person');
  });
});

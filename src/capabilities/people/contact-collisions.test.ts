// A borrower has a phone number or an email address once, however it is written.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collides, readContact, useBorrowers } from '../../../tests/support/contacts.ts';
import { anAddress, anEmail, aPerson, aPhone } from '../../../tests/support/house.ts';

describe('a value that a borrower has already', () => {
  const aBorrower = useBorrowers();

  test('in whatever way it is written', async () => {
    const { api, contacts } = await aBorrower();
    await api.made(contacts, aPhone());
    await api.made(contacts, anEmail());
    for (const value of ['3175551212', '(317) 555-1212', '+1 317.555.1212', '1-317-555-1212']) {
      collides(await api.post(contacts, aPhone({ value, label: 'home', status: 'secondary' })));
    }
    for (const value of ['ADA@example.com', ' ada@EXAMPLE.COM ', 'Ada@Example.com']) {
      collides(await api.post(contacts, anEmail({ value, affiliation: 'spouse' })));
    }
    assert.equal((await api.get(contacts)).body.total, 2);
    // Another borrower may have the same value, and an address does not count as a value.
    const { id } = await api.made('/people', aPerson());
    await api.made(`/people/${id}/contacts`, aPhone());
    await api.made(contacts, anAddress());
    await api.made(contacts, anAddress());
  });

  test('on update and on clone as well', async () => {
    const { api, contacts } = await aBorrower();
    await api.made(contacts, anEmail({ value: 'one@example.com' }));
    const two = await api.made(contacts, anEmail({ value: 'two@example.com', externalId: 'two' }));
    collides(await api.put(`${contacts}/${two.id}`, { value: 'ONE@example.com' }));
    collides(await api.post(`${contacts}/${two.id}/clone`, { value: 'ONE@example.com' }));
    const kept = await readContact(api, `${contacts}/${two.id}`);
    assert.deepEqual(kept, two, 'a refused clone leaves the contact as it was');
    assert.equal((await api.put(`${contacts}/${two.id}`, { value: 'TWO@example.com' })).status, 200);
  });

  test('an archived one does not count until it comes back', async () => {
    const { api, contacts } = await aBorrower();
    const first = await api.made(contacts, aPhone());
    await api.put(`${contacts}/${first.id}`, { status: 'archived' });
    const second = await api.made(contacts, aPhone());
    await api.made(contacts, aPhone({ status: 'archived' }));
    collides(await api.put(`${contacts}/${first.id}`, { status: 'secondary' }));
    await api.delete(`${contacts}/${second.id}`);
    assert.equal((await api.put(`${contacts}/${first.id}`, { status: 'secondary' })).status, 200);
  });

  test('of several at once one is made', async () => {
    const { api, contacts } = await aBorrower();
    const values = ['3175551212', '(317) 555-1212', '+13175551212', '+1 317 555 1212'];
    const answers = await Promise.all(values.map((value) => api.post(contacts, aPhone({ value }))));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400)) collides(answer);
    assert.equal((await api.get(contacts)).body.total, 1);
  });
});

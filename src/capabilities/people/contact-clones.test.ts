// A contact is cloned over HTTP: the copy takes its place, and the contact is archived. Resource shapes 3.3.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collides, noDisconnection, readContact, useBorrowers } from '../../../tests/support/contacts.ts';
import { anAddress, aPhone } from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';

describe('cloning a contact', () => {
  const aBorrower = useBorrowers();

  test('the copy has all properties, the contact is archived and gives up its external id', async () => {
    const { api, contacts } = await aBorrower();
    const made = await api.made(
      contacts,
      aPhone({
        externalId: 'c-1',
        name: 'Ada',
        affiliation: 'spouse',
        verified: true,
        receiveTextMessages: true,
        powerOfAttorney: true,
        phoneDisconnectionDetails: { disconnectionStatus: 'connected' },
      }),
    );
    await api.made('/test-clock', { now: '2030-01-01T00:00:00Z' });
    const now = '2030-01-01T00:00:00.000000+00:00';
    const answer = await api.call('POST', `${contacts}/${made.id}/clone`);
    assert.equal(answer.status, 201);
    const clone = answer.body.data;
    assert.notEqual(clone.id, made.id);
    assert.deepEqual(clone, { ...made, id: clone.id, createdAt: now });
    assert.deepEqual(await readContact(api, `${contacts}/ext-c-1`), clone);
    const archived = { ...made, status: 'archived', externalId: null, updatedAt: now };
    assert.deepEqual(await readContact(api, `${contacts}/${made.id}`), archived);
    assert.deepEqual(ids(await api.get(contacts)), [clone.id]);
    assert.deepEqual(ids(await api.get(`${contacts}?includeArchived=true`)), [clone.id, made.id]);
  });

  test('what is sent is changed in the copy only', async () => {
    const { api, contacts } = await aBorrower();
    const made = await api.made(contacts, anAddress({ externalId: 'c-1', status: 'primary' }));
    const sent = { externalId: 'c-2', status: 'secondary', label: 'work', address: { city: 'Gary' }, valid: false };
    const clone = await api.made(`${contacts}/ext-c-1/clone`, sent);
    assert.deepEqual(clone, {
      ...made,
      ...sent,
      id: clone.id,
      address: { ...made.address, id: clone.address.id, city: 'Gary' },
      createdAt: clone.createdAt,
    });
    const { address } = await readContact(api, `${contacts}/${made.id}`);
    assert.deepEqual(address, made.address);
    await api.made(contacts, aPhone({ externalId: 'c-1' }));
  });

  test('a copy without an external id leaves it free', async () => {
    const { api, contacts } = await aBorrower();
    await api.made(contacts, aPhone({ externalId: 'c-1' }));
    assert.equal((await api.made(`${contacts}/ext-c-1/clone`, { externalId: null })).externalId, null);
    assert.equal((await api.get(`${contacts}/ext-c-1`)).status, 404);
  });

  test('a copy may be of another type, and takes nothing along that belongs to the old one', async () => {
    const { api, contacts } = await aBorrower();
    const phoneDisconnectionDetails = { disconnectionStatus: 'disconnected' };
    const made = await api.made(contacts, aPhone({ name: 'Ada', phoneDisconnectionDetails }));
    refusedAt(await api.post(`${contacts}/${made.id}/clone`, { contactType: 'email' }), 'value');
    const path = `${contacts}/${made.id}/clone`;
    const clone = await api.made(path, { contactType: 'email', value: 'ada@example.com' });
    assert.equal(clone.contactType, 'email');
    assert.equal(clone.value, 'ada@example.com');
    assert.equal(clone.name, 'Ada');
    assert.deepEqual(clone.phoneDisconnectionDetails, noDisconnection);
  });

  test('of clones made at once one is made, the others collide', async () => {
    const { api, contacts } = await aBorrower();
    const { id } = await api.made(contacts, aPhone({ externalId: 'c-1' }));
    const answers = await Promise.all([1, 2, 3].map(() => api.post(`${contacts}/${id}/clone`, { status: 'primary' })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400)) collides(answer);
    assert.equal((await api.get(contacts)).body.total, 1);
  });
});

// Contacts are changed and deleted over HTTP. Resource shapes 3.3.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noDisconnection, readContact, useBorrowers } from '../../../tests/support/contacts.ts';
import { anAddress, anEmail, aPerson, aPhone } from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';

describe('contacts', () => {
  const aBorrower = useBorrowers();

  describe('changing', () => {
    test('what is not sent stays', async () => {
      const { api, contacts } = await aBorrower();
      for (const body of [aPhone({ name: 'Ada', externalId: 'c-1', receiveTextMessages: true }), anAddress()]) {
        const { id } = await api.made(contacts, body);
        const before = await readContact(api, `${contacts}/${id}`);
        const answer = await api.put(`${contacts}/${id}`, {});
        assert.equal(answer.status, 200);
        assert.notEqual(answer.body.data.updatedAt, null);
        assert.deepEqual({ ...(await readContact(api, `${contacts}/${id}`)), updatedAt: null }, before);
      }
    });

    test('each field changes alone', async () => {
      const { api, contacts } = await aBorrower();
      const { id } = await api.made(contacts, aPhone());
      const changes = {
        label: 'work',
        affiliation: 'spouse',
        status: 'secondary',
        externalId: 'c-9',
        name: 'Byron',
        value: '+13175551299',
        valid: false,
        verified: true,
        authorizedThirdParty: true,
        powerOfAttorney: true,
      };
      let expected = await readContact(api, `${contacts}/${id}`);
      for (const [field, value] of Object.entries(changes)) {
        const { body } = await api.put(`${contacts}/${id}`, { [field]: value });
        expected = { ...expected, [field]: value, updatedAt: body.data.updatedAt };
        assert.deepEqual(body.data, expected, field);
      }
      assert.deepEqual(await readContact(api, `${contacts}/${id}`), expected);
    });

    test('null clears what may be empty, and nothing else', async () => {
      const { api, contacts } = await aBorrower();
      const phone = await api.made(contacts, aPhone({ name: 'Ada', externalId: 'c-1', receiveTextMessages: true }));
      const path = `${contacts}/${phone.id}`;
      const sent = { name: null, externalId: null, receiveTextMessagesLastConsentAt: null, address: null };
      const { data } = (await api.put(path, sent)).body;
      assert.deepEqual(data, {
        ...phone,
        name: null,
        externalId: null,
        receiveTextMessagesLastConsentAt: null,
        updatedAt: data.updatedAt,
      });
      refusedAt(await api.put(path, { value: null }), 'value');
      refusedAt(await api.put(path, { label: null }), 'label');
      refusedAt(await api.put(path, { valid: null }), 'valid');
      const address = await api.made(contacts, anAddress());
      refusedAt(await api.put(`${contacts}/${address.id}`, { address: null }), 'address');
      assert.equal((await api.put(`${contacts}/${address.id}`, { value: null })).status, 200);
    });

    test('an address changes by its parts', async () => {
      const { api, contacts } = await aBorrower();
      const { id } = await api.made(contacts, anAddress());
      await api.put(`${contacts}/${id}`, { address: { addressLine2: 'Apt 4', city: null } });
      const { address } = await readContact(api, `${contacts}/${id}`);
      assert.equal(address.addressLine1, '12 Main St');
      assert.equal(address.addressLine2, 'Apt 4');
      assert.equal(address.city, null);
      assert.equal(address.state, 'IN');
      refusedAt(await api.put(`${contacts}/${id}`, { address: { state: 'Ontario' } }), 'address.state');
      await api.put(`${contacts}/${id}`, { address: { state: 'Ontario', country: 'CA', postalCode: 'K1A 0B1' } });
      assert.equal((await readContact(api, `${contacts}/${id}`)).address.state, 'Ontario');
    });

    test('the type cannot change, but may be named', async () => {
      const { api, contacts } = await aBorrower();
      const { id } = await api.made(contacts, aPhone());
      refusedAt(await api.put(`${contacts}/${id}`, { contactType: 'email', value: 'a@b.co' }), 'contactType');
      assert.equal((await api.put(`${contacts}/${id}`, { contactType: 'phone' })).status, 200);
      refusedAt(await api.put(`${contacts}/${id}`, { address: { city: 'Gary' } }), 'address');
    });

    test('a contact that is read can be sent back as it is', async () => {
      const { api, contacts } = await aBorrower();
      for (const body of [aPhone(), anEmail(), anAddress()]) {
        const { id } = await api.made(contacts, body);
        const before = await readContact(api, `${contacts}/${id}`);
        const answer = await api.put(`${contacts}/${id}`, before);
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        assert.deepEqual({ ...answer.body.data, updatedAt: null }, before);
      }
    });

    test('the moment of consent is that of the first yes, unless another is sent', async () => {
      const { api, contacts } = await aBorrower();
      const { id } = await api.made(contacts, aPhone());
      const put = async (now: string, body: object) => {
        await api.made('/test-clock', { now });
        return (await api.put(`${contacts}/${id}`, body)).body.data.receiveTextMessagesLastConsentAt;
      };
      const day = (n: number) => `2030-01-0${n}T00:00:00.000000+00:00`;
      assert.equal(await put(day(1), { receiveTextMessages: false }), null);
      assert.equal(await put(day(2), { receiveTextMessages: true }), day(2));
      assert.equal(await put(day(3), { receiveTextMessages: true }), day(2));
      assert.equal(await put(day(4), { receiveTextMessages: false }), day(2));
      assert.equal(await put(day(5), { receiveTextMessages: true }), day(5));
      assert.equal(await put(day(6), { receiveTextMessagesLastConsentAt: '2029-12-31T19:00:00-05:00' }), day(1));
      assert.equal(await put(day(7), { receiveTextMessagesLastConsentAt: null }), null);
      const made = await api.made(contacts, aPhone({ value: '+13175551299', receiveTextMessages: true }));
      assert.equal(made.receiveTextMessagesLastConsentAt, day(7));
    });

    test('what is known of a disconnected phone changes by its parts, under either name', async () => {
      const { api, contacts } = await aBorrower();
      const { id } = await api.made(contacts, aPhone());
      const put = async (body: object) =>
        (await api.put(`${contacts}/${id}`, body)).body.data.phoneDisconnectionDetails;
      assert.deepEqual(await put({ phoneDisconnectDetails: { disconnectionStatus: 'disconnected' } }), {
        ...noDisconnection,
        disconnectionStatus: 'disconnected',
      });
      const both = { disconnectionStatus: 'disconnected', lastDisconnectCheckDate: '2026-01-01' };
      assert.deepEqual(await put({ phoneDisconnectionDetails: { lastDisconnectCheckDate: '2026-01-01' } }), {
        ...noDisconnection,
        ...both,
      });
      assert.deepEqual(await put({ phoneDisconnectionDetails: { disconnectionStatus: null } }), {
        ...noDisconnection,
        lastDisconnectCheckDate: '2026-01-01',
      });
      assert.deepEqual(await put({ phoneDisconnectionDetails: null }), noDisconnection);
      // A client that sends every field is not refused for an email contact.
      await api.made(contacts, anEmail({ phoneDisconnectionDetails: noDisconnection }));
    });

    test('the external id is unique among contacts, and free again once cleared', async () => {
      const { api, personId, contacts } = await aBorrower();
      // A borrower may have the same external id, because it is another kind of object.
      const first = await api.made(contacts, aPhone({ externalId: 'crm-1' }));
      const second = await api.made(contacts, anEmail());
      const other = await api.made('/people', aPerson());
      for (const answer of [
        await api.post(contacts, anAddress({ externalId: 'crm-1' })),
        await api.post(`/people/${other.id}/contacts`, anAddress({ externalId: 'crm-1' })),
        await api.put(`${contacts}/${second.id}`, { externalId: 'crm-1' }),
        await api.post(`${contacts}/${second.id}/clone`, { externalId: 'crm-1' }),
      ]) {
        assert.equal(answer.status, 409);
        assert.match(answer.body.message, /^Duplicate external ID/);
      }
      assert.equal((await api.get(`/people/ext-crm-1/contacts/ext-crm-1`)).body.data.id, first.id);
      assert.equal((await api.get(`/people/${other.id}/contacts/ext-crm-1`)).status, 404);
      await api.put(`${contacts}/ext-crm-1`, { externalId: null });
      assert.equal((await api.get(`/people/${personId}/contacts/ext-crm-1`)).status, 404);
      assert.equal((await api.put(`${contacts}/${second.id}`, { externalId: 'crm-1' })).status, 200);
    });
  });

  describe('deleting', () => {
    test('is for good, frees value and external id, and cursors that name it still work', async () => {
      const { api, contacts } = await aBorrower();
      const made: string[] = [];
      for (let i = 0; i < 4; i++) {
        made.push((await api.made(contacts, aPhone({ value: `+1317555121${i}`, externalId: `c-${i}` }))).id);
      }
      const [first, second, third, fourth] = made as [string, string, string, string];
      const answer = await api.delete(`${contacts}/${third}`);
      assert.equal(answer.status, 200);
      assert.equal(answer.body.status, 200);
      for (const gone of [
        await api.get(`${contacts}/${third}`),
        await api.get(`${contacts}/ext-c-2`),
        await api.put(`${contacts}/${third}`, { valid: false }),
        await api.delete(`${contacts}/${third}`),
        await api.post(`${contacts}/${third}/clone`, {}),
      ]) {
        assert.equal(gone.status, 404);
        assert.equal(gone.body.data.path, 'contactId');
      }
      assert.deepEqual(ids(await api.get(`${contacts}?includeArchived=true`)), [fourth, second, first]);
      assert.deepEqual(ids(await api.get(`${contacts}?startingAfter=${third}`)), [second, first]);
      assert.deepEqual(ids(await api.get(`${contacts}?endingBefore=${third}`)), [fourth]);
      const sorted = await api.get(`${contacts}?sortBy=externalId&startingAfter=${third}`);
      assert.deepEqual(ids(sorted), [fourth]);
      await api.made(contacts, aPhone({ value: '+13175551212', externalId: 'c-2' }));
    });

    test('a cursor of another borrower is none of this list', async () => {
      const { api, contacts } = await aBorrower();
      const { id } = await api.made('/people', aPerson());
      const other = await api.made(`/people/${id}/contacts`, aPhone());
      for (const cursor of [other.id, 'CT-AAAA-AAAA', 'x']) {
        const answer = await api.get(`${contacts}?startingAfter=${cursor}`);
        assert.equal(answer.status, 400);
        assert.equal(answer.body.errorType, 'UnknownCursor');
      }
    });
  });
});

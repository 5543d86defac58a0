// Contacts over HTTP: resource-shapes.md 3.3, specification 2.4 and 4.3.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Answer,
  anAddress,
  anEmail,
  aPerson,
  aPhone,
  type Client,
  useHouse,
} from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';

const noDisconnection = { disconnectionStatus: null, lastDisconnectCheckDate: null, lastKnownConnectionDate: null };

function collides(answer: Answer): void {
  refusedAt(answer, 'value', 'ContactCollision');
  assert.equal(answer.body.message, 'collision detected');
}

describe('contacts', () => {
  const { aCompany } = useHouse();

  async function aBorrower() {
    const { id: companyId, test: api } = await aCompany();
    const { id: personId } = await api.made('/people', aPerson({ externalId: 'crm-1' }));
    return { api, companyId, personId, contacts: `/people/${personId}/contacts` };
  }

  const read = async (api: Client, path: string) => (await api.get(path)).body.data;

  describe('creating', () => {
    test('a contact with only type, label and value gets every field and default', async () => {
      const { api, companyId, personId, contacts } = await aBorrower();
      await api.made('/test-clock', { now: '2026-03-02T15:04:05.120344Z' });
      const body = { contactType: 'email', label: 'work', value: 'Ada@Example.COM' };
      const answer = await api.post(contacts, body);
      assert.equal(answer.status, 201);
      const { id, ...rest } = answer.body.data;
      assert.match(id, /^CT-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
      assert.deepEqual(rest, {
        object: 'contact',
        externalId: null,
        companyId,
        personId,
        contactType: 'email',
        label: 'work',
        affiliation: 'self',
        status: 'additional',
        name: null,
        value: 'Ada@example.com',
        address: null,
        valid: true,
        verified: false,
        receiveTextMessages: false,
        receiveTextMessagesLastConsentAt: null,
        authorizedThirdParty: false,
        powerOfAttorney: false,
        phoneDisconnectionDetails: noDisconnection,
        createdAt: '2026-03-02T15:04:05.120344+00:00',
        updatedAt: null,
        deletedAt: null,
      });
      assert.deepEqual(await read(api, `${contacts}/${id}`), answer.body.data);
    });

    test('a contact with everything is given back as sent', async () => {
      const { api, contacts } = await aBorrower();
      const sent = {
        contactType: 'phone',
        label: 'military',
        affiliation: 'parent',
        status: 'secondary',
        externalId: 'c-1',
        name: 'Anne Isabella 🙂',
        value: '+13175551212',
        valid: false,
        verified: true,
        receiveTextMessages: true,
        receiveTextMessagesLastConsentAt: '2020-01-01T00:00:00.000000+00:00',
        authorizedThirdParty: true,
        powerOfAttorney: true,
        phoneDisconnectionDetails: {
          disconnectionStatus: 'disconnected',
          lastDisconnectCheckDate: '2026-01-01',
          lastKnownConnectionDate: '2025-12-31',
        },
      };
      const { id } = await api.made(contacts, sent);
      const shown = await read(api, `${contacts}/ext-c-1`);
      assert.equal(shown.id, id);
      for (const [field, value] of Object.entries(sent)) assert.deepEqual(shown[field], value, field);
    });

    test('an address has all its parts, and an id of its own', async () => {
      const { api, contacts } = await aBorrower();
      const address = {
        addressLine1: '12 Main St',
        addressLine2: 'Apt 4',
        city: 'Indianapolis',
        countyOrRegion: 'Marion',
        state: 'indiana',
        postalCode: '462041234',
        country: 'USA',
        POBox: 'PO Box 7',
      };
      const made = await api.made(contacts, anAddress({ address }));
      assert.equal(made.value, null);
      assert.deepEqual(
        { ...made.address, id: null },
        { id: null, object: 'address', ...address, state: 'IN', postalCode: '46204-1234', country: 'US' },
      );
      assert.equal(typeof made.address.id, 'string');
      const short = await api.made(contacts, anAddress({ address: { city: 'Gary' } }));
      assert.deepEqual(
        { ...short.address, id: null },
        {
          id: null,
          object: 'address',
          addressLine1: null,
          addressLine2: null,
          city: 'Gary',
          countyOrRegion: null,
          state: null,
          postalCode: null,
          country: 'US',
          POBox: null,
        },
      );
    });

    test('phones are kept in E.164, emails with a domain in lower case', async () => {
      const { api, contacts } = await aBorrower();
      const kept = async (body: object) => (await api.made(contacts, body)).value;
      assert.equal(await kept(aPhone({ value: '(317) 555-1212' })), '+13175551212');
      assert.equal(await kept(aPhone({ value: '317.555.1213' })), '+13175551213');
      assert.equal(await kept(aPhone({ value: '+44 20 7946 0958' })), '+442079460958');
      assert.equal(await kept(anEmail({ value: '  Ada.Lovelace@EXAMPLE.com ' })), 'Ada.Lovelace@example.com');
      assert.equal(await kept(anEmail({ value: 'пример@почта.рф' })), 'пример@почта.рф');
    });

    test('what a contact cannot be is refused by field', async () => {
      const { api, contacts } = await aBorrower();
      const cases: [path: string, body: object][] = [
        ['contactType', { label: 'personal', value: 'a@b.co' }],
        ['contactType', anEmail({ contactType: 'fax' })],
        ['label', { contactType: 'email', value: 'a@b.co' }],
        ['label', aPhone({ label: 'mobile' })],
        ['affiliation', aPhone({ affiliation: 'stranger' })],
        ['status', aPhone({ status: 'tertiary' })],
        ['value', { contactType: 'email', label: 'work' }],
        ['value', anEmail({ value: null })],
        ['value', anEmail({ value: '' })],
        ['value', anEmail({ value: 'ada@' })],
        ['value', anEmail({ value: ['ada@example.com'] })],
        ['value', aPhone({ value: 3175551212 })],
        ['value', aPhone({ value: '12' })],
        ['value', aPhone({ value: 'call me' })],
        ['value', aPhone({ value: '317-555-1212 x5' })],
        ['value', aPhone({ value: '9'.repeat(321) })],
        ['value', anAddress({ value: 'x' })],
        ['address', anEmail({ address: { city: 'Gary' } })],
        ['address', anAddress({ address: null })],
        ['address', { contactType: 'address', label: 'home' }],
        ['address', anAddress({ address: {} })],
        ['address', anAddress({ address: '12 Main St' })],
        ['address.state', anAddress({ address: { city: 'Gary', state: 'ZZ' } })],
        ['address.postalCode', anAddress({ address: { city: 'Gary', postalCode: '1' } })],
        ['address.country', anAddress({ address: { city: 'Gary', country: 'Nowhere' } })],
        ['address.city', anAddress({ address: { city: 7 } })],
        ['address.city', anAddress({ address: { city: 'x'.repeat(256) } })],
        ['address.city', anAddress({ address: { city: 'Ga\nry' } })],
        ['name', aPhone({ name: 'x'.repeat(201) })],
        ['valid', aPhone({ valid: 1 })],
        ['verified', aPhone({ verified: null })],
        ['receiveTextMessages', aPhone({ receiveTextMessages: 'yes' })],
        ['receiveTextMessagesLastConsentAt', aPhone({ receiveTextMessagesLastConsentAt: 'today' })],
        ['externalId', aPhone({ externalId: 'ext-1' })],
        ['externalId', aPhone({ externalId: 'x'.repeat(256) })],
        [
          'phoneDisconnectionDetails.lastDisconnectCheckDate',
          aPhone({ phoneDisconnectionDetails: { lastDisconnectCheckDate: 'x' } }),
        ],
        ['phoneDisconnectionDetails', anEmail({ phoneDisconnectionDetails: { disconnectionStatus: 'x' } })],
        ['phoneDisconnectDetails', anAddress({ phoneDisconnectDetails: { disconnectionStatus: 'x' } })],
      ];
      for (const [path, body] of cases) refusedAt(await api.post(contacts, body), path);
      const { body } = await api.post(contacts, anEmail({ value: 'secret secret' }));
      assert.ok(!JSON.stringify(body).includes('secret'), 'a refusal never repeats the value');
      assert.equal((await api.get(`${contacts}?includeArchived=true`)).body.total, 0);
    });

    test('with validate=false an address is taken as it is', async () => {
      const { api, contacts } = await aBorrower();
      const odd = { addressLine1: 'Sólheimar 1', state: 'ZZ', postalCode: '1', country: 'Nowhere' };
      refusedAt(await api.post(`${contacts}?validate=true`, anAddress({ address: odd })), 'address.country');
      const made = await api.made(`${contacts}?validate=false`, anAddress({ address: odd }));
      for (const [part, value] of Object.entries(odd)) assert.equal(made.address[part], value, part);
      refusedAt(await api.post(`${contacts}?validate=no`, anAddress()), 'validate');
      // A later change of another field does not check the address again; a change of the address checks all of it.
      const valid = await api.put(`${contacts}/${made.id}`, { valid: false });
      assert.equal(valid.status, 200, JSON.stringify(valid.body));
      assert.deepEqual(valid.body.data.address, made.address);
      assert.equal((await api.post(`${contacts}/${made.id}/clone`, { status: 'secondary' })).status, 201);
      refusedAt(await api.put(`${contacts}/${made.id}`, { address: { city: 'Gary' } }), 'address.country');
      const lenient = await api.put(`${contacts}/${made.id}?validate=false`, { address: { city: 'Gary' } });
      assert.equal(lenient.body.data.address.city, 'Gary');
      assert.equal(lenient.body.data.address.state, 'ZZ');
    });

    test('a form gives the same contact as JSON does', async () => {
      const { api, contacts } = await aBorrower();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = 'contactType=address&label=home&address[city]=Gary&address.postalCode=01234&valid=false&name=';
      const answer = await api.call('POST', contacts, { headers, body });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      assert.equal(answer.body.data.address.postalCode, '01234');
      assert.equal(answer.body.data.valid, false);
      assert.equal(answer.body.data.name, null);
    });
  });

  describe('one value stands once with a borrower', () => {
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
      const kept = await read(api, `${contacts}/${two.id}`);
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

  describe('changing', () => {
    test('what is not sent stays', async () => {
      const { api, contacts } = await aBorrower();
      for (const body of [aPhone({ name: 'Ada', externalId: 'c-1', receiveTextMessages: true }), anAddress()]) {
        const { id } = await api.made(contacts, body);
        const before = await read(api, `${contacts}/${id}`);
        const answer = await api.put(`${contacts}/${id}`, {});
        assert.equal(answer.status, 200);
        assert.notEqual(answer.body.data.updatedAt, null);
        assert.deepEqual({ ...(await read(api, `${contacts}/${id}`)), updatedAt: null }, before);
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
      let expected = await read(api, `${contacts}/${id}`);
      for (const [field, value] of Object.entries(changes)) {
        const { body } = await api.put(`${contacts}/${id}`, { [field]: value });
        expected = { ...expected, [field]: value, updatedAt: body.data.updatedAt };
        assert.deepEqual(body.data, expected, field);
      }
      assert.deepEqual(await read(api, `${contacts}/${id}`), expected);
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
      const { address } = await read(api, `${contacts}/${id}`);
      assert.equal(address.addressLine1, '12 Main St');
      assert.equal(address.addressLine2, 'Apt 4');
      assert.equal(address.city, null);
      assert.equal(address.state, 'IN');
      refusedAt(await api.put(`${contacts}/${id}`, { address: { state: 'Ontario' } }), 'address.state');
      await api.put(`${contacts}/${id}`, { address: { state: 'Ontario', country: 'CA', postalCode: 'K1A 0B1' } });
      assert.equal((await read(api, `${contacts}/${id}`)).address.state, 'Ontario');
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
        const before = await read(api, `${contacts}/${id}`);
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

  describe('cloning', () => {
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
      assert.deepEqual(await read(api, `${contacts}/ext-c-1`), clone);
      const archived = { ...made, status: 'archived', externalId: null, updatedAt: now };
      assert.deepEqual(await read(api, `${contacts}/${made.id}`), archived);
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
      const { address } = await read(api, `${contacts}/${made.id}`);
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
      const answers = await Promise.all(
        [1, 2, 3].map(() => api.post(`${contacts}/${id}/clone`, { status: 'primary' })),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400]);
      for (const answer of answers.filter(({ status }) => status === 400)) collides(answer);
      assert.equal((await api.get(contacts)).body.total, 1);
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

  describe('lists', () => {
    async function someContacts() {
      const { api, contacts } = await aBorrower();
      const make = async (body: object) => (await api.made(contacts, body)).id as string;
      return {
        api,
        contacts,
        email: await make(anEmail()),
        workEmail: await make(anEmail({ value: 'ada@work.example', label: 'work', status: 'secondary' })),
        phone: await make(aPhone({ receiveTextMessages: true })),
        parent: await make(aPhone({ value: '+13175551213', affiliation: 'parent', status: 'additional' })),
        attorney: await make(aPhone({ value: '+13175551214', affiliation: 'attorney', label: 'work' })),
        archived: await make(anAddress({ status: 'archived' })),
        address: await make(anAddress()),
      };
    }

    test('hold the contacts, newest first, but not the archived ones and those of an attorney', async () => {
      const made = await someContacts();
      const { api, contacts, address, parent, phone, workEmail, email, attorney, archived } = made;
      const list = await api.get(contacts);
      assert.deepEqual(Object.keys(list.body), ['status', 'total', 'count', 'nextUrl', 'previousUrl', 'data']);
      assert.equal(list.body.total, 5);
      assert.deepEqual(ids(list), [address, parent, phone, workEmail, email]);
      assert.deepEqual(list.body.data[2], (await api.get(`${contacts}/${phone}`)).body.data);
      const all = [address, archived, attorney, parent, phone, workEmail, email];
      assert.deepEqual(ids(await api.get(`${contacts}?includeArchived=true&includeLegal=true`)), all);
      assert.deepEqual(ids(await api.get(`${contacts}?includeArchived=true`)), all.toSpliced(2, 1));
      assert.deepEqual(ids(await api.get(`${contacts}?includeLegal=true`)), all.toSpliced(1, 1));
    });

    test('are narrowed by every filter', async () => {
      const made = await someContacts();
      const { api, contacts } = made;
      const cases: [query: string, found: (keyof typeof made)[]][] = [
        ['contactType=email', ['workEmail', 'email']],
        ['contactType=address', ['address']],
        ['contactType=address&includeArchived=true', ['address', 'archived']],
        ['affiliation=parent', ['parent']],
        ['affiliation=attorney', ['attorney']],
        ['label=work', ['workEmail']],
        ['label=work&includeLegal=true', ['attorney', 'workEmail']],
        ['status=secondary', ['workEmail']],
        ['status=archived', ['archived']],
        ['status=primary&contactType=phone', ['phone']],
        ['receiveTextMessages=true', ['phone']],
        ['receiveTextMessages=false&contactType=phone', ['parent']],
        ['collidesWithEmail=ADA%40Example.com', ['email']],
        ['collidesWithEmail=nobody%40example.com', []],
        ['collidesWithPhone=(317)%20555-1213', ['parent']],
        ['collidesWithPhone=%2B13175551214', []],
        ['collidesWithPhone=%2B13175551214&includeLegal=true', ['attorney']],
      ];
      for (const [query, found] of cases) {
        const list = await api.get(`${contacts}?${query}`);
        assert.equal(list.status, 200, JSON.stringify(list.body));
        assert.deepEqual(
          ids(list),
          found.map((name) => made[name]),
          query,
        );
        assert.equal(list.body.total, found.length, query);
      }
      for (const [path, value] of [
        ['contactType', 'fax'],
        ['affiliation', 'x'],
        ['label', 'mobile'],
        ['status', 'x'],
        ['receiveTextMessages', 'yes'],
        ['includeArchived', '1'],
        ['collidesWithEmail', 'x'],
        ['collidesWithPhone', 'x'],
        ['sortBy', 'value'],
      ] as const) {
        refusedAt(await api.get(`${contacts}?${path}=${value}`), path);
      }
    });

    test('are sorted and paged', async () => {
      const { api, contacts, address, parent, phone, workEmail, email } = await someContacts();
      const sorted = ids(await api.get(`${contacts}?sortBy=contactType,-label`));
      assert.deepEqual(sorted, [address, workEmail, email, parent, phone]);
      const seen: string[] = [];
      for (let url: string | null = `${contacts}?limit=2&sortBy=contactType,-label`; url !== null; ) {
        const page: Answer = await api.get(url);
        seen.push(...ids(page));
        url = page.body.nextUrl;
      }
      assert.deepEqual(seen, sorted);
    });

    test('a case that does not exist is not found', async () => {
      const { api, contacts } = await aBorrower();
      const { id } = await api.made(contacts, aPhone());
      for (const answer of [
        await api.post(contacts, anEmail({ caseId: 'CS-AAAA-AAAA' })),
        await api.put(`${contacts}/${id}`, { caseId: 'ext-case' }),
        await api.post(`${contacts}/${id}/clone`, { caseId: 'ext-case' }),
      ]) {
        assert.equal(answer.status, 404);
        assert.equal(answer.body.data.path, 'caseId');
      }
    });
  });
});

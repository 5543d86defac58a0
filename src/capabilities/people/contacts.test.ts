// Contacts are created over HTTP: every field and default, and what is refused. Resource shapes 3.3, specification 2.4.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noDisconnection, readContact, useBorrowers } from '../../../tests/support/contacts.ts';
import { anAddress, anEmail, aPhone } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';

describe('creating a contact', () => {
  const aBorrower = useBorrowers();

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
      legalRepresentativeId: null,
      status: 'additional',
      name: null,
      value: 'Ada@example.com',
      address: null,
      valid: true,
      verified: false,
      confirmedAt: null,
      receiveTextMessages: false,
      receiveTextMessagesLastConsentAt: null,
      authorizedThirdParty: false,
      powerOfAttorney: false,
      employerPermits: null,
      providedByBorrower: null,
      onDoNotCallRegistry: null,
      reassignedCheckedAt: null,
      transferNoticeDate: null,
      usedByPriorCollector: null,
      phoneDisconnectionDetails: noDisconnection,
      createdAt: '2026-03-02T15:04:05.120344+00:00',
      updatedAt: null,
      deletedAt: null,
    });
    assert.deepEqual(await readContact(api, `${contacts}/${id}`), answer.body.data);
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
    const shown = await readContact(api, `${contacts}/ext-c-1`);
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
      {
        id: null,
        object: 'address',
        ...address,
        state: 'IN',
        postalCode: '46204-1234',
        country: 'US',
        countyFips: null,
      },
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
        countyFips: null,
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

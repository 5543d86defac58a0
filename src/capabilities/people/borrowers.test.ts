// Borrowers are created over HTTP: every field and default, and what is refused. Resource shapes 3.1,
// specification 2.2 and 2.13.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newest, readBorrower } from '../../../tests/support/borrowers.ts';
import { aBusiness, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { setClock } from '../../../tests/support/test-clock.ts';

describe('creating a borrower', () => {
  const { aCompany } = useHouse();

  test('a person with only a name gets every field and default', async () => {
    const { id: companyId, test: api } = await aCompany();
    await setClock(api, '2026-03-02T15:04:05.120344Z');
    const at = '2026-03-02T15:04:05.120344+00:00';
    const body = { name: { firstName: 'Ada', lastName: 'Lovelace' } };
    const made = await api.call('POST', '/people', { ...newest, body });
    assert.equal(made.status, 201);
    assert.equal(made.body.status, 201);
    const { id, name, ...rest } = made.body.data;
    assert.match(id, /^BO-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    assert.match(name.id, /^BN-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    assert.deepEqual(
      { ...name, id: undefined },
      {
        id: undefined,
        object: 'name',
        prefix: null,
        firstName: 'Ada',
        middleName: null,
        lastName: 'Lovelace',
        maidenLastName: null,
        suffix: null,
        preferredFirstName: null,
        current: true,
        status: 'active',
        source: 'lender',
        effectiveAt: at,
        originalValue: {},
        createdAt: at,
        updatedAt: null,
        deletedAt: null,
      },
    );
    assert.deepEqual(rest, {
      object: 'person',
      companyId,
      displayId: id,
      externalId: null,
      borrowerType: 'person',
      status: 'active',
      statusUpdatedAt: at,
      collectionsIntensity: 'normal',
      dateOfBirth: null,
      businessDetails: null,
      commPreferences: { statementDeliveryChannels: [], sendRemindersWhenCurrent: true, language: null },
      identities: [],
      monitorStartDate: '2026-03-02',
      metaData: null,
      user: null,
      createdAt: at,
      updatedAt: null,
      deletedAt: null,
      erasedAt: null,
    });
    assert.deepEqual(await readBorrower(api, id), made.body.data);
  });

  test('a person with everything is given back as sent', async () => {
    const { test: api } = await aCompany();
    const name = {
      prefix: 'Dr.',
      firstName: 'Zoë',
      middleName: 'King',
      lastName: "O'Brien-Núñez",
      maidenLastName: 'Byron',
      suffix: 'Jr.',
      preferredFirstName: '王伟 🙂',
    };
    const sent = {
      borrowerType: 'person',
      externalId: 'crm-20417',
      status: 'inactive',
      collectionsIntensity: 'heavy',
      metaData: { branch: 'north' },
      commPreferences: {
        statementDeliveryChannels: ['email', 'mail'],
        sendRemindersWhenCurrent: false,
        language: 'es',
      },
      dateOfBirth: '1980-02-29',
    };
    const made = await api.made('/people', { ...sent, name }, { 'api-version': '2025-03-26' });
    const { borrowerType: _, name: shown, ...rest } = await readBorrower(api, made.id);
    for (const [field, value] of Object.entries(name)) assert.equal(shown[field], value, field);
    for (const [field, value] of Object.entries(sent)) {
      if (field !== 'borrowerType') assert.deepEqual(rest[field], value, field);
    }
    assert.equal(rest.displayId, 'crm-20417');
    assert.equal(rest.statusUpdatedAt, rest.createdAt);
  });

  test('a business has its details, no name and no birthday, and is still an object person', async () => {
    const { test: api } = await aCompany();
    const businessDetails = {
      businessType: 'LLC',
      businessName: 'Analytical Engines',
      businessLegalName: 'Analytical Engines LLC',
      incorporatedCountry: 'US',
      incorporatedState: 'DE',
    };
    const made = await api.made('/people', { borrowerType: 'business', businessDetails });
    const shown = await readBorrower(api, made.id);
    assert.equal(shown.object, 'person');
    assert.equal(shown.borrowerType, 'business');
    assert.deepEqual(shown.businessDetails, businessDetails);
    assert.equal(shown.name, null);
    assert.equal(shown.dateOfBirth, null);
    const bare = await readBorrower(api, (await api.made('/people', aBusiness())).id);
    assert.deepEqual(bare.businessDetails, {
      businessType: null,
      businessName: 'Analytical Engines',
      businessLegalName: null,
      incorporatedCountry: null,
      incorporatedState: null,
    });
  });

  test('the identity becomes the primary one, masked in the answer and inside the borrower', async () => {
    const { test: api } = await aCompany();
    const identity = { identityType: 'SSN', value: '123-45-6789' };
    const made = await api.made('/people', aPerson({ identity }));
    assert.equal(made.identities.length, 1);
    assert.match(made.identities[0].value, /^[a-z0-9]{20}$/);
    assert.equal(made.identities[0].isPrimary, true);
    assert.deepEqual((await api.get(`/people/${made.id}`)).body.data.identities, made.identities);
    const shown = (await api.get(`/people/${made.id}?includeIdentity=true`)).body.data.identities;
    assert.deepEqual(shown, [{ ...made.identities[0], value: '123-45-6789' }]);
  });

  test('what a borrower cannot be is refused by field', async () => {
    const { test: api } = await aCompany();
    const cases: [path: string, body: object][] = [
      ['name', {}],
      ['name', { name: null }],
      ['name', { name: 'Ada' }],
      ['name.firstName', { name: { lastName: 'Lovelace' } }],
      ['name.lastName', { name: { firstName: 'Ada', lastName: null } }],
      ['name.firstName', aPerson({ name: { firstName: 7, lastName: 'Lovelace' } })],
      ['name.suffix', aPerson({ name: { firstName: 'Ada', lastName: 'Lovelace', suffix: 'Senior' } })],
      ['businessDetails', { borrowerType: 'business' }],
      ['businessDetails.businessName', { borrowerType: 'business', businessDetails: {} }],
      ['name', aBusiness(aPerson())],
      ['dateOfBirth', aBusiness({ dateOfBirth: '1990-01-01' })],
      ['businessDetails', aPerson({ businessDetails: { businessName: 'x' } })],
      ['borrowerType', aPerson({ borrowerType: 'robot' })],
      ['status', aPerson({ status: 'asleep' })],
      ['dateOfBirth', aPerson({ dateOfBirth: '1990-02-30' })],
      ['externalId', aPerson({ externalId: '' })],
      ['externalId', aPerson({ externalId: 'ext-1' })],
      ['externalId', aPerson({ externalId: 'x'.repeat(256) })],
      ['externalId', aPerson({ externalId: 7 })],
      ['commPreferences.sendRemindersWhenCurrent', aPerson({ commPreferences: { sendRemindersWhenCurrent: 'no' } })],
      [
        'commPreferences.statementDeliveryChannels[1]',
        aPerson({ commPreferences: { statementDeliveryChannels: ['email', 'pigeon'] } }),
      ],
      ['identity.identityType', aPerson({ identity: { value: '123456789' } })],
      ['identity.value', aPerson({ identity: { identityType: 'SSN' } })],
      ['identity.value', aPerson({ identity: { identityType: 'SSN', value: '12345' } })],
      ['identity.customIdentityTypeName', aPerson({ identity: { identityType: 'custom', value: 'A1' } })],
    ];
    for (const [path, body] of cases) refusedAt(await api.post('/people', body), path);
    const body = aPerson({ collectionsIntensity: null });
    refusedAt(await api.post('/people', body, { 'api-version': '2025-03-26' }), 'collectionsIntensity');
    assert.equal((await api.get('/people')).body.total, 0);
  });

  test('the name of a suffix has five characters, however many bytes they take', async () => {
    const { test: api } = await aCompany();
    const name = { firstName: 'Ada', lastName: 'Lovelace', suffix: '🙂🙂🙂🙂🙂' };
    assert.equal((await api.made('/people', { name })).name.suffix, '🙂🙂🙂🙂🙂');
  });

  test('a full date-time is taken as the date that is written', async () => {
    const { test: api } = await aCompany();
    const made = await api.made('/people', aPerson({ dateOfBirth: '1980-02-29T23:00:00-10:00' }));
    assert.equal(made.dateOfBirth, '1980-02-29');
  });

  test('a date of birth has come: one of tomorrow is refused by name, in the zone of the company', async () => {
    const { test: api } = await aCompany({ timezone: 'Pacific/Honolulu' });
    // In Honolulu it is still the first of March.
    await setClock(api, '2026-03-02T09:00:00Z');
    for (const dateOfBirth of ['0001-01-01', '2026-03-01']) {
      const { id } = await api.made('/people', aPerson({ dateOfBirth }));
      assert.equal((await readBorrower(api, id)).dateOfBirth, dateOfBirth);
      refusedAt(await api.put(`/people/${id}`, { dateOfBirth: '2026-03-02' }), 'dateOfBirth');
      assert.equal((await api.put(`/people/${id}`, { dateOfBirth })).status, 200);
    }
    for (const dateOfBirth of ['2026-03-02', '9999-12-31']) {
      refusedAt(await api.post('/people', aPerson({ dateOfBirth })), 'dateOfBirth');
    }
  });

  test('monitoring starts on the day of creation in the zone of the company', async () => {
    const { test: honolulu } = await aCompany({ timezone: 'Pacific/Honolulu' });
    const { test: kiritimati } = await aCompany({ timezone: 'Pacific/Kiritimati' });
    const dayAt = async (api: Client, now: string) => {
      await setClock(api, now);
      return (await api.made('/people', aPerson())).monitorStartDate;
    };
    assert.equal(await dayAt(honolulu, '2026-03-02T09:59:59.999999Z'), '2026-03-01');
    assert.equal(await dayAt(honolulu, '2026-03-02T10:00:00Z'), '2026-03-02');
    assert.equal(await dayAt(kiritimati, '2026-03-02T09:59:59.999999Z'), '2026-03-02');
    assert.equal(await dayAt(kiritimati, '2026-03-02T10:00:00Z'), '2026-03-03');
  });

  test('what is unknown is ignored and named', async () => {
    const { test: api } = await aCompany();
    const made = await api.post('/people', aPerson({ nickname: 'x', name: { ...aPerson().name, title: 'y' } }));
    assert.equal(made.status, 201);
    assert.deepEqual(made.headers['ignored-fields']?.split(/,\s*/).sort(), ['name.title', 'nickname']);
  });

  test('a form gives the same borrower as JSON does', async () => {
    const { test: api } = await aCompany();
    const form = [
      'name[firstName]=Ada',
      'name.lastName=0123',
      'name[middleName]=',
      'dateOfBirth=1990-12-10',
      'identity[identityType]=SSN',
      'identity[value]=123456789',
      'identity[valid]=false',
      'commPreferences[sendRemindersWhenCurrent]=false',
      'commPreferences[statementDeliveryChannels][]=email',
      'metaData[branch]=north',
      'externalId=',
    ].join('&');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await api.call('POST', '/people', { body: form, headers });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const made = answer.body.data;
    assert.equal(made.name.firstName, 'Ada');
    assert.equal(made.name.lastName, '0123');
    assert.equal(made.name.middleName, '');
    assert.equal(made.dateOfBirth, '1990-12-10');
    assert.equal(made.externalId, null);
    assert.equal(made.identities[0].valid, false);
    assert.deepEqual(made.commPreferences, {
      statementDeliveryChannels: ['email'],
      sendRemindersWhenCurrent: false,
      language: null,
    });
    assert.deepEqual(made.metaData, { branch: 'north' });
    const { value } = (await api.get(`/people/${made.id}/identity`)).body.data;
    assert.equal(value, '123456789');
  });
});

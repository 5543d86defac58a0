// Borrowers over HTTP: resource-shapes.md 3.1, specification 2.1, 2.2, 2.13, 4.3 and 8.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aBusiness, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';

const newest = { headers: { 'api-version': '2025-03-26' } };
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;

const freeze = (api: Client, now: string) => api.made('/test-clock', { now });
const read = async (api: Client, id: string) => (await api.call('GET', `/people/${id}`, newest)).body.data;

describe('borrowers', () => {
  const { house, aCompany } = useHouse();

  describe('creating', () => {
    test('a person with only a name gets every field and default', async () => {
      const { id: companyId, test: api } = await aCompany();
      await freeze(api, '2026-03-02T15:04:05.120344Z');
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
        statusUpdatedAt: null,
        collectionsIntensity: 'normal',
        dateOfBirth: null,
        businessDetails: null,
        commPreferences: { statementDeliveryChannels: [], sendRemindersWhenCurrent: true },
        identities: [],
        monitorStartDate: '2026-03-02',
        metaData: null,
        user: null,
        createdAt: at,
        updatedAt: null,
        deletedAt: null,
        erasedAt: null,
      });
      assert.deepEqual(await read(api, id), made.body.data);
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
        commPreferences: { statementDeliveryChannels: ['email', 'mail'], sendRemindersWhenCurrent: false },
        dateOfBirth: '1980-02-29',
      };
      const made = await api.made('/people', { ...sent, name });
      const { borrowerType: _, name: shown, ...rest } = await read(api, made.id);
      for (const [field, value] of Object.entries(name)) assert.equal(shown[field], value, field);
      for (const [field, value] of Object.entries(sent)) {
        if (field !== 'borrowerType') assert.deepEqual(rest[field], value, field);
      }
      assert.equal(rest.displayId, 'crm-20417');
      assert.equal(rest.statusUpdatedAt, null);
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
      const shown = await read(api, made.id);
      assert.equal(shown.object, 'person');
      assert.equal(shown.borrowerType, 'business');
      assert.deepEqual(shown.businessDetails, businessDetails);
      assert.equal(shown.name, null);
      assert.equal(shown.dateOfBirth, null);
      const bare = await read(api, (await api.made('/people', aBusiness())).id);
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
        ['collectionsIntensity', aPerson({ collectionsIntensity: null })],
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

    test('the first and the last date there are, are kept', async () => {
      const { test: api } = await aCompany();
      for (const dateOfBirth of ['0001-01-01', '9999-12-31']) {
        const { id } = await api.made('/people', aPerson({ dateOfBirth }));
        assert.equal((await read(api, id)).dateOfBirth, dateOfBirth);
      }
    });

    test('monitoring starts on the day of creation in the zone of the company', async () => {
      const { test: honolulu } = await aCompany({ timezone: 'Pacific/Honolulu' });
      const { test: kiritimati } = await aCompany({ timezone: 'Pacific/Kiritimati' });
      const dayAt = async (api: Client, now: string) => {
        await freeze(api, now);
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
      });
      assert.deepEqual(made.metaData, { branch: 'north' });
      const { value } = (await api.get(`/people/${made.id}/identity`)).body.data;
      assert.equal(value, '123456789');
    });
  });

  describe('external ids', () => {
    test('a duplicate is a 409 with the words that clients look for, on create and on update', async () => {
      const { test: api, live } = await aCompany();
      await api.made('/people', aPerson({ externalId: 'crm-1' }));
      const other = await api.made('/people', aPerson({ externalId: 'crm-2' }));
      for (const answer of [
        await api.post('/people', aPerson({ externalId: 'crm-1' })),
        await api.put(`/people/${other.id}`, { externalId: 'crm-1' }),
      ]) {
        assert.equal(answer.status, 409);
        assert.match(answer.body.message, /^Duplicate external ID/);
        assert.equal(answer.body.data.path, 'externalId');
      }
      assert.equal((await api.get('/people')).body.total, 2);
      // The other mode and other companies have their own.
      await live.made('/people', aPerson({ externalId: 'crm-1' }));
      await (await aCompany()).test.made('/people', aPerson({ externalId: 'crm-1' }));
    });

    test('of twenty at once one borrower gets it', async () => {
      const { test: api } = await aCompany();
      const made = await Promise.all(
        Array.from({ length: 20 }, () => api.post('/people', aPerson({ externalId: 'x' }))),
      );
      assert.deepEqual(made.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)]);
    });

    test('null clears it, and it can be given again at once', async () => {
      const { test: api } = await aCompany();
      const first = await api.made('/people', aPerson({ externalId: 'crm-1' }));
      const cleared = await api.put(`/people/ext-crm-1`, { externalId: null });
      assert.equal(cleared.body.data.externalId, null);
      assert.equal(cleared.body.data.displayId, first.id);
      assert.equal((await api.get('/people/ext-crm-1')).status, 404);
      const second = await api.made('/people', aPerson({ externalId: 'crm-1' }));
      assert.equal((await api.get('/people/ext-crm-1')).body.data.id, second.id);
    });

    test('it can be changed, to itself as well', async () => {
      const { test: api } = await aCompany();
      const { id } = await api.made('/people', aPerson({ externalId: 'a' }));
      assert.equal((await api.put(`/people/${id}`, { externalId: 'a' })).body.data.displayId, 'a');
      assert.equal((await api.put(`/people/${id}`, { externalId: 'b' })).body.data.displayId, 'b');
      assert.equal((await api.get('/people/ext-b')).body.data.id, id);
      assert.equal((await api.get('/people/ext-a')).status, 404);
      await api.made('/people', aPerson({ externalId: 'a' }));
    });

    test('any text names the borrower in a path, percent-encoded', async () => {
      const { test: api } = await aCompany();
      const texts = [
        'a/b',
        'a b',
        'ü',
        '王伟',
        '🙂'.repeat(255),
        '50%',
        'a?b#c',
        '..',
        'EXT-1',
        "'; drop table people",
      ];
      for (const externalId of texts) {
        const { id } = await api.made('/people', aPerson({ externalId }));
        const path = `/people/${encodeURIComponent(`ext-${externalId}`)}`;
        assert.equal((await api.get(path)).body.data?.id, id, externalId);
        assert.equal((await api.get(`${path}/contacts`)).status, 200, externalId);
        assert.equal((await api.put(path, { status: 'inactive' })).body.data?.id, id, externalId);
      }
    });

    test('a path that names nobody is a 404 that says so', async () => {
      const { test: api } = await aCompany();
      for (const reference of ['BO-AAAA-AAAA', 'ext-nobody', 'ext-', '12345', 'x', '%F0%9F%99%82']) {
        const answer = await api.get(`/people/${reference}`);
        assert.equal(answer.status, 404, reference);
        assert.equal(answer.body.errorType, 'NotFound');
        assert.equal(answer.body.data.path, 'personId');
        assert.equal((await api.put(`/people/${reference}`, {})).status, 404, reference);
      }
    });
  });

  describe('changing', () => {
    test('what is not sent stays, and nothing but updatedAt changes with an empty body', async () => {
      const { test: api } = await aCompany();
      const { id } = await api.made(
        '/people',
        aPerson({
          externalId: 'crm-1',
          dateOfBirth: '1990-12-10',
          metaData: { a: 1 },
          commPreferences: { statementDeliveryChannels: ['email'], sendRemindersWhenCurrent: false },
          identity: { identityType: 'SSN', value: '123456789' },
        }),
      );
      const before = await read(api, id);
      const answer = await api.call('PUT', `/people/${id}`, { ...newest, body: {} });
      assert.equal(answer.status, 200);
      assert.match(answer.body.data.updatedAt, moment);
      assert.deepEqual({ ...answer.body.data, updatedAt: null }, before);
      assert.deepEqual(await read(api, id), answer.body.data);
      assert.equal((await api.call('PUT', `/people/${id}`)).status, 200);
    });

    test('objects change by the parts that are sent, metadata is replaced, null clears', async () => {
      const { test: api } = await aCompany();
      const { id } = await api.made(
        '/people',
        aPerson({
          name: { firstName: 'Ada', middleName: 'King', lastName: 'Byron', suffix: 'Sr.' },
          dateOfBirth: '1990-12-10',
          metaData: { a: 1, b: 2 },
          commPreferences: { statementDeliveryChannels: ['email'], sendRemindersWhenCurrent: false },
        }),
      );
      await api.put(`/people/${id}`, {
        name: { lastName: 'Lovelace', suffix: null },
        commPreferences: { statementDeliveryChannels: ['mail'] },
        metaData: { c: 3 },
      });
      const changed = await read(api, id);
      assert.equal(changed.name.firstName, 'Ada');
      assert.equal(changed.name.middleName, 'King');
      assert.equal(changed.name.lastName, 'Lovelace');
      assert.equal(changed.name.suffix, null);
      assert.match(changed.name.updatedAt, moment);
      assert.deepEqual(changed.commPreferences, {
        statementDeliveryChannels: ['mail'],
        sendRemindersWhenCurrent: false,
      });
      assert.deepEqual(changed.metaData, { c: 3 });
      assert.equal(changed.dateOfBirth, '1990-12-10');
      await api.put(`/people/${id}`, { dateOfBirth: null, metaData: null });
      const cleared = await read(api, id);
      assert.equal(cleared.dateOfBirth, null);
      assert.equal(cleared.metaData, null);
    });

    test('business details change by their parts', async () => {
      const { test: api } = await aCompany();
      const { id } = await api.made('/people', aBusiness());
      await api.put(`/people/${id}`, { businessDetails: { businessType: 'LLC' } });
      const { businessDetails } = await read(api, id);
      assert.equal(businessDetails.businessType, 'LLC');
      assert.equal(businessDetails.businessName, 'Analytical Engines');
    });

    test('the moment of a status is that of its last change', async () => {
      const { test: api } = await aCompany();
      const { id } = await api.made('/people', aPerson());
      const put = async (now: string, status: string) => {
        await freeze(api, now);
        return (await api.put(`/people/${id}`, { status })).body.data.statusUpdatedAt;
      };
      assert.equal(await put('2030-01-01T00:00:00Z', 'active'), null);
      assert.equal(await put('2030-01-02T00:00:00Z', 'inactive'), '2030-01-02T00:00:00.000000+00:00');
      assert.equal(await put('2030-01-03T00:00:00Z', 'inactive'), '2030-01-02T00:00:00.000000+00:00');
      assert.equal(await put('2030-01-04T00:00:00Z', 'active'), '2030-01-04T00:00:00.000000+00:00');
      assert.equal((await read(api, id)).statusUpdatedAt, '2030-01-04T00:00:00.000000+00:00');
    });

    test('type and what belongs to it cannot change', async () => {
      const { test: api } = await aCompany();
      const { id } = await api.made('/people', aPerson());
      const { id: businessId } = await api.made('/people', aBusiness());
      refusedAt(await api.put(`/people/${id}`, { borrowerType: 'business' }), 'borrowerType');
      refusedAt(await api.put(`/people/${id}`, { name: null }), 'name');
      refusedAt(await api.put(`/people/${id}`, { name: { firstName: null } }), 'name.firstName');
      refusedAt(await api.put(`/people/${id}`, { name: { firstName: '' } }), 'name.firstName');
      refusedAt(await api.put(`/people/${id}`, { businessDetails: { businessName: 'x' } }), 'businessDetails');
      refusedAt(await api.put(`/people/${businessId}`, { name: { firstName: 'Ada' } }), 'name');
      refusedAt(await api.put(`/people/${businessId}`, { dateOfBirth: '1990-01-01' }), 'dateOfBirth');
      refusedAt(await api.put(`/people/${businessId}`, { businessDetails: null }), 'businessDetails');
      // Clients send back what they have read.
      const { status } = await api.put(`/people/${id}`, {
        borrowerType: 'person',
        businessDetails: null,
        identity: null,
      });
      assert.equal(status, 200);
    });

    test('a borrower that is read can be sent back as it is', async () => {
      const { test: api } = await aCompany();
      for (const body of [aPerson({ dateOfBirth: '1990-12-10' }), aBusiness()]) {
        const { id } = await api.made('/people', body);
        const before = await read(api, id);
        const { status, body: after } = await api.call('PUT', `/people/${id}`, { ...newest, body: before });
        assert.equal(status, 200, JSON.stringify(after));
        const name = before.name && { ...before.name, updatedAt: after.data.name.updatedAt };
        assert.deepEqual({ ...after.data, updatedAt: null }, { ...before, name });
      }
    });

    test('a case that does not exist is not found, and no case is no case', async () => {
      const { test: api } = await aCompany();
      const { id } = await api.made('/people', aPerson());
      const answer = await api.put(`/people/${id}`, { caseId: 'CS-AAAA-AAAA', status: 'inactive' });
      assert.equal(answer.status, 404);
      assert.equal(answer.body.data.path, 'caseId');
      assert.equal((await read(api, id)).status, 'active');
      assert.equal((await api.put(`/people/${id}`, { caseId: null })).status, 200);
    });

    test('changes made at once are all made', async () => {
      const { test: api } = await aCompany();
      const { id } = await api.made('/people', aPerson());
      const changes = [
        { dateOfBirth: '1990-12-10' },
        { status: 'inactive' },
        { collectionsIntensity: 'light' },
        { externalId: 'crm-1' },
        { metaData: { a: 1 } },
        { name: { middleName: 'King' } },
        { name: { suffix: 'Jr.' } },
        { commPreferences: { sendRemindersWhenCurrent: false } },
        { commPreferences: { statementDeliveryChannels: ['text'] } },
      ];
      const answers = await Promise.all(changes.map((change) => api.put(`/people/${id}`, change)));
      for (const { status } of answers) assert.equal(status, 200);
      const after = await read(api, id);
      assert.equal(after.dateOfBirth, '1990-12-10');
      assert.equal(after.status, 'inactive');
      assert.equal(after.collectionsIntensity, 'light');
      assert.equal(after.externalId, 'crm-1');
      assert.deepEqual(after.metaData, { a: 1 });
      assert.equal(after.name.middleName, 'King');
      assert.equal(after.name.suffix, 'Jr.');
      assert.deepEqual(after.commPreferences, {
        statementDeliveryChannels: ['text'],
        sendRemindersWhenCurrent: false,
      });
    });

    test('the preferences have one order of names, in answers to writes and reads', async () => {
      const { test: api } = await aCompany();
      const body = JSON.stringify(
        aPerson({ commPreferences: { sendRemindersWhenCurrent: true, statementDeliveryChannels: ['email'] } }),
      );
      const headers = { 'content-type': 'application/json' };
      const { body: made } = await api.call('POST', '/people', { body, headers });
      const order = ['statementDeliveryChannels', 'sendRemindersWhenCurrent'];
      assert.deepEqual(Object.keys(made.data.commPreferences), order);
      assert.deepEqual(Object.keys((await read(api, made.data.id)).commPreferences), order);
      const put = await api.put(`/people/${made.data.id}`, { commPreferences: { sendRemindersWhenCurrent: false } });
      assert.deepEqual(Object.keys(put.body.data.commPreferences), order);
    });
  });

  describe('metadata', () => {
    const textOf = (key: string, path: string) =>
      house()
        .app.inject({ method: 'GET', url: `/api${path}`, headers: { 'x-api-key': key } })
        .then(({ body }) => body);

    test('is given back unchanged to the last digit', async () => {
      const { test: api } = await aCompany();
      const kept = '{"b":12.500000000000000001,"a":9007199254740993,"1":"x","deep":{"list":[1.5,null,true,"é🙂"]}}';
      const name = '"name":{"firstName":"Ada","lastName":"Lovelace"}';
      const headers = { 'content-type': 'application/json' };
      const made = await api.call('POST', '/people', { headers, body: `{${name},"metaData":${kept}}` });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const { id } = made.body.data;
      for (const path of [`/people/${id}`, '/people', '/people/search?firstName=Ada']) {
        const text = await textOf(api.key, path);
        for (const part of ['"b":12.500000000000000001', '"a":9007199254740993', '[1.5,null,true,"é🙂"]']) {
          assert.ok(text.includes(part), `${path} has no ${part}: ${text}`);
        }
      }
      // A change of something else leaves it alone.
      await api.put(`/people/${id}`, { status: 'inactive' });
      assert.ok((await textOf(api.key, `/people/${id}`)).includes('12.500000000000000001'));
    });

    test('is taken under both spellings, but not under both at once', async () => {
      const { test: api } = await aCompany();
      const made = await api.made('/people', aPerson({ metadata: { a: 1 } }));
      assert.deepEqual(made.metaData, { a: 1 });
      assert.deepEqual((await api.put(`/people/${made.id}`, { metadata: { b: 2 } })).body.data.metaData, { b: 2 });
      const both = await api.post('/people', aPerson({ metaData: {}, metadata: {} }));
      assert.equal(both.status, 400);
    });

    test('over a limit is refused by the key that breaks it', async () => {
      const { test: api } = await aCompany();
      const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
      const post = (metaData: unknown) => api.post('/people', aPerson({ metaData }));
      assert.equal((await post(keys(50))).status, 201);
      refusedAt(await post(keys(51)), 'metaData.k50', 'InvalidMetaData');
      assert.equal((await post({ ['🙂'.repeat(100)]: '🙂'.repeat(500) })).status, 201);
      refusedAt(await post({ note: 'x'.repeat(501) }), 'metaData.note', 'InvalidMetaData');
      const longName = await post({ ['x'.repeat(101)]: 1 });
      refusedAt(longName, longName.body.data.path, 'InvalidMetaData');
      assert.match(longName.body.data.path, /^metaData\.x{50}/);
      refusedAt(await post([]), 'metaData');
    });
  });

  describe('lists', () => {
    async function someBorrowers() {
      const { test: api, live } = await aCompany();
      const person = await api.made('/people', aPerson({ externalId: 'a', collectionsIntensity: 'light' }));
      const business = await api.made('/people', aBusiness({ externalId: 'c', collectionsIntensity: 'heavy' }));
      const inactive = await api.made('/people', aPerson({ status: 'inactive', externalId: 'b' }));
      return { api, live, person: person.id, business: business.id, inactive: inactive.id };
    }

    test('hold all borrowers of the realm, newest first, in the list envelope', async () => {
      const { api, live, person, business, inactive } = await someBorrowers();
      const list = await api.get('/people');
      assert.deepEqual(Object.keys(list.body), ['status', 'total', 'count', 'nextUrl', 'previousUrl', 'data']);
      assert.deepEqual(
        { ...list.body, data: null },
        { status: 200, total: 3, count: 3, nextUrl: null, previousUrl: null, data: null },
      );
      assert.deepEqual(ids(list), [inactive, business, person]);
      assert.deepEqual(list.body.data[2], (await api.get(`/people/${person}`)).body.data);
      assert.deepEqual(ids(await live.get('/people')), []);
    });

    test('are narrowed by status, type and ids', async () => {
      const { api, person, business, inactive } = await someBorrowers();
      assert.deepEqual(ids(await api.get('/people?status=inactive')), [inactive]);
      assert.deepEqual(ids(await api.get('/people?status=active')), [business, person]);
      assert.deepEqual(ids(await api.get('/people?borrowerType=business')), [business]);
      assert.deepEqual(ids(await api.get('/people?borrowerType=person&status=active')), [person]);
      assert.deepEqual(ids(await api.get(`/people?ids=${person},${business},BO-AAAA-AAAA`)), [business, person]);
      assert.deepEqual(ids(await api.get(`/people?ids=${person}&ids=${inactive}`)), [inactive, person]);
      assert.deepEqual(ids(await api.get('/people?ids=')), []);
      refusedAt(await api.get('/people?status=asleep'), 'status');
      refusedAt(await api.get('/people?borrowerType=robot'), 'borrowerType');
      refusedAt(await api.get('/people?limit=0'), 'limit');
      refusedAt(await api.get('/people?limit=101'), 'limit');
      refusedAt(await api.get('/people?limit=99999999999999999999'), 'limit');
      refusedAt(await api.get('/people?limit=ten'), 'limit');
    });

    test('are sorted by the fields asked for', async () => {
      const { api, person, business, inactive } = await someBorrowers();
      assert.deepEqual(ids(await api.get('/people?sortBy=externalId')), [person, inactive, business]);
      assert.deepEqual(ids(await api.get('/people?sortBy=-externalId')), [business, inactive, person]);
      assert.deepEqual(ids(await api.get('/people?sortBy=createdAt')), [person, business, inactive]);
      assert.deepEqual(ids(await api.get('/people?sortBy=-status,%2BborrowerType')), [inactive, business, person]);
      assert.deepEqual(ids(await api.get('/people?sortBy=status&sortBy=-borrowerType')), [person, business, inactive]);
      refusedAt(await api.get('/people?sortBy=name'), 'sortBy');
      refusedAt(await api.get('/people?sortBy=__proto__'), 'sortBy');
    });

    test('walked page by page, forwards and back, show each borrower once', async () => {
      const { test: api } = await aCompany();
      const made: string[] = [];
      for (let i = 0; i < 7; i++) made.unshift((await api.made('/people', aPerson({ metaData: { i } }))).id);
      const walk = async (first: string, link: 'nextUrl' | 'previousUrl') => {
        const pages: string[][] = [];
        for (let url: string | null = first; url !== null; ) {
          const page = await api.get(url);
          assert.equal(page.status, 200, JSON.stringify(page.body));
          assert.equal(page.body.total, 7);
          pages.push(ids(page));
          url = page.body[link];
        }
        return pages;
      };
      const forwards = await walk('/people?limit=3&status=active', 'nextUrl');
      assert.deepEqual(forwards.flat(), made);
      assert.deepEqual(
        forwards.map((page) => page.length),
        [3, 3, 1],
      );
      const back = await walk(`/people?limit=3&status=active&endingBefore=${made[6]}`, 'previousUrl');
      assert.deepEqual(back.toReversed().flat(), made.slice(0, 6));
      const sorted = await walk('/people?limit=2&sortBy=externalId,-createdAt', 'nextUrl');
      assert.deepEqual(sorted.flat(), made);
    });
  });

  describe('permissions', () => {
    test('real values of identities need the permission to read them', async () => {
      const { test: api } = await aCompany();
      const identity = { identityType: 'SSN', value: '123-45-6789' };
      const { id } = await api.made('/people', aPerson({ identity }));
      const permissions = ['person:read', 'person.identity:list'];
      const { key } = await api.made('/keys', { name: 'Reads no identities', permissions });
      const limited = house().client(key, api.realm);
      const refused = await limited.get(`/people/${id}?includeIdentity=true`);
      assert.equal(refused.status, 403);
      assert.equal(refused.body.data.permission, 'person.identity:read');
      assert.match((await limited.get(`/people/${id}`)).body.data.identities[0].value, /^[a-z0-9]{20}$/);
      assert.match(
        (await limited.get(`/people/${id}?includeIdentity=false`)).body.data.identities[0].value,
        /^[a-z0-9]{20}$/,
      );
      assert.match((await limited.get(`/people/${id}/identities`)).body.data[0].value, /^[a-z0-9]{20}$/);
      assert.equal((await limited.get(`/people/${id}/identity`)).status, 403);
      assert.equal((await limited.post('/people', aPerson())).status, 403);
    });
  });

  describe('versions', () => {
    const answers = async (api: Client, version: string) => {
      const headers = { 'api-version': version };
      const body = aBusiness({ collectionsIntensity: 'light' });
      const made = await api.call('POST', '/people', { headers, body });
      const { id } = made.body.data;
      const get = async (path: string) => (await api.call('GET', path, { headers })).body.data;
      const put = await api.call('PUT', `/people/${id}`, { headers, body: { collectionsIntensity: 'heavy' } });
      assert.equal(put.body.data.collectionsIntensity, 'heavy');
      return {
        create: made.body.data,
        update: put.body.data,
        single: await get(`/people/${id}`),
        list: (await get('/people'))[0],
        search: (await get('/people/search?businessName=Analytical'))[0],
      };
    };

    for (const version of ['2018-01-01', '2023-11-29']) {
      test(`${version} takes a borrower type and does not show it`, async () => {
        const { test: api } = await aCompany();
        for (const [where, borrower] of Object.entries(await answers(api, version))) {
          assert.ok(!Object.hasOwn(borrower, 'borrowerType'), where);
          assert.equal(borrower.businessDetails.businessName, 'Analytical Engines', where);
        }
      });
    }

    for (const version of ['2025-03-26', '2026-08-04']) {
      test(`${version} shows the borrower type everywhere`, async () => {
        const { test: api } = await aCompany();
        for (const [where, borrower] of Object.entries(await answers(api, version))) {
          assert.equal(borrower.borrowerType, 'business', where);
        }
      });
    }

    test('without a version the answer is that of 2023-11-29', async () => {
      const { test: api } = await aCompany();
      const made = await api.post('/people', aBusiness());
      assert.ok(!Object.hasOwn(made.body.data, 'borrowerType'));
      assert.equal(made.headers['api-version'], '2023-11-29');
    });
  });
});

// Borrowers are changed over HTTP: what is not sent stays, objects change by their parts. Resource shapes 3.1.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newest, readBorrower } from '../../../tests/support/borrowers.ts';
import { aBusiness, aPerson, useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { setClock } from '../../../tests/support/test-clock.ts';

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;

describe('changing a borrower', () => {
  const { aCompany } = useHouse();

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
    const before = await readBorrower(api, id);
    const answer = await api.call('PUT', `/people/${id}`, { ...newest, body: {} });
    assert.equal(answer.status, 200);
    assert.match(answer.body.data.updatedAt, moment);
    assert.deepEqual({ ...answer.body.data, updatedAt: null }, before);
    assert.deepEqual(await readBorrower(api, id), answer.body.data);
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
    const changed = await readBorrower(api, id);
    assert.equal(changed.name.firstName, 'Ada');
    assert.equal(changed.name.middleName, 'King');
    assert.equal(changed.name.lastName, 'Lovelace');
    assert.equal(changed.name.suffix, null);
    assert.match(changed.name.updatedAt, moment);
    assert.deepEqual(changed.commPreferences, {
      statementDeliveryChannels: ['mail'],
      sendRemindersWhenCurrent: false,
      language: null,
    });
    assert.deepEqual(changed.metaData, { c: 3 });
    assert.equal(changed.dateOfBirth, '1990-12-10');
    await api.put(`/people/${id}`, { dateOfBirth: null, metaData: null });
    const cleared = await readBorrower(api, id);
    assert.equal(cleared.dateOfBirth, null);
    assert.equal(cleared.metaData, null);
  });

  test('business details change by their parts', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/people', aBusiness());
    await api.put(`/people/${id}`, { businessDetails: { businessType: 'LLC' } });
    const { businessDetails } = await readBorrower(api, id);
    assert.equal(businessDetails.businessType, 'LLC');
    assert.equal(businessDetails.businessName, 'Analytical Engines');
  });

  test('the moment of a status is that of its last change', async () => {
    const { test: api } = await aCompany();
    const { id, createdAt } = await api.made('/people', aPerson());
    const put = async (now: string, status: string) => {
      await setClock(api, now);
      return (await api.put(`/people/${id}`, { status })).body.data.statusUpdatedAt;
    };
    assert.equal(await put('2030-01-01T00:00:00Z', 'active'), createdAt);
    assert.equal(await put('2030-01-02T00:00:00Z', 'inactive'), '2030-01-02T00:00:00.000000+00:00');
    assert.equal(await put('2030-01-03T00:00:00Z', 'inactive'), '2030-01-02T00:00:00.000000+00:00');
    assert.equal(await put('2030-01-04T00:00:00Z', 'active'), '2030-01-04T00:00:00.000000+00:00');
    assert.equal((await readBorrower(api, id)).statusUpdatedAt, '2030-01-04T00:00:00.000000+00:00');
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
      const before = await readBorrower(api, id);
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
    assert.equal((await readBorrower(api, id)).status, 'active');
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
    const headers = { 'api-version': '2025-03-26' };
    const answers = await Promise.all(changes.map((change) => api.put(`/people/${id}`, change, headers)));
    for (const { status } of answers) assert.equal(status, 200);
    const after = await readBorrower(api, id);
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
      language: null,
    });
  });

  test('the preferences have one order of names, in answers to writes and reads', async () => {
    const { test: api } = await aCompany();
    const body = JSON.stringify(
      aPerson({ commPreferences: { sendRemindersWhenCurrent: true, statementDeliveryChannels: ['email'] } }),
    );
    const headers = { 'content-type': 'application/json' };
    const { body: made } = await api.call('POST', '/people', { body, headers });
    const order = ['statementDeliveryChannels', 'sendRemindersWhenCurrent', 'language'];
    assert.deepEqual(Object.keys(made.data.commPreferences), order);
    assert.deepEqual(Object.keys((await readBorrower(api, made.data.id)).commPreferences), order);
    const put = await api.put(`/people/${made.data.id}`, { commPreferences: { sendRemindersWhenCurrent: false } });
    assert.deepEqual(Object.keys(put.body.data.commPreferences), order);
  });
});

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { refused, refusedAt } from '../../../tests/support/refusals.ts';
import { aVerifiable } from '../../../tests/support/verifiable.ts';

describe('verification types', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  let other: Client;
  before(async () => {
    api = (await aCompany()).test;
    other = (await aCompany()).test;
  });
  const path = '/verification-types';
  const criteria = (exactMatchCount: number, category = 'notInBorrowerPortal') => [{ exactMatchCount, category }];

  test('have defaults for every field', async () => {
    const { id, object, companyId, createdAt, updatedAt, deletedAt, ...fields } = await api.made(path, {});
    assert.deepEqual(
      [object, companyId, updatedAt, deletedAt ?? null],
      ['verificationType', api.realm.companyId, null, null],
    );
    assert.ok(id.startsWith('VT-') && createdAt);
    assert.deepEqual(fields, {
      externalId: null,
      name: null,
      method: 'questions',
      expirationInSecs: 900,
      maxSessionsRecentPast: 2,
      recentPastSecs: 3600,
      maxAttemptsPerSession: 3,
      enabledQuestionIds: null,
      questionSelectionCriteria: null,
      unlocks: [],
    });
  });

  test('are changed by what is sent, and read as they were written', async () => {
    const { id } = await api.made(path, { questionSelectionCriteria: criteria(1) });
    const { data } = (await api.put(`${path}/${id}`, { maxAttemptsPerSession: 1 })).body;
    assert.deepEqual([data.maxAttemptsPerSession, data.questionSelectionCriteria], [1, criteria(1)]);
    assert.deepEqual((await api.get(`${path}/${id}`)).body.data, data);
    assert.equal(
      (await api.put(`${path}/${id}`, { questionSelectionCriteria: null })).body.data.questionSelectionCriteria,
      null,
    );
  });

  test('that could never ask anything are refused by the field', async () => {
    const at = 'questionSelectionCriteria[0]';
    refusedAt(await api.post(path, { questionSelectionCriteria: criteria(2) }), `${at}.exactMatchCount`);
    const enabledQuestionIds = ['dateOfBirth'];
    refusedAt(
      await api.post(path, { enabledQuestionIds, questionSelectionCriteria: criteria(1) }),
      `${at}.exactMatchCount`,
    );
    const twice = [...criteria(1, 'inBorrowerPortal'), ...criteria(1, 'inBorrowerPortal')];
    refusedAt(await api.post(path, { questionSelectionCriteria: twice }), 'questionSelectionCriteria[1].category');
    refusedAt(await api.post(path, { enabledQuestionIds: ['shoeSize'] }), 'enabledQuestionIds[0]');
    const { id } = await api.made(path, { questionSelectionCriteria: criteria(1) });
    refusedAt(await api.put(`${path}/${id}`, { enabledQuestionIds }), `${at}.exactMatchCount`);
    for (const wrong of [
      { maxAttemptsPerSession: 0 },
      { expirationInSecs: 59 },
      { recentPastSecs: 0 },
      { method: 'guess' },
    ]) {
      refusedAt(await api.post(path, wrong), Object.keys(wrong)[0] as string);
    }
  });

  test('unlock only what whoever sets it may see', async () => {
    const made = await api.made('/keys', {
      name: 'types',
      permissions: ['verification.type:create', 'verification.type:update'],
    });
    const { status, body } = await api.call('POST', path, {
      body: { unlocks: ['person.identity:read'] },
      headers: { 'x-api-key': made.key },
    });
    assert.deepEqual([status, body.data.permission], [403, 'person.identity:read']);
  });

  test('are the default of the company, if it names one of its own', async () => {
    const { id } = await api.made(path, { maxAttemptsPerSession: 1 });
    const { id: stranger } = await other.made(path, {});
    const settings = `/companies/${api.realm.companyId}`;
    refused(
      await api.put(settings, { defaultVerificationTypeId: stranger }),
      404,
      'NotFound',
      'defaultVerificationTypeId',
    );
    assert.equal((await api.put(settings, { defaultVerificationTypeId: id })).body.data.defaultVerificationTypeId, id);
    const { data } = (await api.post(`/people/${await aVerifiable(api)}/verifications`, {})).body;
    assert.deepEqual([data.verificationTypeId, data.maxAttempts], [id, 1]);
    refused(
      await api.post(`/people/${await aVerifiable(api)}/verifications`, { verificationTypeId: stranger }),
      404,
      'NotFound',
      'verificationTypeId',
    );
  });
});

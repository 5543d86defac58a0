// Documents that must be kept: for as long as the company says of their type, and under a legal hold.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused } from '../../../tests/support/refusals.ts';

describe('documents that must be kept', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  const retentions = '/companies/current/document-retentions';
  before(async () => {
    api = (await aCompany()).test;
  });
  const aDocument = async (personId: string, body: object = {}): Promise<string> =>
    (await api.post(`/people/${personId}/documents`, { type: 'other', ...body })).body.id;
  const erased = (personId: string) =>
    erasePersonByHand(house().service, api.realm, personId, { evenWithOpenLoans: true });

  test('for as long as their type says are neither deleted nor erased with the borrower', async () => {
    const { id } = await api.made('/people', aPerson());
    const made = await api.made(retentions, { documentType: 'disclosure', keptForDays: 730 });
    const [kept, other] = [await aDocument(id, { type: 'disclosure' }), await aDocument(id)];
    const recast = await api.put(`/people/${id}/documents/${kept}`, { type: 'other' });
    assert.deepEqual([recast.status, recast.body.errorType], [409, 'MustBeKept'], 'nor do they become another type');
    const answer = await api.delete(`/people/${id}/documents/${kept}`);
    assert.deepEqual([answer.status, answer.body.errorType, answer.body.data.reason], [409, 'MustBeKept', 'retention']);
    assert.equal((await api.delete(`/people/${id}/documents/${other}`)).status, 200);
    const outcome = await erased(id);
    assert.deepEqual(outcome, {
      outcome: 'kept',
      personId: id,
      documents: [{ id: kept, reason: 'retention', until: answer.body.data.until }],
    });
    assert.equal((await api.get(`/people/${id}`)).body.data.status, 'active', 'nothing was erased');
    await api.put(`${retentions}/${made.id}`, { keptForDays: 0 });
    assert.equal(
      (await api.delete(`/people/${id}/documents/${kept}`)).status,
      200,
      'it holds for those that are there',
    );
    assert.equal((await erased(id)).outcome, 'erased');
  });

  test('under a legal hold stay until somebody lifts it who may', async () => {
    const { id } = await api.made('/people', aPerson());
    const held = await aDocument(id, { legalHold: true });
    const path = `/people/${id}/documents/${held}`;
    const answer = await api.delete(path);
    assert.deepEqual(answer.body.data, { reason: 'legalHold', until: null });
    assert.deepEqual(await erased(id), {
      outcome: 'kept',
      personId: id,
      documents: [{ id: held, reason: 'legalHold', until: null }],
    });
    const permissions = ['document.descriptor:create', 'document.descriptor:update', 'document.descriptor:delete'];
    const { key } = await api.made('/keys', { name: 'few', permissions });
    const few = house().client(key, api.realm);
    for (const refusedOne of [
      await few.put(path, { legalHold: false }),
      await few.post(`/people/${id}/documents`, { type: 'other', legalHold: true }),
    ]) {
      assert.deepEqual(refusedOne.body.data, { permission: 'document.legal.hold:update' });
    }
    assert.equal((await few.put(path, { description: 'Held' })).status, 200);
    await api.put(path, { legalHold: false });
    assert.equal((await few.delete(path)).status, 200);
  });

  test('are said once for each type, by whoever may, for their own company', async () => {
    await api.made(retentions, { documentType: 'evidence', keptForDays: 10 });
    const again = await api.post(retentions, { documentType: 'evidence', keptForDays: 20 });
    refused(again, 409, 'RetentionTaken', 'documentType');
    for (const keptForDays of [-1, 1.5, 36_526]) {
      refused(await api.post(retentions, { documentType: 'other', keptForDays }), 400, 'InvalidRequest', 'keptForDays');
    }
    const stranger = (await aCompany()).test;
    assert.deepEqual((await stranger.get(retentions)).body.data, []);
    const { id } = await stranger.made('/people', aPerson());
    const { body } = await stranger.post(`/people/${id}/documents`, { type: 'evidence' });
    assert.equal((await stranger.delete(`/people/${id}/documents/${body.id}`)).status, 200);
  });
});

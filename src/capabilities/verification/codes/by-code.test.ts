// Verified by a code: it goes to a contact that was there, and whoever reads it back is the borrower.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { refusedAt } from '../../../../tests/support/refusals.ts';
import { aVerifiable, codeSentTo, otherCode } from '../../../../tests/support/verifiable.ts';

describe('a verification by code', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let verificationTypeId: string;
  before(async () => {
    api = (await aCompany()).test;
    verificationTypeId = (await api.made('/verification-types', { method: 'code' })).id;
  });
  const begin = (personId: string, more: object = {}) =>
    api.post(`/people/${personId}/verifications`, { verificationTypeId, ...more });

  test('goes to the oldest contact, and its code is entered once', async () => {
    const personId = await aVerifiable(api);
    const { data } = (await begin(personId)).body;
    assert.deepEqual([data.method, data.questions, data.contactId?.slice(0, 3)], ['code', [], 'CT-']);
    const code = await codeSentTo(api, 'ada@example.com');
    const path = `/people/${personId}/verifications/${data.id}/attempts`;
    assert.equal((await api.post(path, { code: otherCode(code) })).body.data.status, 'inProgress');
    refusedAt(await api.post(path, { answers: [] }), 'answers');
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    assert.equal((await api.post(path, { code: spaced })).body.data.status, 'succeeded');
    assert.equal((await api.post(path, { code })).status, 409);
  });

  test('goes where it is told, if the contact was there', async () => {
    const personId = await aVerifiable(api);
    const contacts = (await api.get(`/people/${personId}/contacts`)).body.data;
    const phone = contacts.find(({ contactType }: { contactType: string }) => contactType === 'phone');
    const { data } = (await begin(personId, { contactId: phone.id, channel: 'voice' })).body;
    assert.equal(data.contactId, phone.id);
    refusedAt(await begin(personId, { contactId: phone.id, channel: 'email' }), 'channel');
    refusedAt(await begin(personId, { contactId: 'CT-AAAA-AAAA' }), 'contactId');
  });

  test('does not go to a contact that somebody has put there lately', async () => {
    const { id } = await api.made('/people', aPerson());
    const other = house().client((await api.made('/keys', { name: 'another' })).key, api.realm);
    await other.made(`/people/${id}/contacts`, { contactType: 'email', label: 'personal', value: 'eve@example.com' });
    const { status, body } = await begin(id);
    assert.deepEqual([status, body.data.reason], [400, 'noContact']);
  });

  test('is nothing for another verification', async () => {
    const [one, two] = [await aVerifiable(api), await aVerifiable(api)];
    await begin(one);
    const code = await codeSentTo(api, 'ada@example.com');
    const { data } = (await begin(two)).body;
    const { body } = await api.post(`/people/${two}/verifications/${data.id}/attempts`, { code });
    assert.equal(body.data.attempts[0].isSuccess, false);
  });
});

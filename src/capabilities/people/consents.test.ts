// Consents of a borrower: given and taken back, never changed; texts follow them.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aBorrower } from '../../../tests/support/a-borrower.ts';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { anEmail, aPerson, aPhone, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refused } from '../../../tests/support/refusals.ts';

const toTexts = { consentType: 'priorExpressWritten', channel: 'text', text: 'abc' };

describe('a consent', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let other: Client;
  before(async () => {
    [api, other] = [(await aCompany()).test, (await aCompany()).test];
  });

  async function aBorrowersPath() {
    const { id } = await api.made('/people', aPerson());
    return { id: id as string, consents: `/people/${id}/consents`, contacts: `/people/${id}/contacts` };
  }

  test('to texts turns them on for its phone, and off when it is taken back, once', async () => {
    const { consents, contacts } = await aBorrowersPath();
    const phone = await api.made(contacts, aPhone({ receiveTextMessages: false }));
    const givenAt = '2026-02-01T09:00:00.000000+00:00';
    const one = await api.made(consents, { ...toTexts, contactId: phone.id, givenAt });
    // The well-known SHA-256 of "abc".
    assert.equal(one.textHash, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    assert.deepEqual([one.text, one.givenAt, one.revokedAt, one.createdByType], ['abc', givenAt, null, 'key']);
    const texts = async () => {
      const { receiveTextMessages, receiveTextMessagesLastConsentAt } = (await api.get(`${contacts}/${phone.id}`)).body
        .data;
      return [receiveTextMessages, receiveTextMessagesLastConsentAt];
    };
    assert.deepEqual(await texts(), [true, givenAt]);
    const revoke = `${consents}/${one.id}/revoke`;
    refused(await api.post(revoke, { revokedAt: '2026-01-31' }), 400, 'InvalidRequest', 'revokedAt');
    refused(await api.post(revoke, { revokedAt: '2199-01-01' }), 400, 'InvalidRequest', 'revokedAt');
    const revoked = await api.made(revoke, { revokedAt: '2026-02-02' });
    assert.deepEqual([revoked.revokedAt, revoked.text], ['2026-02-02T00:00:00.000000+00:00', 'abc']);
    assert.deepEqual(await texts(), [false, givenAt]);
    await api.put(`${contacts}/${phone.id}`, { receiveTextMessages: true });
    assert.deepEqual(await api.made(revoke, {}), revoked, 'never overwritten');
    assert.equal((await texts())[0], true, 'nor taken back twice');
    for (const answer of [await api.put(`${consents}/${one.id}`, {}), await api.delete(`${consents}/${one.id}`)]) {
      assert.equal(answer.status, 405);
    }
  });

  test('of another borrower or company, without words, or to text an email is refused', async () => {
    const [mine, theirs] = [await aBorrowersPath(), await aBorrowersPath()];
    const one = await api.made(mine.consents, toTexts);
    refused(await api.post(`${theirs.consents}/${one.id}/revoke`, {}), 404, 'NotFound', 'consentId');
    refused(await other.post(`${mine.consents}/${one.id}/revoke`, {}), 404, 'NotFound', 'personId');
    const phone = await api.made(theirs.contacts, aPhone());
    refused(await api.post(mine.consents, { ...toTexts, contactId: phone.id }), 404, 'NotFound', 'contactId');
    const email = await api.made(mine.contacts, anEmail());
    refused(await api.post(mine.consents, { ...toTexts, contactId: email.id }), 400, 'InvalidRequest', 'contactId');
    refused(await api.post(mine.consents, { ...toTexts, text: '' }), 400, 'InvalidRequest', 'text');
    refused(await api.post(mine.consents, { ...toTexts, givenAt: '2199-01-01' }), 400, 'InvalidRequest', 'givenAt');
    assert.equal((await api.get(`${mine.consents}/${one.id}`)).body.data.revokedAt, null);
  });

  test('is read by its borrower, outlives its contact, and loses its words when the borrower is erased', async () => {
    const { id, consents, contacts } = await aBorrowersPath();
    const phone = await api.made(contacts, aPhone());
    const words = 'Telltale words of a consent';
    const one = await api.made(consents, { ...toTexts, text: words, contactId: phone.id });
    const two = await api.made(consents, { ...toTexts, text: words });
    await api.delete(`${contacts}/${phone.id}`);
    await api.made(`${consents}/${one.id}/revoke`, {});
    const borrower = await aBorrower(house(), api, id);
    assert.deepEqual(ids(await borrower.get(consents)), [two.id, one.id]);
    assert.equal((await borrower.post(`${consents}/${two.id}/revoke`, {})).status, 403);
    for (const [table, text] of await everythingStored(house())) assert.doesNotMatch(text, /telltale words/i, table);
    await erasePersonByHand(house().service, api.realm, id, { evenWithOpenLoans: false });
    const left = (await api.get(`${consents}/${two.id}`)).body.data;
    assert.deepEqual([left.text, left.textHash, left.revokedAt !== null], [null, two.textHash, true]);
  });
});

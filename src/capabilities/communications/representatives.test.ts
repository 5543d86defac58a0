// Messages to a borrower who has an attorney: what may not go to the borrower goes to the attorney, if the rules let it.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aReader, sentTo } from '../../../tests/support/a-reader.ts';
import { aCollectedBorrower } from '../../../tests/support/collected-borrower.ts';
import { anEmail, type Client, useHouse } from '../../../tests/support/house.ts';
import { setClock } from '../../../tests/support/test-clock.ts';

const dunning = {
  subject: 'freeForm',
  theme: 'opsCollDebt',
  channel: 'email',
  context: { body: 'Your loan is late.' },
};

describe('a message to a represented borrower', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-09-14T16:00:00Z');
  });

  async function represented() {
    const reader = await aCollectedBorrower(api);
    const consent = { consentType: 'priorExpress', channel: 'email', text: 'You may write to me.' };
    await api.made(`${reader.path}/consents`, consent);
    const attorney = { representativeType: 'attorney', firmName: 'A firm', status: 'active' };
    const { id: legalRepresentativeId } = await api.made(`${reader.path}/legal-representatives`, attorney);
    const firm = anEmail({ affiliation: 'attorney', legalRepresentativeId, value: 'firm@example.com' });
    const { id: firmId } = await api.made(`${reader.path}/contacts`, firm);
    return { reader, firmId };
  }

  test('about a debt goes to the attorney, as a collector has to', async () => {
    const { reader, firmId } = await represented();
    const sent = await sentTo(api, reader, dunning);
    assert.deepEqual([sent.messageState, sent.contactId], ['queued', firmId], JSON.stringify(sent.blockedBy));
  });

  test('goes to nobody else where the caller has named the borrower', async () => {
    const { reader } = await represented();
    const sent = await sentTo(api, reader, { ...dunning, contactId: reader.emailId });
    assert.equal(sent.contactId, reader.emailId);
    assert.notEqual(sent.messageState, 'queued');
    assert.ok(sent.blockedBy.includes('FED-ATTORNEY'), JSON.stringify(sent.blockedBy));
  });

  test('of credentials goes to the borrower', async () => {
    const { reader } = await represented();
    const code = { subject: 'confirmationCode', channel: 'email', context: { code: '123456', minutesValid: 10 } };
    const sent = await sentTo(api, reader, code);
    assert.deepEqual([sent.messageState, sent.contactId], ['queued', reader.emailId]);
  });

  test('of a borrower without an attorney goes to the borrower', async () => {
    const reader = await aReader(api);
    assert.equal((await sentTo(api, reader, dunning)).contactId, reader.emailId);
  });
});

// What somebody could reach by two steps: a theme that no rule stands against, a permission that was not given, what waits
// while something changes.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aReader, sendTo, sentTo } from '../../../tests/support/a-reader.ts';
import type { CollectedBorrower } from '../../../tests/support/collected-borrower.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Answer, anEmail, type Client, useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';

const noon = '2026-09-14T16:00:00Z';
const code = { subject: 'confirmationCode', context: { code: '123456', minutesValid: 10 } };
const free = { subject: 'freeForm', theme: 'opsServicing', context: { body: 'We have news.' } };

describe('a message, by two steps', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let reader: CollectedBorrower;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, noon);
    reader = await aReader(api);
  });

  const interaction = async (id: string): Promise<Answer['body']> => (await api.get(`/interactions/${id}`)).body.data;
  const message = async (id: string): Promise<Answer['body']> =>
    (await api.get(`/communicator/messages/${id}`)).body.data;
  const become = (id: string, state: string) =>
    eventually(`the message ${id} is ${state}`, async () => {
      const found = await message(id);
      return found.state === state && found;
    });
  const aKey = async (...permissions: string[]) =>
    house().client((await api.made('/keys', { name: 'few', permissions })).key, api.realm);

  test('has the theme that no rule stands against only where the service itself writes about signing in', async () => {
    const credentials = { theme: 'opsAccountCredentials' };
    refusedAt(await sendTo(api, reader, { ...free, ...credentials }), 'theme');
    refusedAt(await sendTo(api, reader, credentials), 'theme');
    refusedAt(await sendTo(api, reader, { subject: 'confirmationCodeOfOurs', context: {} }), 'subject');
    refusedAt(await sendTo(api, reader, { ...code, context: { code: 'Pay your loan now' } }), 'context.code');
    const takeover = { subject: 'contactTakeover', context: { contactMasked: 'PAY YOUR LOAN NOW' } };
    refusedAt(await sendTo(api, reader, takeover), 'context.contactMasked');
    const own = await aReader(api);
    const aCase = await api.made(`${own.path}/cases`, { caseType: 'generic', name: 'No contact' });
    await api.made(`${own.path}/cases/${aCase.id}/do-not-interacts`, {});
    assert.equal((await sentTo(api, own, code)).messageState, 'queued');
    assert.notEqual((await sentTo(api, own, free)).messageState, 'queued');
  });

  test('that offers something is not called transactional', async () => {
    const offer = { subject: 'autopayEnableReminder', isTransactional: true };
    refusedAt(await sendTo(api, reader, offer), 'isTransactional');
  });

  test('by a key that may only send greets by name, names the company, and shows the key nothing', async () => {
    const few = await aKey('communicator:send');
    const answer = await sendTo(few, reader);
    assert.deepEqual([answer.status, answer.body.data.content], [200, null], JSON.stringify(answer.body));
    const { text } = await message(answer.body.data.messageId);
    const { name } = (await api.get(reader.path)).body.data;
    assert.ok(text.includes(name.firstName), text);
    const about = await sendTo(few, reader, { loanId: reader.loanId });
    assert.deepEqual([about.status, about.body.data.permission], [403, 'loan:read']);
    const rendered = await (await aKey('communicator:render')).post('/communicator/render', {
      subject: 'paymentDueDateReminder',
      personId: reader.personId,
    });
    assert.deepEqual([rendered.status, rendered.body.data.permission], [403, 'person:read']);
  });

  test('of an erased borrower is canceled, and its interaction says so', async () => {
    const { id } = await api.made('/people', { name: { firstName: 'Ida', lastName: 'Gone' } });
    await api.made(`/people/${id}/contacts`, anEmail({ affiliation: 'self' }));
    const body = { ...free, channel: 'email', personId: id, sendAt: '2026-10-01T12:00:00Z' };
    const sent = await api.made('/communicator/send', body);
    await erasePersonByHand(house().service, api.realm, id, { evenWithOpenLoans: true });
    const left = await interaction(sent.id);
    assert.deepEqual([left.status, left.statusDetails, left.content], ['canceled', 'personErased', null]);
  });

  test('that waits does not go out once its text is disabled', async () => {
    const descriptors = '/communicator/templatedescriptors';
    const { id: descriptorId } = (await api.post(descriptors, { subject: 'custom7', channel: 'email' })).body;
    const text = { descriptorId, subjectLineTemplate: 'News', contentTextTemplate: 'Hello' };
    const { id: activeVersionId } = (await api.post('/communicator/templates', text)).body;
    const path = `${descriptors}/${descriptorId}`;
    assert.equal((await api.put(path, { activeVersionId })).status, 200);
    const sent = await sentTo(api, reader, {
      subject: 'custom7',
      theme: 'opsServicing',
      sendAt: '2026-09-14T18:00:00Z',
    });
    assert.equal((await api.put(path, { enabled: false })).status, 200);
    await moveClock(api, '2026-09-14T18:00:01Z');
    const dropped = await become(sent.messageId, 'dropped');
    assert.deepEqual(dropped.blockedBy, ['templateDisabled']);
    await setClock(api, noon);
  });

  test('that is a document lies with those of the borrower', async () => {
    const sent = await sentTo(api, reader, { channel: 'document', loanId: reader.loanId });
    assert.deepEqual([sent.messageState, sent.contactId], ['queued', null]);
    const gone = await become(sent.messageId, 'sent');
    const told = await interaction(sent.id);
    assert.deepEqual(
      [told.status, told.statusDetails, gone.documentIds],
      ['succeeded', 'documentSent', [told.documentId]],
    );
    const document = (await api.get(`${reader.path}/documents/${told.documentId}`)).body;
    const { fileName, loanId, autogenerated } = document.data ?? document;
    assert.deepEqual([fileName, loanId, autogenerated], ['paymentDueDateReminder.pdf', reader.loanId, true]);
    refusedAt(await sendTo(api, reader, { channel: 'document', contactId: reader.emailId }), 'contactId');
  });
});

describe('a message that is queued while no worker runs, by two steps', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('goes to no contact that was deleted meanwhile, and to another one where none was named', async () => {
    const { test: api } = await aCompany();
    await setClock(api, noon);
    const [one, other] = [await aReader(api), await aReader(api)];
    const second = anEmail({ affiliation: 'self', status: 'secondary', value: 'second@example.com' });
    const [, kept] = await Promise.all([one, other].map(({ path }) => api.made(`${path}/contacts`, second)));
    const named = await sentTo(api, one, { contactId: one.emailId });
    const unnamed = await sentTo(api, other);
    for (const { path, emailId } of [one, other]) {
      const { status } = await api.delete(`${path}/contacts/${emailId}`);
      if (status >= 300)
        assert.equal((await api.put(`${path}/contacts/${emailId}`, { status: 'archived' })).status, 200);
    }
    await house().service.startWork();
    const ended = (id: string) =>
      eventually('it has ended', async () => {
        const { data } = (await api.get(`/communicator/messages/${id}`)).body;
        return ['sent', 'failed', 'dropped'].includes(data.state) && data;
      });
    assert.equal((await ended(named.messageId)).state, 'failed');
    const went = await ended(unnamed.messageId);
    assert.deepEqual([went.state, went.contactId], ['sent', kept?.id]);
  });
});

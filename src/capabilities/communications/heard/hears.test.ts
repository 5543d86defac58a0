// What comes back about messages: a bounce sends the next one elsewhere, STOP stops texts and nothing else, answers join
// their thread, and the same thing heard again changes nothing.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { HeardOfMessage } from '#capabilities/sending/inbound/heard.ts';
import { keepHeard } from '#capabilities/sending/inbound/keep-heard.ts';
import { aReader, sendTo, sentTo } from '../../../../tests/support/a-reader.ts';
import type { CollectedBorrower } from '../../../../tests/support/collected-borrower.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, anEmail, aPhone, type Client, useHouse } from '../../../../tests/support/house.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';

const noon = '2026-09-14T16:00:00Z';

describe('what is heard of a message', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, noon);
  });

  const message = async (id: string): Promise<Answer['body']> =>
    (await api.get(`/communicator/messages/${id}`)).body.data;
  const interaction = async (id: string): Promise<Answer['body']> => (await api.get(`/interactions/${id}`)).body.data;
  const contact = async ({ path }: CollectedBorrower, id: string): Promise<Answer['body']> =>
    (await api.get(`${path}/contacts/${id}`)).body.data;

  async function sent(reader: CollectedBorrower, more: object = {}): Promise<Answer['body']> {
    const answer = await sentTo(api, reader, more);
    return eventually('it is sent', async () => {
      const found = await message(answer.messageId);
      return found.state === 'sent' && found;
    });
  }

  const tell = (key: string, heard: HeardOfMessage): Promise<boolean> =>
    house().service.database.transact(api.realm, (tx) => keepHeard(house().service, tx, key, heard));

  test('that it arrived and was opened moves it and its interaction', async () => {
    const reader = await aReader(api);
    const { id: messageId, interactionId } = await sent(reader);
    await tell(`d ${messageId}`, { kind: 'delivered', messageId });
    await eventually('it is delivered', async () => (await message(messageId)).state === 'delivered');
    assert.equal((await interaction(interactionId)).statusDetails, 'emailDelivered');
    await tell(`o ${messageId}`, { kind: 'opened', messageId });
    const opened = await eventually('it is opened', async () => {
      const found = await message(messageId);
      return found.openedAt !== null && found;
    });
    assert.equal(opened.state, 'delivered');
  });

  test('that it bounced marks the contact, and the next one goes to the secondary contact', async () => {
    const reader = await aReader(api);
    const second = await api.made(
      `${reader.path}/contacts`,
      anEmail({ affiliation: 'self', status: 'secondary', value: 'second@example.com' }),
    );
    const { id: messageId, interactionId, contactId } = await sent(reader);
    assert.equal(contactId, reader.emailId);
    const reason = 'the mail server of the receiver knows no such address (5.1.1)';
    await tell(`b ${messageId}`, { kind: 'bounced', messageId, isPermanent: true, code: '5.1.1', reason });
    await eventually('it failed', async () => (await message(messageId)).state === 'failed');
    assert.equal((await contact(reader, reader.emailId)).valid, false);
    const told = await interaction(interactionId);
    assert.deepEqual([told.status, told.statusDetails, told.undeliverable], ['failed', 'emailBounced', true]);
    assert.equal((await sent(reader)).contactId, second.id);
  });

  test('STOP stops texts to the number, of everybody who shares it, and nothing else; START brings them back', async () => {
    const number = { value: '+13175550177', affiliation: 'self' };
    const [ada, bob] = [await aReader(api), await aReader(api)];
    const phones = await Promise.all(
      [ada, bob].map(async ({ path }) => {
        await api.put(`${path}/contacts/${path === ada.path ? ada.phoneId : bob.phoneId}`, { status: 'additional' });
        const { id } = await api.made(`${path}/contacts`, aPhone({ ...number, status: 'primary' }));
        const text = 'You may text me.';
        await api.made(`${path}/consents`, { consentType: 'priorExpress', channel: 'text', contactId: id, text });
        return id;
      }),
    );
    const stop = { kind: 'replied', messageId: null, channel: 'text', from: number.value, subject: null } as const;
    await tell('stop-1', { ...stop, text: 'STOP', wish: 'stop' });
    await tell('stop-1', { ...stop, text: 'STOP', wish: 'stop' });
    for (const [i, reader] of [ada, bob].entries()) {
      const id = phones[i] as string;
      await eventually('texts are off', async () => (await contact(reader, id)).receiveTextMessages === false);
      const inbound = (await api.get(`${reader.path}/interactions?direction=inbound`)).body.data;
      assert.deepEqual(
        inbound.map(({ channel, contactId }: Answer['body']) => [channel, contactId]),
        [['text', id]],
      );
      const other = await sentTo(api, reader, { channel: 'text', contactId: id });
      assert.equal(other.messageState, 'dropped', JSON.stringify(other.blockedBy));
      assert.equal((await sentTo(api, reader)).messageState, 'queued', 'emails go on');
    }
    // They think better of it an hour later.
    await setClock(api, '2026-09-14T17:00:00Z');
    await tell('start-1', { ...stop, text: 'START', wish: 'start' });
    await eventually(
      'texts are on',
      async () => (await contact(ada, phones[0] as string)).receiveTextMessages === true,
    );
    assert.equal((await sentTo(api, ada, { channel: 'text', contactId: phones[0] })).messageState, 'queued');
    await setClock(api, noon);
  });

  test('STOP in answer to a message of one of them stops the texts of everybody who shares the number', async () => {
    const value = '+13175550179';
    const [ada, bob] = [await aReader(api), await aReader(api)];
    for (const { path, phoneId } of [ada, bob]) await api.put(`${path}/contacts/${phoneId}`, { value });
    for (const { path, phoneId: contactId } of [ada, bob]) {
      const agreed = { consentType: 'priorExpress', channel: 'text', contactId, text: 'You may text me.' };
      await api.made(`${path}/consents`, agreed);
    }
    const { messageId } = await sentTo(api, ada, { channel: 'text' });
    await eventually('it is sent', async () => (await message(messageId)).state === 'sent');
    const replied = {
      kind: 'replied',
      channel: 'text',
      from: value,
      subject: null,
      text: 'STOP',
      wish: 'stop',
    } as const;
    await tell('stop-3', { ...replied, messageId });
    for (const reader of [ada, bob]) {
      const isOff = async () => (await contact(reader, reader.phoneId)).receiveTextMessages === false;
      await eventually('texts are off', isOff);
    }
  });

  test('what is heard of a message tells nothing of an address that was put there since', async () => {
    const reader = await aReader(api);
    const { id: messageId } = await sent(reader);
    await setClock(api, '2026-09-14T16:30:00Z');
    await api.put(`${reader.path}/contacts/${reader.emailId}`, { value: 'another@example.com' });
    await tell(`b ${messageId}`, { kind: 'bounced', messageId, isPermanent: true, code: '5.1.1', reason: 'unknown' });
    await eventually('it failed', async () => (await message(messageId)).state === 'failed');
    assert.equal((await contact(reader, reader.emailId)).valid, true);
    await setClock(api, noon);
  });

  test('HELP and STOP by text are answered once a day, in the language of the word, though texts are off', async () => {
    const reader = await aReader(api);
    const asked = { kind: 'replied', messageId: null, channel: 'text', from: '+13175550178', subject: null } as const;
    await api.put(`${reader.path}/contacts/${reader.phoneId}`, { value: asked.from });
    const answers = async () =>
      (await api.get(`/communicator/messages?personId=${reader.personId}&origin=reply`)).body.data as Answer['body'][];
    const answered = (count: number) =>
      eventually(`${count} are answered`, async () => {
        const found = await answers();
        return found.length === count && found.every(({ state }) => state === 'sent') && found;
      });
    await tell('help-1', { ...asked, text: 'AYUDA', wish: 'help' });
    const [help] = await answered(1);
    assert.deepEqual([help.subject, help.language, help.contactId], ['textHelp', 'es', reader.phoneId]);
    const { threadId } = await interaction(help.interactionId);
    assert.equal((await interaction(threadId)).direction, 'inbound');
    await tell('help-2', { ...asked, text: 'HELP', wish: 'help' });
    await tell('stop-2', { ...asked, text: 'Stop', wish: 'stop' });
    const [stop] = await answered(2);
    assert.deepEqual([stop.subject, stop.language], ['textOptOutConfirmed', 'en']);
    assert.equal((await sendTo(api, reader, { channel: 'text' })).body.errorType, 'NoContact');
    const current = (await api.get('/companies/current')).body.data;
    await api.put(`/companies/${current.id}`, { communication: { answersKeywords: false } });
    await setClock(api, '2026-09-15T16:00:00Z');
    await tell('help-3', { ...asked, text: 'HELP', wish: 'help' });
    await eventually('it is heard', async () => {
      const inbound = (await api.get(`${reader.path}/interactions?direction=inbound`)).body.data;
      return inbound.length === 4;
    });
    assert.equal((await answers()).length, 2);
    await api.put(`/companies/${current.id}`, { communication: null });
    await setClock(api, noon);
  });

  test('an answer is an inbound interaction of the thread, and its words of opting out count', async () => {
    const reader = await aReader(api);
    const { id: messageId, interactionId } = await sent(reader, { loanId: reader.loanId });
    const reply = {
      kind: 'replied',
      messageId,
      channel: 'email',
      from: 'ada@example.com',
      subject: 'Re: About',
    } as const;
    await tell(`r ${messageId}`, { ...reply, text: 'Please stop these emails.', wish: 'stop' });
    const inbound = await eventually('the answer is there', async () => {
      const [found] = (await api.get(`${reader.path}/interactions?direction=inbound`)).body.data;
      return found;
    });
    assert.deepEqual([inbound.threadId, inbound.previousInteractionId], [interactionId, interactionId]);
    assert.deepEqual([inbound.loanIds, inbound.contactId], [[reader.loanId], reader.emailId]);
    assert.equal((await interaction(inbound.id)).content.text, 'Please stop these emails.');
    const offer = await sentTo(api, reader, { isTransactional: false });
    assert.deepEqual([offer.messageState, offer.blockedBy], ['dropped', ['FED-SPAM-OPTOUT']]);
    assert.equal((await sentTo(api, reader)).messageState, 'queued', 'what is transactional goes on');
  });

  test('a complaint opts out of what is not transactional', async () => {
    const reader = await aReader(api);
    const { id: messageId } = await sent(reader);
    await tell(`c ${messageId}`, { kind: 'complained', messageId });
    await eventually('it is a preference', async () => {
      const { data } = (await api.get(`${reader.path}/contact-preferences`)).body;
      return data.length === 1 && data[0].contactId === reader.emailId && data[0].channel === 'email';
    });
  });

  test('of a message of another company changes nothing here', async () => {
    const other = (await aCompany()).test;
    await setClock(other, noon);
    const strange = await aReader(other);
    const answer = await sentTo(other, strange);
    await tell('strange', { kind: 'delivered', messageId: answer.messageId });
    const { id: messageId } = await sent(await aReader(api));
    await tell(`d ${messageId}`, { kind: 'delivered', messageId });
    await eventually('what came after it is heard', async () => (await message(messageId)).state === 'delivered');
    assert.notEqual((await other.get(`/communicator/messages/${answer.messageId}`)).body.data.state, 'delivered');
  });
});

// Somebody plays the person who got a message of test mode, and the servers on the way.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { providersOf } from '#app/providers.ts';
import { heardMessages } from '../../../../tests/support/heard-messages.ts';
import { type Client, useHouse } from '../../../../tests/support/house.ts';
import { type Outgoing, plainMessage } from '../providers/provider.ts';

describe('a message in the mailbox', () => {
  const { house, aCompany } = useHouse({ works: false });
  let live: Client;
  let api: Client;
  before(async () => {
    ({ live, test: api } = await aCompany());
  });

  async function keep(more: Partial<Outgoing> = {}): Promise<string> {
    const { database, vault, clock, position } = house().service;
    const tools = { database, vault, clock, position, settings: { webhookDevHosts: new Set<string>() } };
    const message: Outgoing = {
      ...plainMessage,
      realm: api.realm,
      id: 'EM-AAAA-AAAA',
      channel: 'email',
      to: 'ada@example.com',
      subject: 'Your statement',
      text: 'It is ready.',
      purpose: 'statement',
      ...more,
    };
    const outcome = await providersOf(tools, 'test')[message.channel]?.send(message);
    assert.equal(outcome?.kind, 'done');
    return message.id;
  }

  test('is kept once for its id, with all that its receiver sees', async () => {
    const attachment = {
      documentId: 'DD-AAAA-AAAA',
      fileName: 'statement.pdf',
      contentType: 'application/pdf',
      contentLength: 9,
    };
    async function* open() {
      yield Buffer.from('%PDF-1.7\n');
    }
    const html = '<p>It is <b>ready</b>.</p>';
    const more = { id: 'EM-AAAA-AAA1', html, mayUnsubscribe: true, attachments: [{ ...attachment, open }] } as const;
    const id = await keep(more);
    await keep(more);
    const { data } = (await api.get(`/test-mailbox/${id}`)).body;
    assert.match(data.html, /^<p>It is <b>ready<\/b>\.<\/p>.*\/api\/unsubscribe\//);
    assert.match(data.text, /^It is ready\.\n\n.*\/api\/unsubscribe\//);
    assert.deepEqual([data.attachments, data.mayUnsubscribe, data.language], [[attachment], true, 'en']);
    const listed = (await api.get('/test-mailbox')).body.data.filter((one: { id: string }) => one.id === id);
    assert.equal(listed.length, 1);
    assert.equal('html' in listed[0], false);
  });

  test('is answered, and what it means is heard', async () => {
    const id = await keep({ id: 'EM-AAAA-AAA2', channel: 'text', to: '+13175551212', subject: null });
    const before = (await heardMessages(house(), api.realm)).length;
    assert.equal((await api.post(`/test-mailbox/${id}/replies`, { text: 'Alto' })).status, 200);
    const [reply] = (await heardMessages(house(), api.realm)).slice(before);
    const told = { kind: 'replied', messageId: id, channel: 'text', from: '+13175551212', subject: null };
    assert.deepEqual(reply, { ...told, text: 'Alto', wish: 'stop' });
  });

  test('comes back, is opened, is complained of', async () => {
    const id = await keep({ id: 'EM-AAAA-AAA3' });
    for (const outcome of ['delivered', 'opened', 'bounced', 'complained', 'optedOut']) {
      assert.equal((await api.post(`/test-mailbox/${id}/outcomes`, { outcome })).status, 200);
      const all = await heardMessages(house(), api.realm);
      assert.ok(all.some((one) => one.kind === outcome && 'messageId' in one && one.messageId === id));
    }
    const wrong = await api.post(`/test-mailbox/${id}/outcomes`, { outcome: 'eaten' });
    assert.equal(wrong.status, 400);
  });

  test('is neither of another company nor of live mode, and a letter has no answer', async () => {
    const id = await keep({ id: 'EM-AAAA-AAA4', channel: 'mail', to: 'Ada Byron\n1 Main St' });
    assert.equal((await api.post(`/test-mailbox/${id}/replies`, { text: 'Hi' })).body.data.path, 'testMessageId');
    const other = (await aCompany()).test;
    for (const path of ['replies', 'outcomes']) {
      const body = path === 'replies' ? { text: 'Hi' } : { outcome: 'opened' };
      assert.equal((await other.post(`/test-mailbox/${id}/${path}`, body)).status, 404);
      assert.equal((await live.post(`/test-mailbox/${id}/${path}`, body)).status, 404);
    }
    assert.equal((await live.get(`/test-mailbox/${id}`)).status, 404);
    assert.equal((await other.get(`/test-mailbox/${id}`)).status, 404);
  });
});

// Signed calls about messages: what they must show, what they mean, and that each counts once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { secondsOf } from '#platform/clock.ts';
import { newWebhookSecret, signer } from '#platform/egress/signature.ts';
import { heardMessages } from '../../../../tests/support/heard-messages.ts';
import { useHouse } from '../../../../tests/support/house.ts';
import { nameOfMessage } from '../message-address.ts';

const secret = newWebhookSecret();
const messageId = 'EM-7KQ2-M9XA';

describe('a signed call about messages', () => {
  const { house, aCompany } = useHouse({
    works: false,
    sending: { email: null, webhook: null, inboundSecret: secret },
  });
  let calls = 0;

  const post = (path: string, body: object, { by = secret, early = 0 } = {}) => {
    const text = JSON.stringify(body);
    const signed = signer([by])(`call-${++calls}`, secondsOf(house().service.clock) - early, text);
    const headers = { 'content-type': 'application/json', ...signed };
    return house().call(undefined, 'POST', `/communicator/inbound/${path}`, { headers, body: text });
  };
  const notice = (...notices: object[]) => post('messages', { notices });
  async function aMessage() {
    const { realm } = (await aCompany()).live;
    const reference = nameOfMessage(house().service.vault, { realm, messageId });
    return { realm, reference, heard: () => heardMessages(house(), realm) };
  }

  test('is refused without its signature, with another, and when it is old', async () => {
    const body = { notices: [{ id: 'n', type: 'reply', from: '+13175551212', text: 'STOP' }] };
    const bare = await house().call(undefined, 'POST', '/communicator/inbound/messages', { body });
    const others = [
      await post('messages', body, { by: newWebhookSecret() }),
      await post('messages', body, { early: 600 }),
      await post('messages', body, { early: -600 }),
      await post('email', { type: 'opened', id: 'x', reference: 'y' }, { early: 600 }),
    ];
    for (const { status, body: said } of [bare, ...others]) {
      assert.deepEqual([status, said.errorType], [401, 'NoticeNotSigned']);
    }
  });

  test('tells what became of a text, each notice once', async () => {
    const { reference, heard } = await aMessage();
    const delivered = { id: 'n-1', type: 'delivered', reference };
    assert.equal((await notice(delivered, delivered)).status, 200);
    assert.equal((await notice(delivered, { id: 'n-2', type: 'unreachable', reference, reason: '30003' })).status, 200);
    assert.equal((await notice({ id: 'n-3', type: 'failed', reference })).status, 200);
    assert.deepEqual(
      (await heard()).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
      [
        {
          kind: 'bounced',
          messageId,
          isPermanent: false,
          code: null,
          reason: 'The provider could not deliver it.',
        },
        {
          kind: 'bounced',
          messageId,
          isPermanent: true,
          code: '30003',
          reason: 'The number cannot be reached (30003).',
        },
        { kind: 'delivered', messageId },
      ].toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    );
  });

  test('brings STOP to the company that is named, and without one to all', async () => {
    const [one, other] = [await aMessage(), await aMessage()];
    const stop = { type: 'reply', from: '+13175551212', text: 'Alto' };
    assert.equal((await notice({ id: 's-1', ...stop, reference: one.reference })).status, 200);
    assert.deepEqual([(await one.heard()).length, (await other.heard()).length], [1, 0]);
    assert.equal((await notice({ id: 's-2', ...stop, companyId: other.realm.companyId })).status, 200);
    assert.deepEqual([(await one.heard()).length, (await other.heard()).length], [1, 1]);
    assert.equal((await notice({ id: 's-3', ...stop })).status, 200);
    const [, all] = await other.heard();
    const told = { kind: 'replied', messageId: null, channel: 'text', from: '+13175551212', subject: null };
    assert.deepEqual(all, { ...told, text: 'Alto', wish: 'stop' });
    assert.equal((await one.heard()).length, 2);
  });

  test('is refused by field where it is wrong, and nothing of it is kept', async () => {
    const { reference, heard } = await aMessage();
    const right = { id: 'w-1', type: 'delivered', reference };
    const wrong: readonly (readonly [object, string])[] = [
      [{ id: 'w-2', type: 'delivered' }, 'notices.1.reference'],
      [{ id: 'w-3', type: 'delivered', reference: `b${reference.slice(1)}x` }, 'notices.1.reference'],
      [{ id: 'w-4', type: 'reply', text: 'hi' }, 'notices.1.from'],
    ];
    for (const [bad, path] of wrong) {
      const { status, body } = await notice(right, bad);
      assert.deepEqual([status, body.data.path], [400, path], JSON.stringify(body));
    }
    assert.equal((await notice()).status, 400);
    assert.equal((await notice({ id: 'w-5', type: 'reply', from: 'Ada', text: 'x' })).status, 400);
    assert.deepEqual(await heard(), []);
  });

  test('brings an email as it came, or what a provider says of it', async () => {
    const { reference, heard } = await aMessage();
    const raw = [
      'From: Ada <ada@example.com>',
      'To: loans@example.com',
      'Message-ID: <7@example.com>',
      `References: <${messageId}.${reference}@example.com>`,
      'Subject: Re: Your statement',
      '',
      'Thank you.',
      '',
      'On Mon, Acme wrote:',
      '> It is ready',
    ].join('\r\n');
    const whole = { raw: Buffer.from(raw).toString('base64') };
    assert.equal((await post('email', whole)).status, 200);
    assert.equal((await post('email', whole)).status, 200);
    const said = { id: 'e-1', type: 'bounced', reference: `b+${reference}@b.example.com`, status: '5.0.0' };
    assert.equal((await post('email', { ...said, diagnostic: 'smtp; 550 5.1.1 no such user' })).status, 200);
    const [answer, bounced, ...more] = (await heard()).toSorted((a, b) => b.kind.localeCompare(a.kind));
    assert.deepEqual(more, []);
    assert.deepEqual(answer, {
      kind: 'replied',
      messageId,
      channel: 'email',
      from: 'ada@example.com',
      subject: 'Re: Your statement',
      text: 'Thank you.',
      wish: null,
    });
    const reason = 'It came back: there is no such mailbox (5.1.1).';
    assert.deepEqual(bounced, { kind: 'bounced', messageId, isPermanent: true, code: '5.1.1', reason });
    const strange = { raw: Buffer.from('From: a@b.c\r\n\r\nhello').toString('base64') };
    assert.equal((await post('email', strange)).status, 200, 'it is none of ours');
    assert.equal((await post('email', { id: 'e-2', type: 'opened', reference: 'x' })).body.data.path, 'reference');
    assert.equal((await post('email', {})).body.data.path, 'type');
    const deep = Array.from(
      { length: 300 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
    );
    const bomb = { raw: Buffer.from(deep.join('')).toString('base64') };
    assert.equal((await post('email', bomb)).body.data.path, 'raw');
  });
});

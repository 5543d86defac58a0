// Documents that go with messages: of the borrower, with a content, readable by the caller, and not too large together.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aReader, sendTo, sentTo } from '../../../../tests/support/a-reader.ts';
import type { CollectedBorrower } from '../../../../tests/support/collected-borrower.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, type Client, useHouse } from '../../../../tests/support/house.ts';
import { refusedAt } from '../../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';

describe('an attachment', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let reader: CollectedBorrower;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-09-14T16:00:00Z');
    reader = await aReader(api);
  });

  async function aDocument({ path }: CollectedBorrower, text: string, more: object = {}): Promise<string> {
    const { body } = await api.post(`${path}/documents`, { type: 'other', fileName: 'plan.txt', ...more });
    const content = { headers: { 'content-type': 'text/plain' }, body: text };
    const { status } = await api.call('POST', `${path}/documents/${body.id}/content`, content);
    assert.ok(status < 300);
    return body.id;
  }

  const mailOf = (id: string): Promise<Answer['body']> =>
    eventually('it is in the mailbox', async () => {
      const { data } = (await api.get('/test-mailbox')).body;
      return data.find((one: { id: string }) => one.id === id);
    });

  test('goes with an email', async () => {
    const id = await aDocument(reader, 'Your plan.');
    const sent = await sentTo(api, reader, { attachments: [id] });
    assert.equal(sent.documentId, id);
    const [attached] = (await mailOf(sent.messageId)).attachments;
    assert.deepEqual([attached.documentId, attached.fileName, attached.contentLength], [id, 'plan.txt', 10]);
  });

  test('is of this borrower, has a content, and fits', async () => {
    const other = await aReader(api);
    refusedAt(
      await sendTo(api, reader, { attachments: [await aDocument(other, 'Of somebody else.')] }),
      'attachments[0]',
    );
    const own = await aDocument(reader, 'Ours.');
    const { body: empty } = await api.post(`${reader.path}/documents`, { type: 'other' });
    refusedAt(await sendTo(api, reader, { attachments: [own, empty.id] }), 'attachments[1]');
    const large = await Promise.all([0, 1].map(() => aDocument(reader, 'x'.repeat(6_000_000))));
    refusedAt(await sendTo(api, reader, { attachments: large }), 'attachments');
    refusedAt(await sendTo(api, reader, { attachments: [own], channel: 'mail' }), 'attachments[0]');
  });

  test('that the caller may not read is not sent', async () => {
    const sensitive = await aDocument(reader, 'A secret.', { sensitiveData: true });
    const permissions = ['communicator:send', 'document.content:read', 'person:read', 'company:read', 'loan:read'];
    const key = await api.made('/keys', { name: 'A sender', permissions });
    const sender = house().client(key.secret ?? key.key, api.realm);
    const answer = await sendTo(sender, reader, { attachments: [sensitive] });
    assert.deepEqual([answer.status, answer.body.data.permission], [403, 'document.sensitive:read']);
    const plain = await api.made('/keys', { name: 'Another', permissions: ['communicator:send'] });
    const refused = await sendTo(house().client(plain.secret ?? plain.key, api.realm), reader, {
      attachments: [sensitive],
    });
    assert.deepEqual([refused.status, refused.body.data.permission], [403, 'document.content:read']);
  });

  test('is printed behind a letter, which is a PDF', async () => {
    const sent = await sentTo(api, reader, { channel: 'mail' });
    assert.equal(sent.contactId, reader.addressId);
    const mail = await mailOf(sent.messageId);
    assert.equal(mail.attachments[0].contentType, 'application/pdf');
    assert.match(mail.to, /Ada Lovelace\n12 Main St\nIndianapolis, IN 46204/);
  });

  test('goes later as it was when it was asked for, or the message does not go', async () => {
    const own = await aReader(api);
    const few = ['communicator:send', 'document.content:read', 'person:read', 'company:read', 'loan:read'];
    const key = await api.made('/keys', { name: 'Sees nothing sensitive', permissions: few });
    const sender = house().client(key.secret ?? key.key, api.realm);
    const names = ['Replaced.', 'Deleted.', 'Hidden.'] as const;
    const [replaced, deleted, hidden] = await Promise.all(names.map((text) => aDocument(own, text)));
    const later = (by: Client, id: string | undefined) =>
      sentTo(by, own, { attachments: [id], sendAt: '2026-09-14T18:00:00Z' });
    const [first, gone, unseen] = await Promise.all([replaced, deleted, hidden].map((id) => later(sender, id)));
    const seen = await later(api, hidden);
    const content = { headers: { 'content-type': 'text/plain' }, body: 'Something else that nobody has looked at.' };
    assert.ok((await api.call('POST', `${own.path}/documents/${replaced}/content`, content)).status < 300);
    assert.ok((await api.delete(`${own.path}/documents/${deleted}`)).status < 300);
    assert.equal((await api.put(`${own.path}/documents/${hidden}`, { sensitiveData: true })).status, 200);
    await moveClock(api, '2026-09-14T18:00:01Z');
    const [attached] = (await mailOf(first.messageId)).attachments;
    assert.deepEqual([attached.documentId, attached.contentLength], [replaced, 'Replaced.'.length]);
    assert.equal((await mailOf(seen.messageId)).attachments[0].documentId, hidden);
    for (const { messageId } of [gone, unseen]) {
      const { state } = await eventually('it has ended', async () => {
        const { data } = (await api.get(`/communicator/messages/${messageId}`)).body;
        return ['sent', 'failed', 'dropped'].includes(data.state) && data;
      });
      assert.equal(state, 'failed');
    }
    await setClock(api, '2026-09-14T16:00:00Z');
  });
});

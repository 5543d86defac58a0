// The email itself: who it is from, what it answers, by what it comes back, its signature, and that no field of it becomes
// another one.
import assert from 'node:assert/strict';
import { createHash, createVerify, generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import PostalMime from 'postal-mime';
import { keyring } from '#platform/crypto/keyring.ts';
import { vault } from '#platform/crypto/vault.ts';
import { messageNamedBy, nameOfMessage } from '../../message-address.ts';
import { messageOfToken } from '../../unsubscribe/token.ts';
import { type Outgoing, plainMessage } from '../provider.ts';
import { writtenLetter } from './letter.ts';

const own = vault(keyring(Buffer.alloc(32, 1)));
const realm = { mode: 'live', companyId: 'CP-ABCD-EFGH' } as const;
const settings = { smtpUrl: 'smtp://127.0.0.1:1', from: 'Operator <loans@example.com>', bounceDomain: 'b.example.com' };

const message = (more: Partial<Outgoing> = {}): Outgoing => ({
  ...plainMessage,
  realm,
  id: 'EM-7KQ2-M9XA',
  channel: 'email',
  to: 'ada@example.org',
  subject: 'Your statement',
  text: 'It is ready.',
  purpose: 'statement',
  ...more,
});

const written = (more: Partial<Outgoing> = {}, dkim: Parameters<typeof writtenLetter>[1]['settings']['dkim'] = null) =>
  writtenLetter(message(more), { settings: { ...settings, dkim }, vault: own, publicUrl: 'https://loans.example.com' });

const headsOf = (bytes: Buffer): string => bytes.toString().split('\r\n\r\n', 1)[0] ?? '';

describe('an email', () => {
  test('comes back to an address that names it, and asks for a report', async () => {
    const { envelope } = await written();
    const [, name = ''] = /^b\+([a-z2-7.]{37})@b\.example\.com$/.exec(envelope.from) ?? [];
    assert.deepEqual(messageNamedBy(own, name), { realm, messageId: 'EM-7KQ2-M9XA' });
    assert.ok((envelope.from.split('@')[0] ?? '').length <= 64);
    assert.deepEqual(envelope.dsn, { id: name, return: 'headers', notify: ['failure', 'delay'] });
  });

  test('has text, HTML and attachments, the name of the company, and its place in the thread', async () => {
    async function* open() {
      yield Buffer.from('%PDF-1.7 ');
      yield Buffer.from('statement');
    }
    const attachment = {
      documentId: null,
      fileName: 'año.pdf',
      contentType: 'application/pdf',
      contentLength: 18,
      open,
    };
    const { bytes } = await written({
      html: '<p>It is <b>ready</b>.</p>',
      senderName: 'Acme, "Loans"',
      replyTo: 'help@acme.example',
      thread: ['EM-AAAA-AAAA', 'EM-BBBB-BBBB'],
      attachments: [attachment],
    });
    const email = await PostalMime.parse(bytes);
    assert.deepEqual(email.from, { name: 'Acme, "Loans"', address: 'loans@example.com' });
    assert.deepEqual(
      email.replyTo?.map(({ address }) => address),
      ['help@acme.example'],
    );
    assert.match(email.text ?? '', /It is ready\./);
    assert.match(email.html ?? '', /<b>ready<\/b>/);
    const [file] = email.attachments;
    assert.equal(file?.filename, 'año.pdf');
    assert.equal(Buffer.from(file?.content as ArrayBuffer).toString(), '%PDF-1.7 statement');
    const idOf = (id: string) => `<${id}.${nameOfMessage(own, { realm, messageId: id })}@example.com>`;
    assert.equal(email.messageId, idOf('EM-7KQ2-M9XA'));
    assert.equal(email.inReplyTo, idOf('EM-BBBB-BBBB'));
    assert.equal(email.references, `${idOf('EM-AAAA-AAAA')} ${idOf('EM-BBBB-BBBB')}`);
  });

  test('that is not transactional can be refused in one click, and says so at its end', async () => {
    const { bytes } = await written({ mayUnsubscribe: true, html: '<body><p>Hi</p></body>', language: 'es' });
    const { headers, text, html } = await PostalMime.parse(bytes);
    const header = (name: string) => headers.find(({ key }) => key === name)?.value;
    assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    const [, token = ''] =
      /^<https:\/\/loans\.example\.com\/api\/unsubscribe\/([\w.-]+)>$/.exec(header('list-unsubscribe') ?? '') ?? [];
    assert.deepEqual(messageOfToken(own, token), { realm, messageId: 'EM-7KQ2-M9XA' });
    assert.ok(text?.includes(`/api/unsubscribe/${token}`));
    assert.match(html ?? '', /Darse de baja<\/a><\/p><\/body>/);
    const plain = await PostalMime.parse((await written()).bytes);
    assert.equal(
      plain.headers.some(({ key }) => key.startsWith('list-')),
      false,
    );
  });

  test('keeps its fields apart, whatever stands in them', async () => {
    const { bytes, envelope } = await written({
      subject: 'Hi\r\nBcc: evil@example.net',
      senderName: 'Acme\r\nBcc: evil@example.net, <evil@example.net>',
      replyTo: 'help@acme.example',
    });
    assert.deepEqual(envelope.to, ['ada@example.org']);
    const email = await PostalMime.parse(bytes);
    assert.equal(email.bcc, undefined);
    assert.equal(email.from?.address, 'loans@example.com');
    assert.deepEqual(
      email.to?.map(({ address }) => address),
      ['ada@example.org'],
    );
  });
});

describe('the signature of an email', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const dkim = { domain: 'example.com', selector: 'tenor', privateKey: pem };

  test('is right by the public key, worked out by hand (RFC 6376, relaxed)', async () => {
    const { bytes } = await written({ mayUnsubscribe: true, html: '<p>Año</p>' }, dkim);
    const [head = ''] = bytes.toString('latin1').split('\r\n\r\n', 1);
    const body = bytes.toString('latin1').slice(head.length + 4);
    const fields = head.split(/\r\n(?![ \t])/).map((line) => {
      const place = line.indexOf(':');
      return { name: line.slice(0, place).toLowerCase(), value: line.slice(place + 1) };
    });
    const relaxed = ({ name, value }: { name: string; value: string }) =>
      `${name.trim()}:${value
        .replace(/\r\n/g, '')
        .replace(/[ \t]+/g, ' ')
        .trim()}`;
    const signature = fields[0] as { name: string; value: string };
    assert.equal(signature.name, 'dkim-signature');
    const tags = Object.fromEntries(
      signature.value.split(';').map((tag) => {
        const [name = '', ...value] = tag.trim().split('=');
        return [name, value.join('=').replace(/\s/g, '')];
      }),
    );
    assert.deepEqual([tags.d, tags.s, tags.a, tags.c], ['example.com', 'tenor', 'rsa-sha256', 'relaxed/relaxed']);
    const relaxedBody = `${body
      .replace(/[ \t]+/g, ' ')
      .replace(/ \r\n/g, '\r\n')
      .replace(/(\r\n)*$/, '')}\r\n`;
    assert.equal(tags.bh, createHash('sha256').update(relaxedBody, 'latin1').digest('base64'));
    const names = (tags.h as string).toLowerCase().split(':');
    for (const name of ['from', 'to', 'subject', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post']) {
      assert.ok(names.includes(name), name);
    }
    const covered = names.flatMap((name) => {
      const field = fields.findLast((one) => one.name === name);
      return field === undefined ? [] : [`${relaxed(field)}\r\n`];
    });
    const unsigned = relaxed(signature).replace(/(;\s*b=)[^;]*$/, '$1');
    const verified = createVerify('RSA-SHA256')
      .update(covered.join('') + unsigned, 'latin1')
      .verify(publicKey, tags.b as string, 'base64');
    assert.ok(verified);
  });

  test('is not left out when the key cannot sign', async () => {
    const other = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await assert.rejects(written({}, { ...dkim, privateKey: other }), /could not be signed/);
  });

  test('is absent without a key', async () => {
    assert.doesNotMatch(headsOf((await written()).bytes), /dkim-signature/i);
  });
});

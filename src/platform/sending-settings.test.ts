// The settings of messages: what goes together, and a sentence for each that is wrong.
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readSettings } from './config.ts';

const secret = Buffer.alloc(32, 7).toString('base64');
const mail = { SMTP_URL: 'smtp://u:p@mail.example.com:587', MAIL_FROM: 'Acme <loans@example.com>' };
const bounces = { ...mail, BOUNCE_DOMAIN: 'bounces.example.com' };
const posts = { MESSAGES_WEBHOOK_URL: 'https://messages.internal/x', MESSAGES_WEBHOOK_SECRET: secret };

const nothing = { email: null, webhook: null, inboundSecret: null, letters: null, publicUrl: null };

test('messages go out by what is set', () => {
  assert.deepEqual(readSettings({}).config.sending, nothing);
  const { config, wrong } = readSettings({ ...mail, ...posts });
  assert.deepEqual(wrong, []);
  assert.deepEqual(config.sending, {
    ...nothing,
    email: { smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM, dkim: null, bounceDomain: null, bouncesUrl: null },
    webhook: { url: posts.MESSAGES_WEBHOOK_URL, secret },
    inboundSecret: secret,
  });
  assert.deepEqual(readSettings({ ...posts, MESSAGES_WEBHOOK_URL: 'http://127.0.0.1:9/x' }).wrong, []);
});

test('a wrong setting of messages is named', () => {
  for (const [given, said] of [
    [{ ...mail, SMTP_URL: 'https://mail.example.com' }, /^SMTP_URL must be/],
    [{ ...mail, MAIL_FROM: 'Acme <a@b.com>\r\nBcc: x@y.com' }, /^MAIL_FROM must be/],
    [{ ...mail, MAIL_FROM: 'Acme' }, /^MAIL_FROM must be/],
    [{ SMTP_URL: mail.SMTP_URL }, /^SMTP_URL goes with MAIL_FROM/],
    [{ ...posts, MESSAGES_WEBHOOK_URL: 'http://messages.example.com/' }, /^MESSAGES_WEBHOOK_URL must be/],
    [{ ...posts, MESSAGES_WEBHOOK_SECRET: 'short' }, /^MESSAGES_WEBHOOK_SECRET must be/],
    [{ MESSAGES_WEBHOOK_URL: posts.MESSAGES_WEBHOOK_URL }, /^MESSAGES_WEBHOOK_URL goes with/],
    [{ ...mail, DKIM_DOMAIN: 'example.com' }, /^DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY_FILE go together/],
    [{ ...mail, BOUNCE_DOMAIN: 'b@example.com' }, /^BOUNCE_DOMAIN must be/],
    [{ ...mail, BOUNCES_IMAP_URL: 'imaps://u:p@mail.example.com/INBOX' }, /goes with BOUNCE_DOMAIN/],
    [{ ...bounces, BOUNCES_IMAP_URL: 'imap://u:p@mail.example.com/INBOX' }, /^BOUNCES_IMAP_URL must be/],
    [{ LETTERS_SFTP_URL: 'sftp://me@press.example.com/in' }, /^LETTERS_SFTP_URL goes with/],
  ] as const) {
    const { wrong } = readSettings(given);
    assert.equal(wrong.length, 1, wrong.join());
    assert.match(wrong[0] ?? '', said);
  }
});

describe('a key that signs emails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dkim-'));
  after(() => rmSync(folder, { recursive: true }));
  const readWith = (pem: string | null) => {
    const file = join(folder, 'key.pem');
    if (pem !== null) writeFileSync(file, pem);
    const signed = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'tenor', DKIM_PRIVATE_KEY_FILE: file };
    return readSettings({ ...mail, ...signed });
  };
  const pemOf = ({ privateKey }: { privateKey: KeyObject }) =>
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  test('is an RSA key', () => {
    const pem = pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }));
    const { config, wrong } = readWith(pem);
    assert.deepEqual(wrong, []);
    assert.deepEqual(config.sending.email?.dkim, { domain: 'example.com', selector: 'tenor', privateKey: pem });
  });

  test('of another kind, short, or no key at all is refused with a sentence: it would leave emails unsigned', () => {
    const saidOf = (pem: string) => readWith(pem).wrong.join();
    assert.match(saidOf(pemOf(generateKeyPairSync('ed25519'))), /must be an RSA key.*it is ed25519/);
    assert.match(saidOf(pemOf(generateKeyPairSync('rsa', { modulusLength: 512 }))), /at least 1024 bits/);
    assert.match(saidOf('no key'), /must be a private key in PEM/);
    rmSync(join(folder, 'key.pem'));
    assert.match(readWith(null).wrong.join(), /must be a file that can be read \(ENOENT\)/);
  });
});

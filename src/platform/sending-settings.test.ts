// The settings of messages: what goes together, and a sentence for each that is wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from './config.ts';

const secret = Buffer.alloc(32, 7).toString('base64');
const mail = { SMTP_URL: 'smtp://u:p@mail.example.com:587', MAIL_FROM: 'Acme <loans@example.com>' };
const posts = { MESSAGES_WEBHOOK_URL: 'https://messages.internal/x', MESSAGES_WEBHOOK_SECRET: secret };

test('messages go out by what is set', () => {
  assert.deepEqual(readSettings({}).config.sending, { email: null, webhook: null });
  const { config, wrong } = readSettings({ ...mail, ...posts });
  assert.deepEqual(wrong, []);
  assert.deepEqual(config.sending, {
    email: { smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM },
    webhook: { url: posts.MESSAGES_WEBHOOK_URL, secret },
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
  ] as const) {
    const { wrong } = readSettings(given);
    assert.equal(wrong.length, 1, wrong.join());
    assert.match(wrong[0] ?? '', said);
  }
});

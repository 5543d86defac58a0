import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { machineClock } from '#platform/clock.ts';
import { newWebhookSecret, signer } from './signature.ts';

const newest = Buffer.alloc(32, 7).toString('base64');
const previous = Buffer.alloc(32, 250).toString('base64');
const body = JSON.stringify({ type: 'loan.closed', name: 'Zoë 💶 \u2028', amountCents: 100 });
const nowSeconds = () => Math.floor(machineClock.micros() / 1e6);

/** Verifies like a receiver. */
const verify = (secret: string, headers: Record<string, string>, received: string | Buffer) =>
  new Webhook(secret).verify(received, headers);

describe('the headers of a delivery', () => {
  test('are worked out by hand', () => {
    const headers = signer([newest])('EV-1', 1_700_000_000, body);
    const standard = createHmac('sha256', Buffer.from(newest, 'base64')).update(`EV-1.1700000000.${body}`, 'utf8');
    assert.deepEqual(headers, {
      'webhook-id': 'EV-1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,${standard.digest('base64')}`,
      'x-peach-hmac': createHmac('sha256', newest).update(body, 'utf8').digest('hex'),
    });
    assert.match(headers['x-peach-hmac'] ?? '', /^[0-9a-f]{64}$/);
  });

  test('are what another program works out', () => {
    // Made with `openssl dgst -sha256 -mac hmac`, with the bytes of the keys as hexkey and with their base64 as key.
    const headers = signer([newest, previous])('EV-1', 1_700_000_000, '{}');
    assert.deepEqual(headers, worked);
  });

  test('hold both secrets while one is rotated, the newest first', () => {
    const headers = signer([newest, previous])('EV-1', 1_700_000_000, body);
    const alone = [newest, previous].map((secret) => signer([secret])('EV-1', 1_700_000_000, body));
    assert.equal(headers['webhook-signature'], alone.map((one) => one['webhook-signature']).join(' '));
    assert.equal(headers['x-peach-hmac'], alone[0]?.['x-peach-hmac']);
    assert.equal(headers['x-peach-hmac-previous'], alone[1]?.['x-peach-hmac']);
    assert.ok(!('x-peach-hmac-previous' in (alone[0] ?? {})), 'no header for a secret that is not there');
  });

  test('are accepted by a receiver with either secret, and by no other', () => {
    const headers = signer([newest, previous])('EV-1', nowSeconds(), body);
    for (const secret of [newest, previous]) assert.deepEqual(verify(secret, headers, body), JSON.parse(body));
    assert.throws(() => verify(newWebhookSecret(), headers, body), /No matching signature/);
    assert.throws(() => verify(previous, signer([newest])('EV-1', nowSeconds(), body), body), /No matching signature/);
  });

  test('are refused when body, time or id were changed', () => {
    const headers = signer([newest])('EV-1', nowSeconds(), body);
    assert.throws(() => verify(newest, headers, `${body} `), /No matching signature/);
    assert.throws(() => verify(newest, { ...headers, 'webhook-id': 'EV-2' }, body), /No matching signature/);
    const earlier = String(nowSeconds() - 10);
    assert.throws(() => verify(newest, { ...headers, 'webhook-timestamp': earlier }, body), /No matching signature/);
    assert.throws(() => verify(newest, signer([newest])('EV-1', nowSeconds() - 600, body), body), /too old/);
  });

  test('are the same for a body in text and in bytes, whatever is in it', () => {
    const sign = signer([newest, previous]);
    fc.assert(
      fc.property(fc.json({ stringUnit: 'grapheme' }), (text) => {
        const headers = sign('EV-1', nowSeconds(), text);
        assert.deepEqual(sign('EV-1', Number(headers['webhook-timestamp']), Buffer.from(text)), headers);
        verify(newest, headers, text);
        verify(previous, headers, Buffer.from(text));
      }),
    );
  });
});

describe('a secret', () => {
  test('is 32 random bytes in base64, and signs', () => {
    const secrets = Array.from({ length: 50 }, newWebhookSecret);
    assert.equal(new Set(secrets).size, 50);
    for (const secret of secrets) {
      assert.equal(Buffer.from(secret, 'base64').length, 32);
      assert.equal(secret.length, 44);
      verify(secret, signer([secret])('EV-1', nowSeconds(), body), body);
    }
  });

  test('that is none is refused, and so are none and three', () => {
    for (const secret of ['', 'secret', newest.slice(4)]) assert.throws(() => signer([secret]), /32 bytes/);
    for (const secrets of [[], [newest, previous, newest]]) assert.throws(() => signer(secrets), /one secret or two/);
  });
});

const worked = {
  'webhook-id': 'EV-1',
  'webhook-timestamp': '1700000000',
  'webhook-signature':
    'v1,FqqfG8TH3ghPT19yilIcZNCNptBVP97ivLKvOVX4FQw= v1,tNX/aCZ49o6eHLwcXk42YqesimIz2LpnGXmuxlsM4vY=',
  'x-peach-hmac': 'ef3550d254055c226c5730541f1817ef98f43d961e93ae40a99490f2ada4a1d0',
  'x-peach-hmac-previous': '5b1a06a88c0bde4cf1840da6a45586efbcd38aaefe7a1204e80d2aeaea694401',
};

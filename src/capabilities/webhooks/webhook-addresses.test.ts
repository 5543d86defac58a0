// Where a webhook subscription may lead: to the public internet by https, or to a host that the service was given.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, useHouse } from '../../../tests/support/house.ts';
import { aWebhook, useReceivers } from '../../../tests/support/receiver.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';

const outside = 'https://hooks.example.com/tenor?token=telltale-token';
const urlPath = 'webhookDirectDetails.webhookUrl';

const refusedUrls: readonly string[] = [
  // Not https.
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'ws://hooks.example.com/',
  'gopher://hooks.example.com/',
  'data:text/plain,hello',
  // This machine and its networks, in different spellings.
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127.0.0.1./',
  'https://0.0.0.0/',
  'https://0/',
  'https://10.0.0.1/',
  'https://10.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://0xc0a80101/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://0xa9fea9fe/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456::1]/',
  'https://[ff02::1]/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  // Names of inner hosts.
  'https://localhost/',
  'https://LOCALHOST:8443/',
  'https://localhost./',
  'https://x.localhost/',
  'https://localhost.localdomain/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://router.home.arpa/',
  'https://intranet/',
  // URLs that are not what they seem.
  'https://user@hooks.example.com/',
  'https://user:password@hooks.example.com/',
  'https://:password@hooks.example.com/',
  'https://hooks.example.com@127.0.0.1/',
  'https://hooks.example.com/#part',
  'https://hooks.example.com:0/',
  'https://hooks.example.com:65536/',
  'https:hooks.example.com',
  'https:/hooks.example.com/',
  'https:\\\\hooks.example.com\\',
  'https://hooks.example.com\\@127.0.0.1/',
  ' https://hooks.example.com/',
  'https://hooks.exa mple.com/',
  'https://hooks.example.com/\n',
  'https://',
  'hooks.example.com',
  'nonsense',
  `https://hooks.example.com/${'x'.repeat(2048)}`,
  '',
];

describe('a webhook subscription', { concurrency: true }, () => {
  const receivers = useReceivers(1);
  const { aCompany } = useHouse({ webhookDevHosts: receivers.devHosts });

  test('leads to the public internet by https, and nowhere else', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/webhooks', aWebhook(outside));
    for (const webhookUrl of refusedUrls) {
      refusedAt(await api.post('/webhooks', aWebhook(webhookUrl)), urlPath);
      refusedAt(await api.put(`/webhooks/${id}`, { webhookDirectDetails: { webhookUrl } }), urlPath);
    }
    refusedAt(
      await api.post('/webhooks', aWebhook(outside, { webhookDirectDetails: undefined })),
      'webhookDirectDetails',
    );
    refusedAt(await api.post('/webhooks', aWebhook(outside, { webhookDirectDetails: {} })), urlPath);
    assert.deepEqual((await api.get('/webhooks')).body.data.map(urlOf), [outside], 'nothing was stored');
  });

  test('leads inside to a dev host, which is matched exactly', async () => {
    const { test: api } = await aCompany();
    const { host } = receivers.take();
    const port = host.split(':')[1];
    assert.equal((await api.post('/webhooks', aWebhook(`http://${host}/a?b=c`))).status, 201);
    assert.equal((await api.post('/webhooks', aWebhook(`https://${host}/`))).status, 201);
    const others = [
      `http://localhost:${port}/`,
      'http://127.0.0.1/',
      `http://127.0.0.2:${port}/`,
      'http://127.0.0.1:1/',
    ];
    for (const other of others) refusedAt(await api.post('/webhooks', aWebhook(other)), urlPath);
  });
});

const urlOf = (webhook: Answer['body']): string => webhook.webhookDirectDetails.webhookUrl;

// From where a key may be used, over HTTP; behind a proxy too.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { movableClock } from '../../../tests/support/clock.ts';
import { useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { addressesAmong, areWithin } from './allowed-addresses.ts';

const allowedAddresses = ['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48'];

describe('a key with allowed addresses', () => {
  const clock = movableClock();
  const { house, aCompany } = useHouse({ clock, config: { trustProxy: '10.0.0.0/8' } });

  async function statusFrom(key: string, remoteAddress: string, forwarded?: string, path = '/people') {
    const headers = { 'x-api-key': key, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) };
    const answer = await house().app.inject({ method: 'GET', url: `/api${path}`, headers, remoteAddress });
    return [answer.statusCode, JSON.parse(answer.body).errorType];
  }
  const refused = [403, 'AddressNotAllowed'];
  const fine = [200, undefined];

  test('is refused from elsewhere, in both versions of addresses', async () => {
    const { test: api } = await aCompany();
    const { key, ...made } = await api.made('/keys', { name: 'a', allowedAddresses });
    assert.deepEqual(made.allowedAddresses, allowedAddresses);
    for (const address of [
      '203.0.113.1',
      '203.0.113.255',
      '198.51.100.7',
      '::ffff:203.0.113.9',
      '2001:db8:1:ffff::1',
    ]) {
      assert.deepEqual(await statusFrom(key, address), fine, address);
    }
    for (const address of ['203.0.114.1', '198.51.100.8', '::ffff:203.0.114.9', '2001:db8:2::1', '127.0.0.1', '::1']) {
      assert.deepEqual(await statusFrom(key, address), refused, address);
    }
    assert.deepEqual(await statusFrom(api.key, '203.0.114.1'), fine, 'one without a list');
  });

  test('is judged by the client that a trusted proxy names, and by no other word', async () => {
    const { test: api } = await aCompany();
    const { key } = await api.made('/keys', { name: 'a', allowedAddresses });
    assert.deepEqual(await statusFrom(key, '10.1.2.3', '203.0.113.5'), fine);
    assert.deepEqual(await statusFrom(key, '10.1.2.3', '192.0.2.5'), refused);
    assert.deepEqual(await statusFrom(key, '10.1.2.3', '203.0.113.5, 192.0.2.5'), refused, 'what a client invented');
    assert.deepEqual(await statusFrom(key, '192.0.2.5', '203.0.113.5'), refused, 'nobody trusts it');
  });

  test('has a list that can be changed and taken away', async () => {
    const { test: api } = await aCompany();
    const { key, id } = await api.made('/keys', { name: 'a', allowedAddresses });
    assert.deepEqual(await statusFrom(key, '192.0.2.5'), refused);
    const changed = await api.put(`/keys/${id}`, { allowedAddresses: ['192.0.2.5'] });
    assert.deepEqual(changed.body.data.allowedAddresses, ['192.0.2.5']);
    clock.moveOn(1.1);
    assert.deepEqual(await statusFrom(key, '192.0.2.5'), fine);
    await api.put(`/keys/${id}`, { allowedAddresses: null });
    clock.moveOn(1.1);
    assert.deepEqual(await statusFrom(key, '8.8.8.8'), fine);
  });

  test('makes no key for further addresses, and changes none so', async () => {
    const { test: api } = await aCompany();
    const { key } = await api.made('/keys', { name: 'a', allowedAddresses });
    const free = await api.made('/keys', { name: 'free' });
    const asked = async (method: 'POST' | 'PUT', path: string, payload: object) => {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const sent = { method, url: `/api${path}`, headers, remoteAddress: '203.0.113.1', payload };
      return (await house().app.inject(sent)).statusCode;
    };
    assert.equal(await asked('POST', '/keys', { name: 'b' }), 403);
    assert.equal(await asked('POST', '/keys', { name: 'b', allowedAddresses: ['203.0.112.0/23'] }), 403);
    assert.equal(await asked('POST', '/keys', { name: 'b', allowedAddresses: ['0.0.0.0/0'] }), 403);
    assert.equal(await asked('POST', '/keys', { name: 'b', allowedAddresses: ['203.0.113.128/25'] }), 201);
    assert.equal(await asked('PUT', `/keys/${free.id}`, { allowedAddresses: ['8.8.8.8'] }), 403);
    assert.equal(await asked('POST', `/keys/${free.id}/rotate`, {}), 403);
  });

  test('needs addresses that are some', async () => {
    const { test: api } = await aCompany();
    const wrong = [
      '',
      'a',
      '1.2.3',
      '1.2.3.4/33',
      '1.2.3.4/',
      '1.2.3.4/08',
      '1.2.3.4/8/8',
      '::1/129',
      'fe80::1%eth0',
      '::ffff:1.2.3.4',
      'example.com',
    ];
    for (const one of wrong) {
      const answer = await api.post('/keys', { name: 'a', allowedAddresses: ['10.0.0.1', one] });
      refusedAt(answer, 'allowedAddresses[1]');
    }
    refusedAt(await api.post('/keys', { name: 'a', allowedAddresses: [] }), 'allowedAddresses');
  });
});

test('ranges of one version say nothing of the other, and a range is within a wider one', () => {
  assert.equal(addressesAmong(['::/0'])('1.2.3.4'), false);
  assert.equal(addressesAmong(['0.0.0.0/0'])('::1'), false);
  assert.equal(addressesAmong(['::/0'])('fe80::1%eth0'), false);
  assert.equal(areWithin(['10.1.0.0/16', '2001:db8::1'], ['10.0.0.0/8', '2001:db8::/32']), true);
  assert.equal(areWithin(['10.0.0.0/7'], ['10.0.0.0/8']), false);
  assert.equal(areWithin(['11.0.0.0/16'], ['10.0.0.0/8']), false);
});

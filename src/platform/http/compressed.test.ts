// Compressed answers, over HTTP: who asks gets them, who does not is answered as before, and no secret is in one.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { endpoints } from '#app/capabilities.ts';
import { aLine } from '../../../tests/support/a-line.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { isCompressible } from './compressed.ts';

describe('an answer', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    for (let i = 0; i < 12; i++) await api.made('/people', aPerson());
  });

  const ask = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'PUT' = 'GET', body?: object) =>
    house().app.inject({
      method,
      url: `/api${path}`,
      headers: { 'x-api-key': api.key, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { payload: JSON.stringify(body) }),
    });

  test('above a kilobyte is compressed as the client asks, and the same text', async () => {
    const plain = await ask('/people');
    assert.deepEqual([plain.headers['content-encoding'], plain.headers.vary], [undefined, undefined]);
    assert.ok(plain.rawPayload.length > 4_000);
    for (const [asked, encoding] of [
      ['gzip, deflate, br', 'gzip'],
      ['br', 'br'],
      ['gzip;q=0, br', 'br'],
    ] as const) {
      const { headers, rawPayload } = await ask('/people', { 'accept-encoding': asked });
      assert.deepEqual([headers['content-encoding'], headers.vary], [encoding, 'accept-encoding']);
      assert.equal(Number(headers['content-length']), rawPayload.length);
      assert.ok(rawPayload.length < plain.rawPayload.length / 4, `${rawPayload.length} bytes`);
      const text = (encoding === 'gzip' ? gunzipSync : brotliDecompressSync)(rawPayload).toString();
      assert.equal(text, plain.body);
    }
    const other = await ask('/people', { 'accept-encoding': 'identity, deflate' });
    assert.deepEqual([other.headers['content-encoding'], other.body], [undefined, plain.body]);
  });

  test('of a few bytes goes as it is, and so does one that shows an identity', async () => {
    const { id } = await api.made('/people', { ...aPerson(), identity: { identityType: 'SSN', value: '123-45-6789' } });
    const asked = { 'accept-encoding': 'gzip' };
    for (const path of [`/people/${id}`, '/test-clock', `/people/${id}/identities`]) {
      const { headers } = await ask(path, asked);
      assert.equal(headers['content-encoding'], undefined, path);
    }
  });

  test('keeps its version: the weak tag finds it again, and binds a change to it', async () => {
    const { path } = await aLine(api);
    const { headers } = await ask(path, { 'accept-encoding': 'gzip' });
    const { etag } = headers as { etag: string };
    assert.deepEqual([headers['content-encoding'], etag.slice(0, 3)], ['gzip', 'W/"']);
    for (const encoding of ['gzip', 'identity']) {
      const again = await ask(path, { 'accept-encoding': encoding, 'if-none-match': etag });
      assert.deepEqual([again.statusCode, again.body], [304, '']);
    }
    const change = (nickname: string) => ask(path, { 'if-match': etag }, 'PUT', { nickname });
    assert.equal((await change('Mine')).statusCode, 200);
    assert.equal((await change('Yours')).statusCode, 412);
  });

  test('with a secret or a personal value is compressed for nobody', () => {
    const open = endpoints.filter(
      ({ showsSecret, showsPersonal, openTo }) => showsSecret || showsPersonal !== undefined || openTo !== 'permitted',
    );
    assert.ok(open.length > 20);
    assert.deepEqual(
      open.filter(isCompressible).map(({ name }) => name),
      [],
    );
  });
});

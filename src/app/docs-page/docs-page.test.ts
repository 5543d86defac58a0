import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { acceptedEncoding } from '#platform/http/accepted-encoding.ts';
import { jokeOfScalar, registerDocsPage } from './index.ts';

const vendored = readFileSync(new URL('vendor/scalar.js', import.meta.url));
const served = Buffer.from(vendored.toString().replaceAll(jokeOfScalar, 'The key that the first start printed'));

function anApp() {
  const app = Fastify();
  registerDocsPage(app, { openapiPath: '/openapi.json' });
  return app;
}

test('every answer under /docs forbids the browser to ask anybody else', async () => {
  const app = anApp();
  for (const url of [
    '/docs',
    '/docs/guides',
    '/docs/first-calls',
    '/docs/first-calls.md',
    '/docs/scalar.js',
    '/docs/start.js',
    '/docs/pages.css',
  ]) {
    const { statusCode, headers } = await app.inject({ url });
    assert.equal(statusCode, 200, url);
    assert.match(String(headers['content-security-policy']), /^default-src 'self';/, url);
    assert.doesNotMatch(String(headers['content-security-policy']), /https?:|unsafe-eval|\*/, url);
    assert.equal(headers['x-content-type-options'], 'nosniff', url);
  }
});

test('the page names its scripts and the description, and no other place', async () => {
  const { body, headers } = await anApp().inject({ url: '/docs' });
  assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  const places = [...body.matchAll(/(?:src|href|data-openapi)="([^"]*)"/g)].map((match) => match[1]);
  const own = ['/docs/scalar.js', '/docs/start.js', '/docs/pages.css', '/docs/first-calls', '/docs/guides'];
  assert.deepEqual(new Set(places), new Set(['data:,', '/openapi.json', ...own]));
});

test('a path for the description cannot break out of its attribute', async () => {
  const app = Fastify();
  registerDocsPage(app, { openapiPath: '/"><script>' });
  const { body } = await app.inject({ url: '/docs' });
  assert.ok(body.includes('data-openapi="/&#34;&#62;&#60;script&#62;"'));
});

test('the script arrives in each encoding, with one text changed, and is not sent again to who has it', async () => {
  const app = anApp();
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };
  for (const [encoding, decode] of Object.entries(decoders)) {
    const ask = { 'accept-encoding': encoding };
    const first = await app.inject({ url: '/docs/scalar.js', headers: ask });
    assert.equal(first.headers['content-encoding'] ?? 'identity', encoding);
    assert.equal(first.headers.vary, 'accept-encoding');
    assert.ok(decode(first.rawPayload).equals(served), encoding);

    const etag = String(first.headers.etag);
    for (const known of [etag, `W/${etag}`, `"another", ${etag}`]) {
      const again = await app.inject({ url: '/docs/scalar.js', headers: { ...ask, 'if-none-match': known } });
      assert.deepEqual([again.statusCode, again.rawPayload.length, again.headers.etag], [304, 0, etag]);
    }
  }
});

test('HEAD answers like GET, without the body', async () => {
  const { statusCode, headers, rawPayload } = await anApp().inject({ method: 'HEAD', url: '/docs/start.js' });
  assert.equal(statusCode, 200);
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(rawPayload.length, 0);
});

test('the encoding is one that the client accepts', () => {
  const cases = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['GZIP ; q=1.0', 'gzip'],
    ['gzip;q=0, br;q=0.000', 'identity'],
    ['br;q=nonsense', 'identity'],
  ] as const;
  for (const [header, expected] of cases) assert.equal(acceptedEncoding(header), expected, header);
});

test('an empty field for a key shows what goes into it, and no joke', async () => {
  const { body } = await anApp().inject({ url: '/docs/scalar.js' });
  assert.ok(vendored.includes(jokeOfScalar), 'a new version may have another text there: look at the page');
  assert.ok(!body.includes(jokeOfScalar));
});

test('the vendored script is the one its README names', () => {
  const readme = readFileSync(new URL('vendor/README.md', import.meta.url), 'utf8');
  assert.ok(readme.includes(createHash('sha256').update(vendored).digest('hex')));
});

// The link at the end of an email: its page in two languages, the click of a mail program, and links that nobody has made.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { heardMessages } from '../../../../tests/support/heard-messages.ts';
import { useHouse } from '../../../../tests/support/house.ts';
import { unsubscribeUrl } from './token.ts';

describe('the link to unsubscribe', () => {
  const { house, aCompany } = useHouse({ works: false });
  const id = 'EM-7KQ2-M9XA';

  async function aLink() {
    const { realm } = (await aCompany()).live;
    const url = unsubscribeUrl(house().service.vault, '', { realm, id });
    const ask = (method: 'GET' | 'POST', headers: Record<string, string> = {}, to = url) =>
      house().app.inject({ method, url: to, headers: { accept: 'text/html', ...headers } });
    return { url, ask, heard: () => heardMessages(house(), realm) };
  }

  test('shows a page in the language of the browser, which changes nothing and asks nobody else', async () => {
    const { ask, heard, url } = await aLink();
    const english = await ask('GET');
    assert.equal(english.statusCode, 200);
    assert.match(english.body, /<html lang="en">[\s\S]*A company[\s\S]*<form method="post">/);
    assert.match(String(english.headers['content-security-policy']), /default-src 'none'.*form-action 'self'/);
    assert.match((await ask('GET', { 'accept-language': 'es-MX,es;q=0.9' })).body, /Darse de baja/);
    assert.match((await ask('GET', {}, `${url}?lang=es`)).body, /<html lang="es">/);
    assert.doesNotMatch(english.body, /EM-7KQ2-M9XA|<script/);
    assert.deepEqual(await heard(), []);
  });

  test('unsubscribes by the button of the page and in one click by a mail program, twice being once', async () => {
    const { ask, heard } = await aLink();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const page = await ask('POST', form);
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /You are unsubscribed/);
    const { statusCode } = await ask('POST', form);
    assert.equal(statusCode, 200);
    const all = await heard();
    assert.ok(all.length === 1 || all.length === 2, 'a minute may have passed in between');
    assert.deepEqual(all[0], { kind: 'optedOut', messageId: id });
  });

  test('that nobody has made is kindly none', async () => {
    const { ask, heard, url } = await aLink();
    const [body = '', signature = ''] = url.split('.');
    const forged = [`${body}x.${signature}`, `${body}.${signature.slice(0, -2)}aa`, '/api/unsubscribe/x', `${url}x`];
    for (const to of forged) {
      for (const method of ['GET', 'POST'] as const) {
        const { statusCode, body: said } = await ask(method, {}, to);
        assert.equal(statusCode, 404, to);
        assert.match(said, /not complete/);
      }
    }
    const plain = await ask('GET', { accept: 'application/json' }, '/api/unsubscribe/x');
    assert.equal(plain.json().errorType, 'NotFound');
    assert.deepEqual(await heard(), []);
  });
});

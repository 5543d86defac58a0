// Contents that mean harm, or are broken: each is refused with a reason, or is kept as the bytes it is and runs nowhere.
// And whose contents they are is asked on every way to them.
//   TENOR_BODIES=600 npm test -- bad-input     more bodies of any bytes
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { before, describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { eventually } from '../../../tests/support/eventually.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused } from '../../../tests/support/refusals.ts';
import { dice } from '../../../tests/support/seed.ts';

const MB = 1_048_576;
const bodies = Number(process.env.TENOR_BODIES ?? 60);
/** What was forgotten waits for the sweep, and is nothing that anybody keeps. */
const left = 'select count(*)::int as n from blobs where goes_at is distinct from 0';

describe('a content that means harm', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let stranger: Client;
  let person: string;
  let service: URL;
  before(async () => {
    service = new URL(await house().app.listen({ host: '127.0.0.1', port: 0 }));
    api = (await aCompany()).test;
    stranger = (await aCompany()).test;
    person = `/people/${(await api.made('/people', aPerson())).id}`;
  });

  const aDocument = async (body: object = {}): Promise<string> =>
    `${person}/documents/${(await api.post(`${person}/documents`, { type: 'other', ...body })).body.id}`;
  const upload = (path: string, body: Buffer, type: string) =>
    api.call('POST', `${path}/content`, { body, headers: { 'content-type': type } });
  const rows = async (): Promise<number> => (await house().service.database.pools.test.query(left)).rows[0].n;
  async function aLink(): Promise<string> {
    const { key } = await api.made(`${person}/document-upload-links`, { documentType: 'other' });
    const path = `/document-uploads/${key}/documents`;
    return `${path}/${(await house().call(undefined, 'POST', path, { body: {} })).body.id}/content`;
  }

  /** Sends a head and some bytes of a body over a connection of its own. */
  async function sendRaw(method: string, path: string, headers: readonly string[], body: Buffer | string) {
    const socket = connect(Number(service.port), service.hostname);
    await once(socket, 'connect');
    socket.write([`${method} /api${path} HTTP/1.1`, 'Host: tenor', ...headers, '', ''].join('\r\n'));
    socket.write(body);
    return socket;
  }
  const key = () => `x-api-key: ${api.key}`;

  test('that says it is too long is refused before a byte of it is read, on every way', async () => {
    const [own, link] = [`${await aDocument()}/content`, await aLink()];
    for (const [method, path, length] of [
      ['POST', own, 104_857_601],
      ['POST', link, 26_214_401],
      ['PATCH', `${link}?offset=0&length=10000000`, 4 * MB + 1],
    ] as const) {
      const socket = await sendRaw(
        method,
        path,
        [key(), 'content-type: application/pdf', `content-length: ${length}`],
        '%P',
      );
      const [answer] = (await once(socket, 'data')) as [Buffer];
      assert.match(String(answer), /^HTTP\/1\.1 413 /, `${method} ${path}`);
      socket.destroy();
    }
  });

  test('that is cut off leaves nothing', async () => {
    const before = await rows();
    const [own, link] = [`${await aDocument()}/content`, await aLink()];
    for (const [method, path] of [
      ['POST', own],
      ['POST', link],
      ['PATCH', `${link}?offset=0&length=1000000`],
    ] as const) {
      const headers = [key(), 'content-type: application/pdf', 'content-length: 1000000'];
      const socket = await sendRaw(
        method,
        path,
        headers,
        Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(400_000, 'a')]),
      );
      await eventually('it is on its way', async () => (await rows()) > before);
      socket.destroy();
      await eventually('nothing is left', async () => (await rows()) === before);
    }
  });

  test('is never opened: bombs are kept as the bytes they are, and a second type inside runs nowhere', async () => {
    const bomb = deflateSync(Buffer.alloc(30 * MB));
    const pdfBomb = Buffer.concat([
      Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`),
      bomb,
      Buffer.from('\nendstream\n%%EOF'),
    ]);
    const polyglot = Buffer.concat([
      Buffer.of(0xff, 0xd8, 0xff, 0xe0),
      Buffer.from('<html><script>alert(1)</script></html>%PDF-1.7 PK\x03\x04'),
    ]);
    for (const [content, type] of [
      [pdfBomb, 'application/pdf'],
      [polyglot, 'image/jpeg'],
    ] as const) {
      const path = await aDocument({ fileName: 'page.html' });
      assert.equal((await upload(path, content, type)).body.contentLength, content.length);
      const url = `/api${path}/content`;
      const { headers, rawPayload } = await house().app.inject({ url, headers: { 'x-api-key': api.key } });
      assert.ok(rawPayload.equals(content));
      assert.equal(headers['content-type'], type, 'whatever its name says');
      assert.match(String(headers['content-disposition']), /^attachment/);
      assert.deepEqual([headers['x-content-type-options'], headers['content-encoding']], ['nosniff', undefined]);
    }
    const zip = Buffer.concat([Buffer.from('PK\x03\x04'), bomb]);
    for (const type of ['application/zip', 'application/pdf', 'application/octet-stream']) {
      refused(await upload(await aDocument(), zip, type), 415, 'UnsupportedMediaType', 'Content-Type');
    }
    const path = await aDocument();
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const headers = { 'content-type': 'application/pdf', 'content-encoding': encoding };
      const { status, body } = await api.call('POST', `${path}/content`, { body: bomb, headers });
      assert.equal(status, 415, `${encoding}: ${JSON.stringify(body)}`);
    }
  });

  test('of any bytes under any type is taken or refused, and never a defect; what is refused leaves nothing', async () => {
    const types = [
      ...['application/pdf', 'image/png', 'image/jpeg', 'image/heic', 'text/plain', 'text/html', 'text/csv'],
      ...['multipart/form-data; boundary=x', 'multipart/form-data', 'application/octet-stream', ''],
    ];
    const starts = [
      '',
      '%PDF-',
      '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF',
      '\x89PNG\r\n\x1a\n',
      '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x09\0\0\0\x09\x08\x02\0\0\0',
      '\xff\xd8\xff',
      '\xff\xd8\xff\xe0\0\x04\0\0\xff\xc0\0\x0b\x08\0\x07\0\x09\x01\x01\x11\0',
      '\0\0\0\x18ftypheic',
      '<!doctype html><p>',
      '<table><tr><td colspan=99999999>',
      '--x\r\n',
      '--x\r\ncontent-disposition: form-data; name=file\r\n\r\n',
    ];
    /** Bytes of all kinds, or only of text. */
    const signs = [255, 126] as const;
    for (let n = 0; n < bodies; n++) {
      const [most, length] = [dice.pick(signs) ?? 255, dice.between(0, 3_000)];
      const random = Buffer.from(Array.from({ length }, () => dice.between(most === 126 ? 32 : 0, most)));
      const body = Buffer.concat([Buffer.from(dice.pick(starts) ?? '', 'latin1'), random]);
      const type = dice.pick(types) ?? '';
      const headers = type === '' ? {} : { 'content-type': type };
      const [own, link] = [await aDocument(), await aLink()];
      let before = await rows();
      for (const [method, path] of [
        ['POST', `${own}/content`],
        ['POST', link],
        ['PATCH', `${link}?offset=${dice.pick([0, 0, 7, 262_144])}&length=${body.length || 1}`],
      ] as const) {
        const { status, body: answer } = await api.call(method, path, { body, headers });
        assert.ok(status < 500, `${method} ${type} ${body.toString('hex').slice(0, 200)}: ${JSON.stringify(answer)}`);
        if (status >= 400) assert.ok(answer.detail.length > 10, 'says what would be right');
        if (status >= 400) assert.equal(await rows(), before, JSON.stringify(answer));
        before = await rows();
        if (path !== `${own}/content` || status !== 200) continue;
        const read = await house().app.inject({
          url: `/api${path}`,
          headers: { 'x-api-key': api.key, range: `bytes=${dice.between(0, 3_000)}-${dice.between(0, 3_000)}` },
        });
        assert.ok(read.statusCode < 500, read.rawPayload.toString());
        // Each takes a process of its own.
        if (n % 10 !== 0) continue;
        for (const verb of ['convert', 'sign']) {
          const made = await api.post(`${own}/${verb}`, {});
          assert.ok(made.status < 500, `${verb} ${body.toString('hex').slice(0, 200)}: ${JSON.stringify(made.body)}`);
          if (made.status === 200) before = await rows();
        }
      }
    }
  });

  test('of a type that is not taken is refused with the types that are taken there', async () => {
    for (const [path, type, expected] of [
      ['/people', 'application/xml', 'application/json or application/x-www-form-urlencoded'],
      ['/people/import', 'application/xml', 'application/x-ndjson'],
      [`${await aDocument()}/content`, 'image/svg+xml', 'application/pdf, image/jpeg'],
      [await aLink(), 'application/json', 'application/pdf, image/jpeg'],
    ] as const) {
      const { status, body } = await api.call('POST', path, { body: '<a/>', headers: { 'content-type': type } });
      assert.deepEqual([status, body.errorType], [415, 'UnsupportedMediaType'], path);
      assert.ok(body.data.expected.includes(expected), `${path}: ${body.data.expected}`);
      assert.match(body.detail, /data\.expected/);
    }
  });

  test('is shown to nobody else by any way to it', async () => {
    const path = await aDocument();
    const { contentId, sha256 } = (await upload(path, Buffer.from('Mine'), 'text/plain')).body;
    const { url } = (await api.get(`${path}/content?returnUrl=true`)).body;
    const asked: [string, Record<string, string>][] = [
      [`${path}/content`, {}],
      [`${path}/content?contentId=${contentId}`, {}],
      [`${path}/content?returnUrl=true`, {}],
      [`${path}/content`, { range: 'bytes=0-0' }],
      [`${path}/content`, { 'if-range': `"${contentId}"`, range: 'bytes=1-' }],
      [path, {}],
    ];
    for (const [way, headers] of asked) {
      assert.equal((await stranger.call('GET', way, { headers })).status, 404, way);
      assert.equal((await house().call(undefined, 'GET', way, { headers })).status, 401, way);
    }
    for (const id of [contentId, sha256]) {
      assert.equal((await house().call(undefined, 'GET', `/document-contents/${id}`)).status, 404);
    }
    const others = `/people/${(await api.made('/people', aPerson())).id}/documents`;
    const other = `${others}/${(await api.post(others, { type: 'other' })).body.id}`;
    refused(await api.get(`${other}/content?contentId=${contentId}`), 404, 'NotFound', 'contentId');
    const [token = ''] = (url as string).split('/').slice(-1);
    const [said = '', signature] = token.split('.');
    for (const at of [0, 1, 2, 3, 4]) {
      const list = JSON.parse(Buffer.from(said, 'base64url').toString()) as unknown[];
      const forged = Buffer.from(JSON.stringify(list.with(at, 'another'))).toString('base64url');
      assert.equal((await house().call(undefined, 'GET', `/document-contents/${forged}.${signature}`)).status, 404);
    }
    const link = await api.made(`${person}/document-upload-links`, { documentType: 'other' });
    assert.equal((await house().call(undefined, 'GET', `/document-contents/${link.key}`)).status, 404);
    assert.equal(
      (await house().call(undefined, 'POST', `/document-uploads/${token}/documents`, { body: {} })).status,
      404,
    );
  });
});

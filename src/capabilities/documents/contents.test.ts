// Contents of documents, up and down: types by their bytes, ranges, what is refused, and who may read what.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aBorrower } from '../../../tests/support/a-borrower.ts';
import { standingClock } from '../../../tests/support/clock.ts';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused } from '../../../tests/support/refusals.ts';

const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.7\n${text}\n%%EOF`);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const jpeg = Buffer.concat([
  Buffer.of(0xff, 0xd8, 0xff, 0xe0),
  Buffer.from('a picture with <script>alert(1)</script>'),
]);
const png = Buffer.concat([Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), Buffer.alloc(40, 1)]);
const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'), Buffer.alloc(40, 1)]);

describe('contents of documents', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ works: false, clock });
  let api: Client;
  let personId: string;
  before(async () => {
    api = (await aCompany()).test;
    personId = (await api.made('/people', aPerson())).id;
  });

  const aDocument = async (body: object = {}, of = personId): Promise<string> => {
    const path = `/people/${of}/documents`;
    return `${path}/${(await api.post(path, { type: 'other', ...body })).body.id}`;
  };
  const upload = (path: string, body: Buffer | string, type: string, headers = {}) =>
    api.call('POST', `${path}/content`, { body, headers: { 'content-type': type, ...headers } });
  const download = async (path: string, headers: Record<string, string> = {}) => {
    const asked = { method: 'GET' as const, url: `/api${path}`, headers: { 'x-api-key': api.key, ...headers } };
    const { statusCode, headers: answered, rawPayload } = await house().app.inject(asked);
    return { status: statusCode, headers: answered, bytes: rawPayload };
  };
  const rows = async (table: string): Promise<number> =>
    (await house().service.database.pools.test.query(`select count(*)::int as n from ${table}`)).rows[0].n;

  test('come back as they were sent, with their type, length and hash', async () => {
    for (const [type, content] of Object.entries({
      'application/pdf': pdf('An agreement'),
      'image/jpeg': jpeg,
      'image/png': png,
      'image/heic': heic,
      'text/plain': Buffer.from('Zürich'),
      'text/html': Buffer.from('<h1>Agreement</h1>'),
      'text/csv': Buffer.from('a,b\n1,2\n'),
    })) {
      const path = await aDocument();
      const { status, body } = await upload(path, content, `${type}; charset=utf-8`);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual([body.contentType, body.contentLength, body.sha256], [type, content.length, sha256(content)]);
      assert.ok(body.uploadedAt && body.uploadedBy.id && body.contentId);
      assert.deepEqual((await api.get(path)).body, body);
      const { status: given, headers, bytes } = await download(`${path}/content`);
      assert.equal(given, 200);
      assert.ok(bytes.equals(content));
      assert.deepEqual([headers['content-type'], Number(headers['content-length'])], [type, content.length]);
      assert.equal(headers.etag, `"${body.contentId}"`);
    }
  });

  test('whose type nobody says have the one of their bytes', async () => {
    for (const [content, type] of [
      [pdf('one'), 'application/pdf'],
      [Buffer.from('one'), 'text/plain'],
    ] as const) {
      assert.equal((await upload(await aDocument(), content, 'application/octet-stream')).body.contentType, type);
    }
  });

  test('come in ranges', async () => {
    const path = await aDocument();
    const content = pdf('0123456789'.repeat(100_000));
    await upload(path, content, 'application/pdf');
    const end = content.length - 1;
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 0],
      ['bytes=262143-262144', 262_143, 262_144],
      ['bytes=999999-', 999_999, end],
      ['bytes=-5', end - 4, end],
      [`bytes=10-${end + 100}`, 10, end],
    ] as const) {
      const { status, headers, bytes } = await download(`${path}/content`, { range });
      assert.equal(status, 206, range);
      assert.ok(bytes.equals(content.subarray(from, to + 1)), range);
      assert.equal(headers['content-range'], `bytes ${from}-${to}/${content.length}`);
    }
    for (const range of ['bytes=5-4', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-']) {
      assert.equal((await download(`${path}/content`, { range })).status, 200, range);
    }
    const beyond = await download(`${path}/content`, { range: `bytes=${end + 1}-` });
    assert.deepEqual([beyond.status, beyond.headers['content-range']], [416, `bytes */${content.length}`]);
    const { statusCode, headers } = await house().app.inject({
      method: 'HEAD',
      url: `/api${path}/content`,
      headers: { 'x-api-key': api.key },
    });
    assert.deepEqual(
      [statusCode, headers['content-length']],
      [200, String(content.length)],
      'a HEAD says how long it is',
    );
    const other = { range: 'bytes=0-0', 'if-range': '"another content"' };
    assert.equal((await download(`${path}/content`, other)).status, 200, 'a part of another content is of no use');
  });

  test('are only ever saved: no page runs them, and a path in a file name stays a name', async () => {
    const path = await aDocument({ fileName: '../../etc/"Übersicht".html' });
    await upload(path, '<script>alert(1)</script>', 'text/html');
    const { headers } = await download(`${path}/content`);
    assert.equal(
      headers['content-disposition'],
      `attachment; filename=".._.._etc__bersicht_.html"; filename*=UTF-8''..%2F..%2Fetc%2F%22%C3%9Cbersicht%22.html`.replace(
        '__bersicht_',
        '___bersicht_',
      ),
    );
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(String(headers['content-security-policy']), /sandbox/);
    assert.equal(headers['cache-control'], 'no-store');
  });

  test('that are not listed, or are not what they are said to be, are refused and leave nothing', async () => {
    const path = await aDocument();
    const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const zip = Buffer.from('PK\x03\x04\0\0\0\0 a bomb perhaps');
    const [blobs, chunks] = [await rows('blobs'), await rows('blob_chunks')];
    for (const [content, type] of [
      [svg, 'image/svg+xml'],
      [zip, 'application/zip'],
      [zip, 'application/pdf'],
      [zip, 'application/octet-stream'],
      [Buffer.from('\x7fELF and more of it'), 'application/octet-stream'],
      [pdf('one'), 'image/png'],
      [Buffer.concat([Buffer.from('junk'), pdf('one')]), 'application/pdf'],
      [jpeg, 'text/html'],
      [Buffer.from([0xc3, 0x28]), 'text/plain'],
      [Buffer.concat([Buffer.alloc(300_000, 'a'), Buffer.from([0xff])]), 'text/plain'],
      [Buffer.from('a\0b'), 'text/csv'],
    ] as const) {
      refused(await upload(path, content, type), 415, 'UnsupportedMediaType', 'Content-Type');
    }
    refused(await upload(path, '', 'text/plain'), 400, 'InvalidRequest', '');
    assert.equal((await api.get(path)).body.contentId, null);
    assert.deepEqual([await rows('blobs'), await rows('blob_chunks')], [blobs, chunks]);
  });

  test('that are too long are refused by what their header says, before they have come', async () => {
    const path = await aDocument();
    const { promise: answered, resolve: end } = Promise.withResolvers<void>();
    const payload = Readable.from(
      (async function* () {
        yield Buffer.from('%PDF-');
        await answered;
      })(),
    );
    const headers = { 'x-api-key': api.key, 'content-type': 'application/pdf', 'content-length': '104857601' };
    const answer = await house().app.inject({ method: 'POST', url: `/api${path}/content`, headers, payload });
    end();
    assert.equal(answer.statusCode, 413, answer.body);
    assert.equal(answer.json().data.limitBytes, 104_857_600);
  });

  test('of an accepted document stays; a draft may get another one, and the earlier one can be read', async () => {
    const path = await aDocument();
    const first = (await upload(path, pdf('one'), 'application/pdf')).body;
    const second = (await upload(path, 'two', 'text/plain')).body;
    assert.notEqual(first.contentId, second.contentId);
    assert.equal(second.contentType, 'text/plain');
    assert.equal(String((await download(`${path}/content`)).bytes), 'two');
    const earlier = await download(`${path}/content?contentId=${first.contentId}`);
    assert.deepEqual([earlier.headers['content-type'], String(earlier.bytes)], ['application/pdf', String(pdf('one'))]);
    await api.put(path, { status: 'accepted' });
    const blobs = await rows('blobs');
    refused(await upload(path, 'three', 'text/plain'), 409, 'ContentIsFinal', 'documentDescriptorId');
    assert.equal(await rows('blobs'), blobs);
    const elsewhere = await aDocument();
    refused(await api.get(`${elsewhere}/content`), 404, 'NotFound', 'documentDescriptorId');
    for (const contentId of [first.contentId, 'x'.repeat(36)]) {
      refused(await api.get(`${elsewhere}/content?contentId=${contentId}`), 404, 'NotFound', 'contentId');
    }
  });

  test('have an address for some minutes, which gives one content to whoever has it, and nothing else', async () => {
    const path = await aDocument({ sensitiveData: true, fileName: 'letter.txt' });
    const { contentId } = (await upload(path, 'A letter', 'text/plain')).body;
    const { url } = (await api.get(`${path}/content?returnUrl=true`)).body;
    assert.ok(url.startsWith('http://tenor.test/api/document-contents/'), url);
    const address = url.slice('http://tenor.test/api'.length);
    const open = (at: string) => house().call(undefined, 'GET', at);
    const opened = await open(address);
    assert.deepEqual([opened.status, opened.body], [200, 'A letter']);
    assert.match(opened.headers['content-disposition'] ?? '', /^attachment; filename="letter.txt"/);
    await upload(path, 'Another', 'text/plain');
    assert.equal((await open(address)).body, 'A letter', 'it is of the one content');
    const [body = '', signature] = address.slice('/document-contents/'.length).split('.');
    const said = JSON.parse(Buffer.from(body, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify(said.with(5, said[5] + 1))).toString('base64url');
    for (const token of [`${forged}.${signature}`, `${body}.${'A'.repeat(43)}`, body, `${body}.`, 'x.y']) {
      refused(await open(`/document-contents/${token}`), 404, 'NotFound', 'contentToken');
    }
    const few = await api.made('/keys', { name: 'few', permissions: ['document.content:read'] });
    const refusedOne = await house().client(few.key, api.realm).get(`${path}/content?returnUrl=true`);
    assert.equal(refusedOne.status, 403, 'an address of a sensitive content needs the permission too');
    clock.moveOn(6 * 60);
    assert.equal((await open(address)).body.errorType, 'AddressExpired');
    clock.moveOn(-6 * 60);
    await api.delete(path);
    assert.equal((await open(address)).status, 404);
    assert.ok(contentId);
  });

  test('that are sent again with the same key are one content', async () => {
    const path = await aDocument();
    const headers = { 'idempotency-key': 'once' };
    const first = await upload(path, 'one', 'text/plain', headers);
    const blobs = await rows('blobs');
    const again = await upload(path, 'one', 'text/plain', headers);
    assert.deepEqual([again.body, again.headers['idempotent-replayed']], [first.body, 'true']);
    assert.equal((await upload(path, 'two', 'text/plain', headers)).body.errorType, 'IdempotencyKeyReused');
    assert.equal(await rows('blobs'), blobs, 'what came for nothing is gone');
  });

  test('that are sensitive need a permission of their own', async () => {
    const path = await aDocument({ sensitiveData: true });
    await upload(path, 'A secret', 'text/plain');
    const { key } = await api.made('/keys', {
      name: 'few',
      permissions: ['document.descriptor:read', 'document.content:read'],
    });
    const few = house().client(key, api.realm);
    assert.equal((await few.get(path)).status, 200);
    assert.deepEqual((await few.get(`${path}/content`)).body.data, { permission: 'document.sensitive:read' });
    assert.equal((await api.get(`${path}/content`)).status, 200);
  });

  test('stay sensitive for whoever changes documents and may not read them', async () => {
    const path = await aDocument({ sensitiveData: true });
    await upload(path, 'A secret', 'text/plain');
    const { key } = await api.made('/keys', {
      name: 'changes',
      permissions: ['document.descriptor:read', 'document.descriptor:update', 'document.content:read'],
    });
    const changes = house().client(key, api.realm);
    assert.equal((await changes.put(path, { archived: true })).status, 200);
    const unmarked = await changes.put(path, { sensitiveData: false });
    assert.deepEqual([unmarked.status, unmarked.body.data], [403, { permission: 'document.sensitive:read' }]);
    assert.equal((await changes.get(`${path}/content`)).status, 403);
    assert.equal((await api.put(path, { sensitiveData: false })).status, 200);
    assert.equal((await changes.get(`${path}/content`)).status, 200);
  });

  test('of a borrower are read by the borrower, but not what was collected about them', async () => {
    const { id } = await api.made('/people', aPerson());
    const borrower = await aBorrower(house(), api, id);
    const [own, evidence, ofCase] = [
      await aDocument({ sensitiveData: true }, id),
      await aDocument({ type: 'evidence' }, id),
      await aDocument({ type: 'caseDocument' }, id),
    ];
    const others = await aDocument();
    for (const path of [own, evidence, ofCase, others]) await upload(path, 'A text', 'text/plain');
    assert.equal((await borrower.get(`${own}/content`)).body, 'A text');
    assert.equal((await borrower.get(own)).body.uploadedBy, undefined, 'who of the company did it is for staff');
    assert.deepEqual(
      (await borrower.get(`/people/${id}/documents`)).body.map((one: { id: string }) => own.endsWith(one.id)),
      [true],
    );
    for (const path of [evidence, ofCase, others]) {
      assert.equal((await borrower.get(path)).status, 404);
      assert.equal((await borrower.get(`${path}/content`)).status, 404);
    }
  });

  test('are sent by a borrower who has signed in, for papers of their own and of types that borrowers send', async () => {
    const { id } = await api.made('/people', aPerson());
    const borrower = await aBorrower(house(), api, id);
    const [documents, headers] = [`/people/${id}/documents`, { 'content-type': 'text/plain' }];
    const send = (path: string, body = 'Mine') => borrower.call('POST', `${path}/content`, { body, headers });
    const made = await borrower.post(documents, { type: 'other', fileName: 'pay-slip.txt' });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.deepEqual([made.body.status, made.body.uploadedBy], ['draft', undefined]);
    const path = `${documents}/${made.body.id}`;
    const sent = await send(path);
    assert.deepEqual([sent.status, sent.body.isHumanBorrowerUpload], [200, true], JSON.stringify(sent.body));
    assert.equal((await api.get(`${path}/content`)).body, 'Mine');
    assert.equal((await api.get(path)).body.isHumanBorrowerUpload, true);
    for (const type of ['evidence', 'loanStatement', 'caseDocument']) {
      refused(await borrower.post(documents, { type }), 400, 'InvalidRequest', 'type');
    }
    for (const more of [
      { status: 'accepted' },
      { sensitiveData: true },
      { legalHold: true },
      { autogenerated: true },
    ]) {
      const [field] = Object.keys(more);
      refused(await borrower.post(documents, { type: 'other', ...more }), 400, 'InvalidRequest', field as string);
    }
    const ofStaff = await aDocument({}, id);
    assert.equal((await send(ofStaff)).status, 403, 'nor do they change what the company made');
    assert.equal((await send(await aDocument())).status, 404);
    assert.equal((await borrower.post(`/people/${personId}/documents`, { type: 'other' })).status, 404);
    await api.put(path, { status: 'accepted' });
    assert.equal((await send(path)).status, 409);
    assert.equal((await borrower.put(path, { status: 'draft' })).status, 403);
    assert.equal((await borrower.delete(path)).status, 403);
  });

  test('come as the file of a form, too', async () => {
    const path = await aDocument();
    const form = (body: Buffer | string, type = 'multipart/form-data; boundary="a b"') =>
      api.call('POST', `${path}/content`, { body, headers: { 'content-type': type } });
    const part = (head: string, content: Buffer, end = '\r\n--a b--\r\n') =>
      Buffer.concat([Buffer.from(`--a b\r\n${head}\r\n\r\n`), content, Buffer.from(end)]);
    const head = 'Content-Disposition: form-data; name="file"; filename="../x.pdf"\r\nContent-Type: application/pdf';
    for (const content of [pdf('in a form'), pdf('\r\n--a '.repeat(50_000)), pdf('0123456789'.repeat(100_000))]) {
      const sent = await form(part(head, content));
      assert.equal(sent.status, 200, JSON.stringify(sent.body));
      assert.deepEqual([sent.body.sha256, sent.body.contentType], [sha256(content), 'application/pdf']);
    }
    const before = await rows('blobs');
    refused(await form(part(head.replace('"file"', '"upload"'), pdf('a'))), 400, 'InvalidRequest', 'file');
    refused(
      await form(part(head.replace('application/pdf', 'image/png'), pdf('a'))),
      415,
      'UnsupportedMediaType',
      'Content-Type',
    );
    refused(await form(part(head, pdf('a')), 'multipart/form-data'), 400, 'InvalidRequest', 'Content-Type');
    refused(await form(part(head, pdf('a'), `\r\n--a b\r\n${head}\r\n\r\nmore\r\n--a b--`)), 400, 'InvalidRequest', '');
    refused(await form(part(head, Buffer.alloc(0))), 400, 'InvalidRequest', '');
    for (const cut of [part(head, pdf('a'), ''), part(head, pdf('a'), '\r\n--a b'), '--a b\r\nContent-', '']) {
      assert.equal((await form(cut)).body.errorType, 'IncompleteRequest');
    }
    refused(await form(Buffer.alloc(40_000, 'a')), 400, 'InvalidRequest', '');
    assert.equal(await rows('blobs'), before, 'what was refused leaves nothing');
  });

  test('lie sealed, and go with the document and with the person', async () => {
    const { id } = await api.made('/people', aPerson());
    const [one, two] = [await aDocument({}, id), await aDocument({}, id)];
    const kept = (await upload(one, 'Telltale words', 'text/plain')).body;
    await upload(two, 'Telltale words', 'text/plain');
    const holding = async () =>
      [...(await everythingStored(house()))].filter(
        ([, text]) => text.includes('Telltale') || text.includes(kept.sha256),
      );
    assert.deepEqual(
      (await holding()).map(([table]) => table),
      [],
    );
    const keptKeys = async () =>
      (
        await house().service.database.pools.test.query(
          'select count(*)::int as n from blobs where owner_id = $1 and sealed is not null',
          [id],
        )
      ).rows[0].n;
    assert.equal(await keptKeys(), 2);
    await api.delete(one);
    assert.equal(await keptKeys(), 1);
    refused(await api.get(`${one}/content`), 404, 'NotFound', 'documentDescriptorId');
    await erasePersonByHand(house().service, api.realm, id, { evenWithOpenLoans: true });
    assert.equal(await keptKeys(), 0);
    assert.deepEqual((await api.get(`/people/${id}/documents`)).body, []);
    refused(await api.post(`/people/${id}/documents`, { type: 'other' }), 409, 'PersonErased', 'personId');
  });
});

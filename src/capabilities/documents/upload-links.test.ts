// Upload links limit what is sent by them, how much and until when. The key of a link lets its holder read nothing.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { standingClock } from '../../../tests/support/clock.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused } from '../../../tests/support/refusals.ts';
import { loanBody } from '../../../tests/support/world.ts';

describe('upload links', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ works: false, clock });
  let api: Client;
  let personId: string;
  before(async () => {
    api = (await aCompany()).test;
    personId = (await api.made('/people', aPerson())).id;
  });

  const aLink = (body: object = {}, of = personId) =>
    api.made(`/people/${of}/document-upload-links`, { documentType: 'other', ...body });
  // A stranger makes these calls.
  const create = (key: string, body: object = {}) =>
    house().call(undefined, 'POST', `/document-uploads/${key}/documents`, { body });
  const send = (key: string, id: string, body: Buffer | string, type = 'text/plain') =>
    house().call(undefined, 'POST', `/document-uploads/${key}/documents/${id}/content`, {
      body,
      headers: { 'content-type': type },
    });
  const contents = async (): Promise<number> =>
    (await house().service.database.pools.test.query('select count(*)::int as n from blobs')).rows[0].n;

  test('take what they are for, from whoever has the key', async () => {
    const loan = await api.made(`/people/${personId}/loans`, loanBody);
    const link = await aLink({ documentType: 'evidence', loanId: loan.id, maxDocuments: 2 });
    assert.deepEqual([link.maxDocuments, link.documentsMade, link.createdByType], [2, 0, 'key']);
    const made = await create(link.key, { fileName: 'pay-slip.pdf', description: 'Of May' });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id } = made.body;
    assert.deepEqual(made.body, { id, object: 'documentUpload', type: 'evidence', fileName: 'pay-slip.pdf' });
    const sent = await send(link.key, id, '%PDF-1.7 a pay slip of May', 'application/pdf');
    assert.deepEqual([sent.status, sent.body.contentType, sent.body.contentLength], [200, 'application/pdf', 26]);
    const document = (await api.get(`/people/${personId}/documents/${id}`)).body;
    assert.deepEqual(
      [document.type, document.loanId, document.fileName, document.description, document.isHumanBorrowerUpload],
      ['evidence', loan.id, 'pay-slip.pdf', 'Of May', true],
    );
    assert.deepEqual([document.sha256, document.uploadedBy.id], [sent.body.sha256, link.id]);
    const listed = (await api.get(`/people/${personId}/documents?uploadedBy=borrower`)).body;
    assert.deepEqual(
      listed.map((one: { id: string }) => one.id),
      [id],
    );
    const shown = (await api.get(`/people/${personId}/document-upload-links/${link.id}`)).body.data;
    assert.deepEqual([shown.documentsMade, shown.key], [1, null], 'the key is shown once');
  });

  test('do not fill the disk: a document takes twenty contents, and no more, whoever sends them', async () => {
    const { key } = await aLink();
    const { id } = (await create(key)).body;
    for (let i = 0; i < 19; i++) assert.equal((await send(key, id, `try ${i}`)).status, 200);
    const path = `/people/${personId}/documents/${id}/content`;
    const headers = { 'content-type': 'text/plain' };
    assert.equal((await api.call('POST', path, { body: 'by staff', headers })).status, 200);
    const before = await contents();
    for (const answer of [await send(key, id, 'more'), await api.call('POST', path, { body: 'more', headers })]) {
      assert.deepEqual([answer.status, answer.body.errorType, answer.body.data.atMost], [409, 'NoRoom', 20]);
    }
    assert.equal(await contents(), before);
  });

  test('take no more, nothing larger, and nothing else than they say', async () => {
    const { key } = await aLink({ maxDocuments: 1, maxContentLength: 10 });
    const { id } = (await create(key)).body;
    const ended = await create(key);
    assert.deepEqual([ended.status, ended.body.errorType, ended.body.data.reason], [410, 'UploadLinkEnded', 'usedUp']);
    const before = await contents();
    assert.equal((await send(key, id, 'eleven bytes')).body.errorType, 'BodyTooLarge');
    refused(await send(key, id, '<svg/>', 'image/svg+xml'), 415, 'UnsupportedMediaType', 'Content-Type');
    assert.equal(await contents(), before, 'what was refused leaves nothing');
    assert.equal((await send(key, id, 'ten bytes')).status, 200, 'a link that is used up takes the content');
    await api.put(`/people/${personId}/documents/${id}`, { status: 'accepted' });
    refused(await send(key, id, 'another'), 409, 'ContentIsFinal', 'documentDescriptorId');
  });

  test('reach neither documents of staff nor those of other links, and show none', async () => {
    const [one, two] = [await aLink(), await aLink()];
    const { id } = (await create(one.key)).body;
    const ofStaff = (await api.post(`/people/${personId}/documents`, { type: 'other' })).body.id;
    for (const other of [id, ofStaff, 'DD-AAAA-AAAA']) {
      refused(await send(two.key, other, 'a text'), 404, 'NotFound', 'documentDescriptorId');
    }
    const path = `/document-uploads/${one.key}/documents`;
    assert.equal((await house().call(undefined, 'GET', path)).status, 405);
    await send(one.key, id, 'Telltale words');
    const shown = await house().call(undefined, 'GET', `${path}/${id}/content`);
    assert.deepEqual(Object.keys(shown.body), ['id', 'object', 'offset', 'hasContent', 'scanStatus']);
  });

  test('end when they are revoked or expire, and forged keys are none', async () => {
    const [revoked, expired] = [await aLink(), await aLink()];
    const { id } = (await create(expired.key)).body;
    await api.delete(`/people/${personId}/document-upload-links/${revoked.id}`);
    assert.deepEqual((await create(revoked.key)).body.data, { reason: 'revoked' });
    clock.moveOn(15 * 86_400);
    assert.deepEqual((await create(expired.key)).body.data, { reason: 'expired' });
    assert.deepEqual((await send(expired.key, id, 'a text')).body.data, { reason: 'expired' });
    clock.moveOn(-15 * 86_400);
    const [body = '', signature = ''] = expired.key.split('.');
    const said = JSON.parse(Buffer.from(body, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify(said.with(3, revoked.id))).toString('base64url');
    for (const key of [`${forged}.${signature}`, `${body}.${'A'.repeat(43)}`, body, 'x.y', revoked.id]) {
      refused(await create(key), 404, 'NotFound', 'documentUploadLinkKey');
    }
  });

  test('are refused when they end in the past or too far away', async () => {
    const path = `/people/${personId}/document-upload-links`;
    for (const expiresAt of ['2020-01-01T00:00:00Z', '2199-01-01T00:00:00Z']) {
      refused(await api.post(path, { documentType: 'other', expiresAt }), 400, 'InvalidRequest', 'expiresAt');
    }
    refused(await api.post(path, { documentType: 'other', maxDocuments: 51 }), 400, 'InvalidRequest', 'maxDocuments');
  });

  test('two uploads at once through a link for one document make one', async () => {
    const { key } = await aLink();
    const answers = await Promise.all([create(key), create(key), create(key)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 410, 410]);
  });

  test('make one document of requests that say they are one, and name it anew until it has a content', async () => {
    const { key } = await aLink();
    const sendId = 'drawn-by-the-sender';
    const first = await create(key, { fileName: 'film.zip', sendId });
    assert.equal((await create(key, { fileName: null, description: null, sendId: null })).status, 410, 'it is used up');
    const again = await create(key, { fileName: 'pay-slip.pdf', sendId });
    assert.deepEqual([again.status, again.body.id], [201, first.body.id]);
    assert.equal((await create(key, { sendId: 'drawn-by-another-one' })).status, 410);
    await send(key, first.body.id, 'a text');
    assert.equal((await create(key, { fileName: 'another.pdf', sendId })).body.id, first.body.id);
    const shown = (await api.get(`/people/${personId}/documents/${first.body.id}`)).body;
    assert.equal(shown.fileName, 'pay-slip.pdf');
    const { key: other } = await aLink();
    assert.notEqual((await create(other, { sendId })).body.id, first.body.id, 'it says so within its link');
  });

  test('have a page, which programs read as an error where there is none', async () => {
    const link = await aLink();
    assert.equal(link.url, `http://tenor.test/api/document-uploads/${link.key}`);
    const open = (key: string, headers: Record<string, string> = {}) =>
      house().app.inject({ url: `/api/document-uploads/${key}`, headers });
    const page = await open(link.key, { 'accept-language': 'de, es;q=0.9, en;q=0.8' });
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /<html lang="es">/);
    assert.match((await open(`${link.key}?lang=en`)).body, /<html lang="en">/);
    const policy = String(page.headers['content-security-policy']);
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] as string;
    assert.ok(!/unsafe|https?:/.test(policy) && policy.startsWith("default-src 'none'"));
    const marked = [...page.body.matchAll(/<(?:script|style)[^>]*>/g)].map(([tag]) => tag);
    assert.ok(marked.length > 0 && marked.every((tag) => tag.includes(`nonce="${nonce}"`)));
    assert.notEqual(String((await open(link.key)).headers['content-security-policy']), policy, 'it is drawn each time');
    assert.equal(page.headers['cache-control'], 'no-store');
    assert.doesNotMatch(page.body, new RegExp(`${personId}|Ada|Lovelace`), 'the borrower is not named');
    await api.delete(`/people/${personId}/document-upload-links/${link.id}`);
    assert.equal((await open(link.key)).json().errorType, 'UploadLinkEnded');
    const kindly = await open(link.key, { accept: 'text/html,*/*' });
    assert.deepEqual([kindly.statusCode, /withdrawn/.test(kindly.body)], [410, true]);
    assert.equal((await open('x.y', { accept: 'text/html' })).statusCode, 404);
    assert.equal((await open('x.y')).json().errorType, 'NotFound');
  });

  test('go with the person', async () => {
    const { id } = await api.made('/people', aPerson());
    const { key } = await aLink({}, id);
    await erasePersonByHand(house().service, api.realm, id, { evenWithOpenLoans: true });
    assert.equal((await create(key)).status, 404);
  });
});

// A content that is sent by an upload link in slices: what has come stays when the connection is lost, and what is never
// ended goes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { blobStores } from '#platform/blobs/stores.ts';
import { sweepBlobs, sweptSoFar } from '#platform/blobs/sweep.ts';
import { makeLog } from '#platform/log.ts';
import { standingClock } from '../../../tests/support/clock.ts';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused } from '../../../tests/support/refusals.ts';
import { sliceBytes } from './send-slices.ts';

const least = sliceBytes.least;
const content = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(3 * least, 'Telltale words. '),
  Buffer.from('end'),
]);
const { length } = content;

describe('slices of a content', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ works: false, clock });
  let api: Client;
  let personId: string;
  before(async () => {
    api = (await aCompany()).test;
    personId = (await api.made('/people', aPerson())).id;
  });

  interface Begun {
    readonly key: string;
    readonly id: string;
    readonly linkId: string;
    readonly path: string;
  }
  async function begun(body: object = {}, of = personId): Promise<Begun> {
    const link = await api.made(`/people/${of}/document-upload-links`, { documentType: 'other', ...body });
    const path = `/document-uploads/${link.key}/documents`;
    const { id } = (await house().call(undefined, 'POST', path, { body: {} })).body;
    return { key: link.key, id, linkId: link.id, path: `${path}/${id}/content` };
  }
  interface Sending {
    readonly type?: string;
    readonly whole?: Buffer;
    readonly said?: number;
  }
  const append = (
    { path }: Pick<Begun, 'path'>,
    [from, to]: readonly [number, number],
    { type = 'application/pdf', whole = content, said }: Sending = {},
  ): Promise<Answer> =>
    house().call(undefined, 'PATCH', `${path}?offset=${from}&length=${said ?? whole.length}`, {
      body: whole.subarray(from, to),
      headers: { 'content-type': type },
    });
  const progress = ({ path }: Begun): Promise<Answer> => house().call(undefined, 'GET', path);
  const query = async (sql: string, values: unknown[] = []) =>
    (await house().service.database.pools.test.query(sql, values)).rows;
  const kept = async (owner = personId): Promise<number> =>
    (await query('select count(*)::int as n from blobs where owner_id = $1 and goes_at is null', [owner]))[0].n;
  async function swept(): Promise<number> {
    const { database } = house().service;
    const before = sweptSoFar.orphans;
    await sweepBlobs({ database, clock, log: makeLog('silent') }, blobStores(database)).run('test');
    return sweptSoFar.orphans - before;
  }

  test('become one content with the last one, and what came before a lost connection is not sent again', async () => {
    const one = await begun();
    const first = await append(one, [0, least]);
    assert.deepEqual([first.status, first.body.offset, first.body.contentType], [200, least, null]);
    assert.deepEqual((await progress(one)).body, {
      id: one.id,
      object: 'documentUploadProgress',
      offset: least,
      hasContent: false,
      scanStatus: null,
    });
    assert.equal((await append(one, [least, 3 * least])).body.offset, 3 * least);
    const last = await append(one, [3 * least, length]);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const { contentType, contentLength } = last.body;
    assert.deepEqual([contentType, contentLength, last.body.sha256], ['application/pdf', length, sha256]);
    assert.deepEqual((await progress(one)).body.hasContent, true);
    const path = `/people/${personId}/documents/${one.id}`;
    const shown = (await api.get(path)).body;
    assert.deepEqual([shown.sha256, shown.isHumanBorrowerUpload], [sha256, true]);
    const url = `/api${path}/content`;
    const given = await house().app.inject({ url, headers: { 'x-api-key': api.key } });
    assert.ok(given.rawPayload.equals(content));
    assert.equal((await query('select 1 from document_slices')).length, 0);
  });

  test('lie sealed', async () => {
    const one = await begun();
    await append(one, [0, least]);
    const holding = [...(await everythingStored(house()))].filter(([, text]) => text.includes('Telltale'));
    assert.deepEqual(holding, []);
  });

  test('go on where the content has ended, and nowhere else', async () => {
    const one = await begun();
    assert.equal((await append(one, [least, 2 * least])).status, 409);
    await append(one, [0, least]);
    for (const answer of [
      await append(one, [2 * least, 3 * least]),
      await append(one, [least - 1, 2 * least]),
      await append(one, [least, 2 * least], { said: length + 1 }),
    ]) {
      refused(answer, 409, 'WrongOffset', 'offset');
      assert.deepEqual([answer.body.data.offset, answer.body.data.length], [least, length]);
    }
    const twice = await Promise.all([append(one, [least, 2 * least]), append(one, [least, 2 * least])]);
    assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 409]);
    assert.equal((await progress(one)).body.offset, 2 * least);
  });

  test('begin anew with the first byte', async () => {
    const one = await begun();
    await append(one, [0, least]);
    const other = Buffer.from('Another one, short');
    const whole = await append(one, [0, other.length], { type: 'text/plain', whole: other });
    assert.deepEqual([whole.status, whole.body.contentLength], [200, other.length]);
    assert.equal((await progress(one)).body.offset, 0);
  });

  test('are neither too long nor too short, and the whole is as large as the link allows', async () => {
    const one = await begun({ maxContentLength: length });
    const before = await query('select id from blobs');
    assert.equal((await append(one, [0, least], { said: length + 1 })).body.data.limitBytes, length);
    refused(await append(one, [0, least - 1]), 400, 'InvalidRequest', '');
    refused(await append(one, [0, 0]), 400, 'InvalidRequest', '');
    const long = Buffer.concat([content, Buffer.alloc(2 * sliceBytes.most)]);
    const large = await begun();
    assert.equal(
      (await append(large, [0, sliceBytes.most + 1], { whole: long })).body.data.limitBytes,
      sliceBytes.most,
    );
    assert.equal((await append(one, [0, length], { said: length - 1 })).status, 413, 'more than was said');
    assert.deepEqual(await query('select id from blobs'), before);
  });

  test('of a type that is not taken are refused with the first, and a whole that is wrong leaves nothing', async () => {
    const zip = Buffer.concat([Buffer.from('PK\x03\x04'), content]);
    const one = await begun();
    refused(await append(one, [0, least], { whole: zip }), 415, 'UnsupportedMediaType', 'Content-Type');
    refused(await append(one, [0, least], { type: 'image/svg+xml' }), 415, 'UnsupportedMediaType', 'Content-Type');
    const text = Buffer.concat([Buffer.alloc(2 * least, 'a'), Buffer.from([0xff])]);
    const options = { type: 'text/plain', whole: text };
    await append(one, [0, least], options);
    const before = await kept();
    refused(await append(one, [least, text.length], options), 415, 'UnsupportedMediaType', 'Content-Type');
    assert.deepEqual([await kept(), (await progress(one)).body.offset], [before, 0]);
  });

  test('whose last answer was lost become a content with an empty one, once', async () => {
    const one = await begun();
    await append(one, [0, least]);
    await append(one, [least, 3 * least]);
    // The service stopped after the last slice was kept, and before all of them became one.
    const ends = await Promise.all([append(one, [3 * least, length]), append(one, [3 * least, length])]);
    assert.ok(ends.some(({ status }) => status === 200));
    const contents = await query('select 1 from document_contents where document_id = $1', [one.id]);
    assert.equal(contents.length, 1);
    refused(await append(one, [length, length]), 409, 'WrongOffset', 'offset');
    const other = await begun();
    await append(other, [0, least]);
    await append(other, [least, 2 * least]);
    await query('update document_slices set whole_length = $1 where document_id = $2', [2 * least, other.id]);
    assert.equal((await append(other, [2 * least, 2 * least], { said: 2 * least })).body.contentLength, 2 * least);
  });

  test('that nobody ends go after a day, and are counted', async () => {
    await clock.moveOn(26 * 3_600);
    await swept();
    const one = await begun();
    await append(one, [0, least]);
    await append(one, [least, 2 * least]);
    clock.moveOn(23 * 3_600);
    assert.deepEqual([await swept(), (await progress(one)).body.offset], [0, 2 * least]);
    clock.moveOn(2 * 3_600);
    assert.equal((await progress(one)).body.offset, 0);
    assert.equal((await append(one, [2 * least, 3 * least])).status, 409);
    assert.equal(await swept(), 2);
    assert.equal((await append(one, [0, least])).body.offset, least);
  });

  test('are taken only by an open link, for a document of its own that nobody has decided about', async () => {
    const [one, other] = [await begun(), await begun()];
    await append(one, [0, least]);
    const strange = one.path.replace(one.key, other.key);
    refused(await append({ path: strange }, [least, 2 * least]), 404, 'NotFound', 'documentDescriptorId');
    refused(await house().call(undefined, 'GET', strange), 404, 'NotFound', 'documentDescriptorId');
    const last = one.key.at(-1) as string;
    // Both signs stand for the same bits.
    const alike = String.fromCharCode(last.charCodeAt(0) + 1);
    const forged = one.path.replace(one.key, `${one.key.slice(0, -1)}${alike}`);
    refused(await append({ path: forged }, [0, least]), 404, 'NotFound', 'documentUploadLinkKey');
    await api.delete(`/people/${personId}/document-upload-links/${other.linkId}`);
    assert.equal((await append(other, [0, least])).body.data.reason, 'revoked');
    assert.equal((await progress(other)).status, 410);
    await api.put(`/people/${personId}/documents/${one.id}`, { status: 'accepted' });
    refused(await append(one, [least, 2 * least]), 409, 'ContentIsFinal', 'documentDescriptorId');
    const late = await begun();
    clock.moveOn(15 * 86_400);
    assert.equal((await append(late, [0, least])).body.data.reason, 'expired');
    clock.moveOn(-15 * 86_400);
  });

  test('go with the document and with the person', async () => {
    const { id } = await api.made('/people', aPerson());
    const [one, two] = [await begun({}, id), await begun({}, id)];
    await append(one, [0, least]);
    await append(two, [0, least]);
    const sealed = async () =>
      (await query('select count(*)::int as n from blobs where owner_id = $1 and sealed is not null', [id]))[0].n;
    assert.equal(await sealed(), 2);
    await api.delete(`/people/${id}/documents/${one.id}`);
    assert.equal(await sealed(), 1);
    await erasePersonByHand(house().service, api.realm, id, { evenWithOpenLoans: true });
    assert.equal(await sealed(), 0);
    assert.equal((await append(two, [least, 2 * least])).status, 404);
  });
});

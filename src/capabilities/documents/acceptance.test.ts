// A borrower, or somebody on their behalf, accepts a document: what it says, who did it, when and from where is kept.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { chainAudit } from '#platform/audit/chain-audit.ts';
import { verifyAudit } from '#platform/audit/verify-audit.ts';
import { aBorrower } from '../../../tests/support/a-borrower.ts';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused } from '../../../tests/support/refusals.ts';
import { loanBody } from '../../../tests/support/world.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('accepting a document', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let person: string;
  let borrower: Client;
  before(async () => {
    api = (await aCompany()).test;
    const { id } = await api.made('/people', aPerson());
    person = `/people/${id}`;
    borrower = await aBorrower(house(), api, id);
  });

  const upload = (path: string, text: string) =>
    api.call('POST', `${path}/content`, { body: text, headers: { 'content-type': 'text/html' } });
  const anAgreement = async (text: string | null = '<p>I agree.</p>', body: object = {}): Promise<string> => {
    const made = await api.post(`${person}/documents`, { type: 'loanAutopayAgreement', ...body });
    const path = `${person}/documents/${made.body.id}`;
    if (text !== null) assert.equal((await upload(path, text)).status, 200);
    return path;
  };
  const audited = async (path: string) => {
    await chainAudit(house().service.database, api.realm.mode);
    const { data } = (await api.get(`/audit?objectId=${path.split('/').at(-1)}&action=documents.update`)).body;
    return data[0];
  };

  test('by the borrower tells the audit who, when, from where and what; its chain holds them', async () => {
    const text = '<p>I agree to automatic payments.</p>';
    const path = await anAgreement(text);
    const accepted = await borrower.put(path, { status: 'accepted', acceptedSha256: sha256(text) });
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
    assert.deepEqual([accepted.body.status, accepted.body.acceptedSha256], ['accepted', sha256(text)]);
    assert.equal(accepted.body.acceptedFromAddress, undefined, 'that is for staff');
    const row = await audited(path);
    assert.deepEqual(
      [row.actorType, row.address, row.sha256, row.fields, row.outcome],
      ['user', '127.0.0.0/24', sha256(text), ['status', 'acceptedSha256'], 'done'],
    );
    assert.ok(row.sessionId && row.createdAt);
    const shown = (await api.get(path)).body;
    assert.deepEqual([shown.acceptedFromAddress, shown.verifiedBy.id], ['127.0.0.1', row.actorId]);
    assert.ok(shown.verifiedAt);
    const stored = [...(await everythingStored(house()))].filter(([, kept]) => kept.includes(sha256(text)));
    assert.deepEqual(
      stored.map(([table]) => table),
      ['audit'],
    );
  });

  test('on behalf of the borrower is told of whoever does it, with the whole address', async () => {
    const path = await anAgreement('<p>Of a key</p>');
    const { body } = await api.put(path, { status: 'accepted' });
    const row = await audited(path);
    assert.deepEqual([row.actorType, row.actorId, row.address], ['key', body.verifiedBy.id, '127.0.0.1']);
    assert.deepEqual([row.sha256, body.acceptedSha256], [sha256('<p>Of a key</p>'), sha256('<p>Of a key</p>')]);
    const rejected = await anAgreement();
    await api.put(rejected, { status: 'rejected', rejectionReason: 'A draft' });
    assert.equal((await audited(rejected)).sha256, null, 'what is rejected is proved by nobody');
  });

  test('without a content is refused for what a borrower agrees to, and only for that', async () => {
    const path = await anAgreement(null);
    refused(await api.put(path, { status: 'accepted' }), 400, 'InvalidRequest', 'status');
    refused(await borrower.put(path, { status: 'accepted' }), 400, 'InvalidRequest', 'status');
    const body = { type: 'loanTermsAndTILCombined', status: 'accepted' };
    refused(await api.post(`${person}/documents`, body), 400, 'InvalidRequest', 'status');
    const seen = (await api.post(`${person}/documents`, { type: 'evidence', status: 'accepted' })).body;
    assert.deepEqual([seen.status, seen.acceptedSha256], ['accepted', null]);
    refused(
      await api.put(`${person}/documents/${seen.id}`, { type: 'loanAutopayAgreement' }),
      400,
      'InvalidRequest',
      'type',
    );
  });

  test('is refused when the content is not the one that was shown', async () => {
    const path = await anAgreement('<p>Shown</p>');
    await upload(path, '<p>Changed meanwhile</p>');
    for (const client of [api, borrower]) {
      const answer = await client.put(path, { status: 'accepted', acceptedSha256: sha256('<p>Shown</p>') });
      refused(answer, 409, 'ContentChanged', 'acceptedSha256');
    }
    refused(await api.put(path, { acceptedSha256: sha256('x') }), 400, 'InvalidRequest', 'acceptedSha256');
    refused(
      await api.put(path, { status: 'accepted', acceptedSha256: 'abc' }),
      400,
      'InvalidRequest',
      'acceptedSha256',
    );
    const accepted = await api.put(path, { status: 'accepted', acceptedSha256: sha256('<p>Changed meanwhile</p>') });
    assert.equal(accepted.status, 200);
    const { type, status, acceptedSha256 } = accepted.body;
    assert.equal((await api.put(path, { type, status, acceptedSha256 })).status, 200, 'what was shown is sent back');
  });

  test('stays: neither content, kind nor loan changes, and it is archived in place of being deleted', async () => {
    const [one, two] = [await api.made(`${person}/loans`, loanBody), await api.made(`${person}/loans`, loanBody)];
    const path = await anAgreement('<p>Kept</p>', { loanId: one.id });
    await api.put(path, { status: 'accepted' });
    refused(await upload(path, '<p>Other</p>'), 409, 'ContentIsFinal', 'documentDescriptorId');
    for (const body of [{ type: 'other' }, { loanId: two.id }, { loanId: null }]) {
      refused(await api.put(path, body), 400, 'InvalidRequest', 'type');
    }
    refused(await api.put(path, { status: 'draft' }), 400, 'InvalidRequest', 'status');
    refused(await api.delete(path), 409, 'AgreementIsKept', 'documentDescriptorId');
    const archived = (await api.put(path, { archived: true, loanId: one.id, description: 'Ended' })).body;
    assert.deepEqual([archived.archived, archived.status], [true, 'accepted']);
    assert.equal((await api.get(path)).body.acceptedSha256, sha256('<p>Kept</p>'));
  });

  test('is for a borrower only what the company has given them to agree to', async () => {
    const own = `${person}/documents/${(await api.post(`${person}/documents`, { type: 'other' })).body.id}`;
    await upload(own, '<p>A pay slip</p>');
    const archived = await anAgreement('<p>Withdrawn</p>', { archived: true });
    for (const path of [own, archived]) {
      assert.equal((await borrower.put(path, { status: 'accepted' })).status, 403, path);
    }
    const link = await api.made(`${person}/document-upload-links`, { documentType: 'loanTermsAgreementOnly' });
    const sent = `/document-uploads/${link.key}/documents`;
    const { id } = (await house().call(undefined, 'POST', sent, { body: {} })).body;
    const headers = { 'content-type': 'text/plain' };
    await house().call(undefined, 'POST', `${sent}/${id}/content`, { body: 'My own terms', headers });
    assert.equal((await borrower.put(`${person}/documents/${id}`, { status: 'accepted' })).status, 403);
    const rejected = await anAgreement();
    await api.put(rejected, { status: 'rejected', rejectionReason: 'Withdrawn' });
    refused(await borrower.put(rejected, { status: 'accepted' }), 400, 'InvalidRequest', 'status');
    const path = await anAgreement();
    for (const body of [{ status: 'rejected' }, { status: 'draft' }, {}]) {
      assert.equal((await borrower.put(path, body)).status, 403, JSON.stringify(body));
    }
    refused(await borrower.put(path, { status: 'accepted', archived: true }), 400, 'InvalidRequest', 'archived');
    const other = `/people/${(await api.made('/people', aPerson())).id}/documents/${path.split('/').at(-1)}`;
    assert.equal((await borrower.put(other, { status: 'accepted' })).status, 404);
  });

  test('leaves a chain of the audit that verifies', async () => {
    await chainAudit(house().service.database, 'test');
    const { finding } = await verifyAudit(house().service.database.reader(api.realm));
    assert.equal(finding, null);
  });
});

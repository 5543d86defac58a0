// A document is signed with the certificate of the company, and whoever reads PDF can check that it is unchanged.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { certificateByHand } from '#app/cli-certificate.ts';
import { WrongUse } from '#app/wrong-use.ts';
import { chainAudit } from '#platform/audit/chain-audit.ts';
import { aPdf } from '../../../../tests/support/a-pdf.ts';
import { anAgreement, idIn } from '../../../../tests/support/agreement.ts';
import { everythingStored } from '../../../../tests/support/everything-stored.ts';
import { aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { refused } from '../../../../tests/support/refusals.ts';

const hasTools = ['pdfsig', 'qpdf', 'openssl'].every((tool) => spawnSync('which', [tool]).status === 0);

describe('signing', { skip: hasTools ? false : 'poppler-utils, qpdf and openssl are not installed' }, () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let person: string;
  let directory: string;
  const file = (name: string): string => join(directory, name);
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'signing-'));
    api = (await aCompany()).test;
    person = `/people/${(await api.made('/people', aPerson())).id}`;
  });
  after(() => rmSync(directory, { recursive: true }));

  const withCertificate = (values: Record<string, string> = {}) =>
    certificateByHand(house().service, api.realm, values);
  const bytesOf = async (path: string): Promise<Buffer> => {
    const url = `/api${path}/content`;
    return (await house().app.inject({ method: 'GET', url, headers: { 'x-api-key': api.key } })).rawPayload;
  };
  const upload = async (bytes: Buffer): Promise<string> => {
    const path = await anAgreement(api, person, { loanId: null, text: null, status: 'draft' });
    const headers = { 'content-type': 'application/pdf' };
    const sent = await api.call('POST', `${path}/content`, { body: bytes, headers });
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    return path;
  };
  const signed = async (path: string): Promise<string> => {
    const { status, body } = await api.post(`${path}/sign`, {});
    assert.equal(status, 200, JSON.stringify(body));
    return `${person}/documents/${body.id}`;
  };
  /** What the reader of another program says of each signature. */
  const saidOf = (bytes: Buffer): string[] => {
    writeFileSync(file('signed.pdf'), bytes);
    const { stdout } = spawnSync('pdfsig', [file('signed.pdf')], { encoding: 'utf8' });
    return [...stdout.matchAll(/Signature Validation: (.*)/g)].map(([, said]) => said as string);
  };

  test('needs a certificate', async () => {
    const { status, body } = await api.post(`${await upload(aPdf())}/sign`, {});
    assert.deepEqual([status, body.errorType, body.data.reason], [409, 'CertificateMissing', 'none']);
  });

  test('makes a new document, valid until a byte of it changes', async () => {
    const printed = await withCertificate();
    assert.match(printed, /BEGIN CERTIFICATE/);
    assert.doesNotMatch(printed, /KEY/);
    const text = await anAgreement(api, person, { loanId: null });
    const path = `${person}/documents/${(await api.post(`${text}/convert`, {})).body.id}`;
    const { body } = await api.post(`${path}/sign`, {});
    const { id, conversionSourceId, status, type, contentType, fileName, acceptedSha256, verifiedBy } = body;
    assert.deepEqual([conversionSourceId, status, type], [idIn(path), 'accepted', 'loanAutopayAgreement']);
    assert.deepEqual([contentType, fileName], ['application/pdf', 'autopay-agreement-null-signed.pdf']);
    const source = (await api.get(path)).body;
    assert.deepEqual([acceptedSha256, verifiedBy], [source.acceptedSha256, source.verifiedBy]);
    const bytes = await bytesOf(`${person}/documents/${id}`);
    assert.ok(bytes.subarray(0, source.contentLength).equals(await bytesOf(path)), 'what was there stays as it was');
    assert.deepEqual(saidOf(bytes), ['Signature is Valid.']);
    execFileSync('qpdf', ['--check', file('signed.pdf')]);
    const changed = Buffer.from(bytes);
    changed[300] = (changed[300] as number) ^ 1;
    assert.deepEqual(saidOf(changed), ['Digest Mismatch.']);
    await chainAudit(house().service.database, 'test');
    const [row] = (await api.get(`/audit?objectId=${id}`)).body.data;
    assert.deepEqual([row.action, row.sha256], ['documents.sign', body.sha256]);
  });

  test('leaves earlier signatures valid, also with a certificate of theirs', async () => {
    const once = await signed(await upload(aPdf()));
    const key = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=Theirs'];
    execFileSync('openssl', [...key, '-keyout', file('key.pem'), '-out', file('cert.pem')], { stdio: 'ignore' });
    const keyAndCertificate = ['-inkey', file('key.pem'), '-in', file('cert.pem')];
    execFileSync('openssl', [
      'pkcs12',
      '-export',
      ...keyAndCertificate,
      '-out',
      file('a.p12'),
      '-passout',
      'pass:secret',
    ]);
    writeFileSync(file('passphrase'), 'wrong\n');
    const theirs = { p12: file('a.p12'), 'passphrase-file': file('passphrase') };
    await assert.rejects(withCertificate(theirs), /cannot be opened/);
    writeFileSync(file('passphrase'), 'secret\n');
    assert.match(await withCertificate(theirs), /CN=Theirs/);
    assert.deepEqual(saidOf(await bytesOf(await signed(once))), ['Signature is Valid.', 'Signature is Valid.']);
    await assert.rejects(withCertificate({ years: '0' }), WrongUse);
    await assert.rejects(withCertificate({ p12: file('nothing') }), /cannot be read/);
    await withCertificate();
    const stored = [...(await everythingStored(house()))].filter(([, text]) => /secret|PRIVATE KEY/.test(text));
    assert.deepEqual(
      stored.map(([table]) => table),
      [],
    );
  });

  test('refuses what is no PDF, or has a password, or was rejected', async () => {
    await withCertificate();
    const ask = (path: string) => api.post(`${path}/sign`, {});
    const reasonOf = async (path: string) => {
      const answer = await ask(path);
      refused(answer, 422, 'ContentNotSignable', 'documentDescriptorId');
      return answer.body.data.reason;
    };
    assert.equal(await reasonOf(await anAgreement(api, person, { loanId: null })), 'type');
    assert.equal(await reasonOf(await upload(Buffer.from('%PDF-1.7\nnothing at all\n%%EOF'))), 'unreadable');
    assert.equal(await reasonOf(await upload(aPdf().subarray(0, 100))), 'unreadable');
    writeFileSync(file('plain.pdf'), aPdf());
    execFileSync('qpdf', ['--encrypt', '', 'owner', '256', '--', file('plain.pdf'), file('sealed.pdf')]);
    assert.equal(await reasonOf(await upload(readFileSync(file('sealed.pdf')))), 'encrypted');
    const rejected = await upload(aPdf());
    await api.put(rejected, { status: 'rejected', rejectionReason: 'Not ours' });
    refused(await ask(rejected), 409, 'DocumentIsRejected', 'documentDescriptorId');
    const empty = await anAgreement(api, person, { loanId: null, text: null, status: 'draft' });
    refused(await ask(empty), 404, 'NotFound', 'documentDescriptorId');
  });
});

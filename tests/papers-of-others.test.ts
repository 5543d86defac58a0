// Statements and documents are of one borrower: by no way does another borrower, another company or the other mode reach
// them, and a borrower does not see what was collected about them.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aBorrower } from './support/a-borrower.ts';
import { type Answer, type Client, type Company, useHouse } from './support/house.ts';
import { aLife, type Life } from './support/loan-life.ts';

type Shown = Answer['body'];

describe('papers of others', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  /** Two borrowers of one company, each with a loan and its statement on paper. */
  let one: Life;
  let other: Life;
  let statement: Shown;
  let theirs: Shown;
  let borrower: Client;
  let stranger: Client;

  const statementOf = async (life: Life): Promise<Shown> => {
    const [{ id }] = await life.read('/statements');
    const made = await life.api.post(`${life.path}/papers`, { paper: 'statement', statementId: id });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return life.read(`/statements/${id}/details`);
  };

  before(async () => {
    company = await aCompany();
    one = await aLife(company);
    other = await aLife(company);
    await one.moveTo('2026-02-20');
    statement = await statementOf(one);
    theirs = await statementOf(other);
    borrower = await aBorrower(house(), company.test, one.personId);
    stranger = (await aCompany()).test;
  });

  const idOf = ({ path }: Life): string => path.split('/').at(-1) as string;

  test('a borrower reads their own statement and its document, and no others', async () => {
    const own = await borrower.get(`${one.path}/statements/${statement.id}/details`);
    assert.deepEqual([own.status, own.body.data.id], [200, statement.id]);
    const document = `/people/${one.personId}/documents/${statement.documentDescriptorId}`;
    assert.equal((await borrower.get(`${document}/content`)).status, 200);
    const { contentId } = (await company.test.get(`/people/${other.personId}/documents/${theirs.documentDescriptorId}`))
      .body;
    for (const path of [
      `${other.path}/statements`,
      `${other.path}/statements/${theirs.id}/details`,
      `${one.path}/statements/${theirs.id}/details`,
      `/people/${one.personId}/loans/${idOf(other)}/statements`,
      `/people/${one.personId}/loans/${idOf(other)}/statements/${theirs.id}/details`,
      `/people/${other.personId}/loans/${idOf(one)}/statements/${statement.id}/details`,
      `/people/${other.personId}/documents`,
      `/people/${other.personId}/documents/${theirs.documentDescriptorId}`,
      `/people/${other.personId}/documents/${theirs.documentDescriptorId}/content`,
      `/people/${other.personId}/documents/${theirs.documentDescriptorId}/content?returnUrl=true`,
      `/people/${one.personId}/documents/${theirs.documentDescriptorId}`,
      `/people/${one.personId}/documents/${theirs.documentDescriptorId}/content`,
      `${document}/content?contentId=${contentId}`,
    ]) {
      const { status, body } = await borrower.get(path);
      assert.equal(status, 404, `${path}: ${JSON.stringify(body)}`);
    }
    for (const [method, path, body] of [
      ['PUT', `${one.path}/statements/${statement.id}`, { documentDescriptorId: null }],
      ['POST', `${one.path}/periods/${statement.periodId}/generate-statement`, {}],
      ['POST', `${one.path}/papers`, { paper: 'statement', statementId: statement.id }],
      ['DELETE', document, undefined],
    ] as const) {
      const { status } = await borrower.call(method, path, { body });
      assert.equal(status, 403, `${method} ${path}`);
    }
  });

  test('nobody makes a paper of one borrower with a statement or a document of another', async () => {
    const { test: api } = company;
    const order = await api.post(`${one.path}/papers`, { paper: 'statement', statementId: theirs.id });
    assert.deepEqual([order.status, order.body.data.path], [404, 'statementId']);
    const crossed = `/people/${one.personId}/loans/${idOf(other)}`;
    for (const [method, path, body] of [
      ['POST', `${crossed}/papers`, { paper: 'schedule' }],
      ['PUT', `${crossed}/statements/${theirs.id}`, { documentDescriptorId: null }],
      ['PUT', `${one.path}/statements/${theirs.id}`, { documentDescriptorId: null }],
      ['PUT', `${one.path}/statements/${statement.id}`, { documentDescriptorId: theirs.documentDescriptorId }],
      ['POST', `${one.path}/periods/${theirs.periodId}/generate-statement`, {}],
      ['POST', `/people/${one.personId}/documents/${theirs.documentDescriptorId}/convert`, {}],
      ['POST', `/people/${one.personId}/documents/${theirs.documentDescriptorId}/sign`, {}],
      ['POST', `/people/${one.personId}/document-upload-links`, { documentType: 'other', loanId: idOf(other) }],
    ] as const) {
      const answer = await api.call(method, path, { body });
      assert.equal(answer.status, 404, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    }
    assert.equal(
      (await one.read(`/statements/${statement.id}/details`)).documentDescriptorId,
      statement.documentDescriptorId,
    );
  });

  test('another company and the other mode reach none of it, by id, address, range or hash', async () => {
    const document = `/people/${one.personId}/documents/${statement.documentDescriptorId}`;
    const { contentId, sha256 } = (await company.test.get(document)).body;
    const paths: readonly [string, Record<string, string>][] = [
      [`${one.path}/statements`, {}],
      [`${one.path}/statements/${statement.id}/details`, {}],
      [document, {}],
      [`${document}/content`, { range: 'bytes=0-9' }],
      [`${document}/content`, { 'if-range': `"${contentId}"`, range: 'bytes=0-' }],
      [`${document}/content?contentId=${contentId}`, {}],
      [`${document}/content?returnUrl=true`, {}],
    ];
    for (const client of [stranger, company.live]) {
      for (const [path, headers] of paths) {
        const { status, body } = await client.call('GET', path, { headers });
        assert.equal(status, 404, path);
        for (const secret of [sha256, contentId, statement.id]) {
          const isSaid = path.includes(secret) || !JSON.stringify(body).includes(secret);
          assert.ok(isSaid, `${secret} in the answer to ${path}`);
        }
      }
      const said = { acceptedSha256: sha256, status: 'accepted' };
      assert.equal((await client.put(document, said)).status, 404);
    }
    for (const token of [contentId, sha256, statement.id, statement.documentDescriptorId]) {
      assert.equal((await house().call(undefined, 'GET', `/document-contents/${token}`)).status, 404);
    }
  });

  test('a borrower sees no document of a case, no evidence, and no copy of them', async () => {
    const { test: api } = company;
    const documents = `/people/${one.personId}/documents`;
    for (const type of ['evidence', 'caseDocument']) {
      const source = `${documents}/${(await api.post(documents, { type })).body.id}`;
      const headers = { 'content-type': 'text/plain' };
      const { contentId } = (await api.call('POST', `${source}/content`, { body: 'Said by a neighbour', headers }))
        .body;
      const copied = await api.post(`${source}/convert?format=pdf`, {});
      assert.deepEqual([copied.status, copied.body.type], [200, type], JSON.stringify(copied.body));
      const copy = `${documents}/${copied.body.id}`;
      for (const path of [
        source,
        copy,
        `${source}/content`,
        `${copy}/content`,
        `${source}/content?contentId=${contentId}`,
        `${source}/content?returnUrl=true`,
        `${documents}/${statement.documentDescriptorId}/content?contentId=${contentId}`,
      ]) {
        assert.equal((await borrower.get(path)).status, 404, path);
      }
      const listed: Shown[] = (await borrower.get(`${documents}?includeArchived=true`)).body;
      assert.ok(listed.length > 0 && listed.every((document) => document.type !== type));
      for (const query of [`type=${type}`, `conversionSourceId=${source.split('/').at(-1)}`]) {
        const { status, body } = await borrower.get(`${documents}?${query}`);
        assert.ok(status === 400 || body.length === 0, `${query}: ${JSON.stringify(body)}`);
      }
      assert.equal((await borrower.put(source, { type: 'other' })).status === 200, false);
    }
  });

  test('an upload link, and what was sent by it, is of its borrower, its company and its mode', async () => {
    const { test: api } = company;
    const links = `/people/${one.personId}/document-upload-links`;
    const documents = `/people/${one.personId}/documents`;
    const link = await api.made(links, { documentType: 'evidence' });
    const theirLink = await api.made(`/people/${other.personId}/document-upload-links`, { documentType: 'evidence' });
    const byKey = (method: string, key: string, path: string, body?: object | string) =>
      house().call(undefined, method, `/document-uploads/${key}/documents${path}`, {
        body,
        ...(typeof body === 'string' && { headers: { 'content-type': 'text/plain' } }),
      });
    const sendId = 'drawn-by-the-sender';
    const { id } = (await byKey('POST', link.key, '', { fileName: 'slip.pdf', sendId })).body;
    assert.equal((await byKey('POST', link.key, `/${id}/content`, 'Said by a neighbour')).status, 200);
    for (const client of [stranger, company.live]) {
      for (const path of [links, `${links}/${link.id}`, `${documents}/${id}`, `${documents}/${id}/content`]) {
        assert.equal((await client.get(path)).status, 404, path);
      }
      assert.equal((await client.delete(`${links}/${link.id}`)).status, 404);
      assert.equal((await client.post(links, { documentType: 'other' })).status, 404);
    }
    for (const [method, path] of [
      ['GET', links],
      ['POST', links],
      ['GET', `${links}/${link.id}`],
      ['DELETE', `${links}/${link.id}`],
    ] as const) {
      const { status } = await borrower.call(method, path, { body: { documentType: 'other' } });
      assert.equal(status, 403, `${method} ${path}`);
    }
    // What they have sent as evidence is not theirs to read, change or send anew, once they have signed in.
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/content', undefined],
      ['PUT', '', { status: 'accepted' }],
      ['POST', '/content', 'Another'],
    ] as const) {
      const headers = { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' };
      const { status } = await borrower.call(method, `${documents}/${id}${path}`, { body, headers });
      assert.equal(status, 404, `${method} ${path}`);
    }
    for (const [method, path, body] of [
      ['POST', `/${id}/content`, 'Another'],
      ['PATCH', `/${id}/content?offset=0&length=7`, 'Another'],
      ['GET', `/${id}/content`, undefined],
    ] as const) {
      assert.equal((await byKey(method, theirLink.key, path, body)).status, 404, `${method} ${path}`);
    }
    assert.equal((await api.delete(`${documents}/${id}`)).status, 200);
    assert.equal((await byKey('GET', link.key, `/${id}/content`)).status, 404, 'it was deleted');
    assert.equal((await byKey('POST', link.key, `/${id}/content`, 'Another')).status, 404);
    assert.equal((await byKey('POST', link.key, '', { sendId })).body.errorType, 'UploadLinkEnded', 'it was used');
  });
});

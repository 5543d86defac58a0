// A field that names an object of a later capability: nothing is found until the app binds a resolver.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import Type, { type TProperties } from 'typebox';
import { endpoints, operationKinds } from '#app/capabilities.ts';
import { makeServer } from '#app/server.ts';
import { commandRunner } from '#platform/command/run-command.ts';
import { makeLog } from '#platform/log.ts';
import { operations } from '#platform/work/operations/operations.ts';
import { anEmail, aPerson, type Client, useHouse } from '../../tests/support/house.ts';
import { Reference, type Resolvers, referencesIn, resolved } from './references.ts';

const serverConfig = {
  publicUrl: 'http://tenor.test',
  syncTimeoutMs: 5000,
  trustProxy: false,
  limitsPerMinute: { key: 0, company: 0, address: 0 },
  host: '127.0.0.1',
};

const dispute = { id: 'CS-AAAA-AAAA', reference: 'ext-dispute' };

describe('a field that refers to an object of a later capability', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let path: string;
  before(async () => {
    api = (await aCompany()).test;
    const { id } = await api.made('/people', aPerson());
    path = `/people/${id}`;
  });

  /** The same service with these resolvers, as the app binds them. */
  async function withResolvers(resolvers: Resolvers) {
    const { service } = house();
    const settings = { webhookDevHosts: new Set<string>() };
    const runCommand = commandRunner({ ...service, settings, resolvers });
    const app = makeServer({ ...service, runCommand }, serverConfig, makeLog('silent'));
    await app.ready();
    return async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
      const headers = { 'x-api-key': api.key, 'content-type': 'application/json' };
      const answer = await app.inject({ method, url: `/api${url}`, headers, payload: JSON.stringify(body ?? {}) });
      const { status, data } = answer.json();
      return [answer.statusCode, status === 404 ? data.path : null];
    };
  }

  test('finds nothing as long as nothing is bound', async () => {
    const refused = await api.put(path, { status: 'inactive', caseId: dispute.id });
    assert.deepEqual(
      [refused.status, refused.body.errorType, refused.body.data],
      [404, 'NotFound', { path: 'caseId' }],
    );
    assert.match(refused.body.message, /^There is no case CS-AAAA-AAAA\.$/);
    assert.equal((await api.put(path, { caseId: null })).status, 200);
  });

  test('is found by what is bound: in a body, in a query; others are refused as before', async () => {
    const asked: string[] = [];
    const send = await withResolvers({
      case: async ({ realm }, reference) => {
        asked.push(`${realm.companyId} ${reference}`);
        return reference === dispute.reference ? dispute.id : undefined;
      },
    });
    assert.deepEqual(await send('PUT', path, { caseId: dispute.reference, status: 'inactive' }), [200, null]);
    assert.deepEqual(await send('POST', `${path}/contacts`, { ...anEmail(), caseId: dispute.reference }), [201, null]);
    assert.deepEqual(await send('PUT', path, { caseId: 'ext-other' }), [404, 'caseId']);
    const unknownIdentity = `${path}/identities/BI-AAAA-AAAA`;
    assert.deepEqual(await send('DELETE', `${unknownIdentity}?caseId=ext-other`), [404, 'caseId']);
    assert.deepEqual(await send('DELETE', `${unknownIdentity}?caseId=${dispute.reference}`), [404, 'identityId']);
    assert.deepEqual(new Set(asked.map((one) => one.split(' ')[0])), new Set([api.realm.companyId]));
  });

  test('is given to the command by its id', async () => {
    const reader = house().service.database.reader(api.realm);
    const references = referencesIn({ caseId: Reference('CS', 'case'), note: Type.String() });
    const given = { caseId: dispute.reference, note: dispute.reference };
    const found = await resolved({ case: async () => dispute.id }, reader, references, given);
    assert.deepEqual(found, { caseId: dispute.id, note: dispute.reference });
  });

  test('is found in a contact of a line that is imported, and refused there by its place', async () => {
    const { database, vault, clock, position, rightsOf } = house().service;
    const resolvers = { case: async (_: unknown, one: string) => (one === dispute.reference ? dispute.id : undefined) };
    const lines = [dispute.reference, 'ext-other'].map((caseId, n) => ({
      person: { externalId: `line-${n}`, name: { firstName: 'Ada', lastName: 'Lovelace' } },
      contacts: [anEmail({ caseId })],
    }));
    const { body } = await api.call('POST', '/people/import', {
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    const options = { database, vault, clock, position, rightsOf, kinds: operationKinds, log: makeLog('silent') };
    const worker = operations({ ...options, resolvers });
    await worker.job.run({ ...api.realm, payload: { operationId: body.data.id } });
    const results = (await api.get(`/people/import/${body.data.id}/results`)).body.data;
    const seen = results.map((one: { outcome: string; error: { data: object } | null }) => [
      one.outcome,
      one.error?.data,
    ]);
    assert.deepEqual(seen.sort(), [
      ['created', undefined],
      ['failed', { path: 'contacts[0].caseId', docs: '/docs/errors#NotFound' }],
    ]);
  });

  test('stands at the top of a body or a query, where it is looked for', () => {
    const besidesWords = (key: string, value: unknown) => (['x-describes', 'x-extends'].includes(key) ? null : value);
    const declared = (schema: unknown) =>
      JSON.stringify(schema ?? null, besidesWords).split('"x-refers-to"').length - 1;
    for (const { name, query = {}, body } of endpoints) {
      const properties = (body as { properties?: TProperties } | undefined)?.properties ?? {};
      assert.equal(referencesIn(query).length, declared(query), name);
      assert.equal(referencesIn(properties).length, declared(body), name);
    }
    assert.ok(
      endpoints.some(({ body }) => declared(body) > 0),
      'some have one',
    );
  });
});

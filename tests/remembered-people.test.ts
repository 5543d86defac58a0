// A remembered answer about a person equals the one that would be computed now, byte for byte, after changes by two
// processes. Keys that may see less, other companies and erased people never get an answer that was not made for them.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aPerson, type Client, useHouse } from './support/house.ts';
import { ask, clientOn, countOf, twoMore } from './support/more-processes.ts';
import { setClock } from './support/test-clock.ts';

const passport = { identityType: 'passport', value: 'X1234567', issuingCountry: 'US' };
const ssn = { identityType: 'SSN', value: '123-45-6789' };

/** What is asked of a person after each step. Real values of identities are shown and never remembered. */
const questions = ['', '?includeIdentity=false', '?includeIdentity=true'];

type Act = (api: Client, path: string, round: number) => Promise<unknown>;

const ofTheLast =
  (method: string, body?: object): Act =>
  async (api, path) => {
    const { body: found } = await api.get(`${path}/identities`);
    const last = found.data.find(({ isPrimary }: { isPrimary: boolean }) => !isPrimary);
    return last && api.call(method, `${path}/identities/${last.id}`, body && { body });
  };

const acts: Record<string, Act> = {
  rename: (api, path, round) => api.put(path, { name: { firstName: `Ada ${round}` } }),
  nothing: (api, path) => api.put(path, {}),
  status: (api, path, round) => api.put(path, { status: round % 2 === 0 ? 'inactive' : 'active' }),
  named: (api, path, round) => api.put(path, { externalId: `${path.slice(8)} ${round}`, metaData: { round } }),
  addIdentity: (api, path) => api.post(`${path}/identities`, passport),
  changeIdentity: ofTheLast('PUT', { value: 'X7654321' }),
  archiveIdentity: ofTheLast('DELETE'),
  addContact: (api, path) =>
    api.post(`${path}/contacts`, { contactType: 'email', label: 'home', value: 'a@b.example' }),
  refused: (api, path) => api.put(path, { borrowerType: 'business' }),
  clock: (api, _, round) => setClock(api, `2027-01-${10 + (round % 5)}T00:00:00Z`),
};

describe('remembered answers about people', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let other: FastifyInstance;
  let forgetful: FastifyInstance;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2027-01-10T00:00:00Z');
    [other, forgetful] = await twoMore(house());
  });

  const asked = (app: FastifyInstance, path: string, headers = {}, key = api.key) => ask(app, path, key, headers);
  const aPath = async (more = {}): Promise<string> => `/people/${(await api.made('/people', aPerson(more))).id}`;
  const inDatabase = (text: string, path: string) =>
    house().service.database.pools.test.query(text, [path.replace('/people/', '')]);

  test('are the computed ones, whatever is changed in which process', async () => {
    let again = 0;
    const step = fc.record({ act: fc.constantFrom(...Object.keys(acts)), elsewhere: fc.boolean() });
    const run = async (steps: readonly { act: string; elsewhere: boolean }[]) => {
      const path = await aPath({ identity: ssn });
      for (const [round, { act, elsewhere }] of steps.entries()) {
        await acts[act]?.(clientOn(elsewhere ? other : house().app, api), path, round);
        for (const question of questions) {
          const expected = await asked(forgetful, path + question);
          for (const app of [house().app, other]) {
            for (const time of ['first', 'again']) {
              assert.deepEqual(await asked(app, path + question), expected, `${path}${question} ${time} after ${act}`);
            }
          }
          if (expected.etag !== undefined) again += 1;
        }
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), run), { numRuns: 15 });
    assert.ok(again > 100, `${again} answers were such that they can be remembered`);
    assert.ok((await countOf(house().app)) > 20, 'and were');
    assert.equal(await countOf(forgetful), 0);
  });

  test('end with a change of a process that knows of no versions', async () => {
    const path = await aPath({ identity: ssn });
    const first = await asked(other, path);
    await inDatabase(`update people set collections_intensity = 'heavy' where person_id = $1`, path);
    const second = await asked(other, path, { 'if-none-match': first.etag });
    assert.match(second.body, /"collectionsIntensity":"heavy"/);
    await inDatabase(`update identities set valid = not valid where person_id = $1`, path);
    const third = await asked(other, path, { 'if-none-match': second.etag });
    assert.match(third.body, /"valid":false/);
    await inDatabase(`update identities set is_primary = false, is_archived = true where person_id = $1`, path);
    assert.match((await asked(other, path, { 'if-none-match': third.etag })).body, /"identities":\[\]/);
    assert.equal(new Set([first.etag, second.etag, third.etag]).size, 3);
  });

  test('of a path by an external id are never kept: it may come to mean another person', async () => {
    const [ada, grace] = [await aPath({ externalId: 'shared' }), await aPath()];
    const before = await countOf(other);
    const found = await asked(other, '/people/ext-shared');
    assert.deepEqual([found.status, found.etag], [200, undefined]);
    assert.equal(await countOf(other), before);
    await api.put(ada, { externalId: null });
    await api.put(grace, { externalId: 'shared' });
    assert.match((await asked(other, '/people/ext-shared')).body, new RegExp(grace.slice(8)));
  });

  test('never hold the real value of an identity, and are no way to it', async () => {
    const path = await aPath({ identity: ssn });
    const { key } = await api.made('/keys', { name: 'reads people', permissions: ['person:read'] });
    const { key: blind } = await api.made('/keys', { name: 'reads none', permissions: ['person:list'] });
    const before = await countOf(other);
    const open = await asked(other, `${path}?includeIdentity=true`);
    assert.match(open.body, /123-45-6789|123456789/);
    assert.equal(open.etag, undefined);
    assert.equal(await countOf(other), before);
    const masked = await asked(other, path);
    assert.doesNotMatch(masked.body, /123-45-6789|123456789/);
    assert.deepEqual(await asked(other, path, {}, key), masked, 'who may read the person sees what all see');
    assert.equal((await asked(other, `${path}?includeIdentity=true`, {}, key)).status, 403);
    const refused = await asked(other, path, { 'if-none-match': '*' }, blind);
    assert.deepEqual([refused.status, refused.etag], [403, undefined]);
  });

  test('are of their company, mode and version of the interface alone', async () => {
    const path = await aPath();
    const stranger = await aCompany();
    const { etag } = await asked(other, path);
    for (const key of [stranger.test.key, stranger.live.key]) {
      assert.equal((await asked(other, path, { 'if-none-match': etag }, key)).status, 404);
    }
    const older = await asked(other, path, { 'api-version': '2018-01-01' });
    assert.equal(older.status, 200);
    assert.notEqual(older.etag, etag);
  });

  test('are told by ETag: 304 for who has it, and a change may be bound to it', async () => {
    const path = await aPath();
    const { etag = '', body } = await asked(other, path);
    assert.match(etag, /^"[\da-f]{16}-[\w-]{12}"$/);
    for (const sent of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
      assert.deepEqual(await asked(other, path, { 'if-none-match': sent }), { status: 304, etag, body: '' }, sent);
    }
    assert.equal((await asked(other, path, { 'if-none-match': '"another"' })).body, body);
    const put = (firstName: string, match: string) =>
      api.call('PUT', path, { body: { name: { firstName } }, headers: { 'if-match': match } });
    assert.equal((await put('First', etag)).status, 200);
    const late = await put('Second', etag);
    assert.deepEqual([late.status, late.body.errorType], [412, 'PreconditionFailed']);
    const now = await asked(other, path, { 'if-none-match': etag });
    assert.match(now.body, /"firstName":"First"/);
    await api.post(`${path}/identities`, passport);
    assert.equal((await put('Third', now.etag as string)).status, 412, 'an identity is a part of the person');
    assert.equal((await put('Fourth', '*')).status, 200);
  });

  test('stay while the server puts its rows in order', async () => {
    const path = await aPath({ identity: ssn });
    const before = await asked(other, path);
    const owner = new pg.Client(house().service.database.server);
    await owner.connect();
    const frozen = `select relfrozenxid::text from pg_class where oid = 'test.people'::regclass`;
    const { rows: earlier } = await owner.query(frozen);
    await owner.query('vacuum (freeze) test.people, test.identities');
    assert.notDeepEqual((await owner.query(frozen)).rows, earlier);
    await owner.end();
    assert.deepEqual(await asked(other, path), before);
    assert.deepEqual(await asked(forgetful, path), before);
  });

  test('are wiped when somebody is erased', async () => {
    const path = await aPath({ name: { firstName: 'Hedwig', lastName: 'Lamarr' } });
    assert.match((await asked(other, path)).body, /Hedwig/);
    assert.ok((await countOf(other)) > 0);
    await erasePersonByHand(house().service, api.realm, path.replace('/people/', ''), { evenWithOpenLoans: false });
    assert.equal(await countOf(other), 0);
    const after = await asked(other, path);
    assert.doesNotMatch(after.body, /Hedwig/);
    assert.match(after.body, /"erasedAt":"20/);
  });
});

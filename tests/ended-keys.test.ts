// Work that outlives its request, when its API key is revoked, or loses a permission, meanwhile.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { movableClock } from './support/clock.ts';
import { eventually } from './support/eventually.ts';
import { aPerson, aPhone, type Client, type Company, useHouse } from './support/house.ts';

const person = (n: number, more = {}) => ({
  person: { externalId: `B-${n}`, name: { firstName: 'Ada', lastName: `Line ${n}` } },
  ...more,
});
const people = (count: number, first = 0) => Array.from({ length: count }, (_, n) => person(first + n));
const textOf = (lines: readonly unknown[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const ndjson = { 'content-type': 'application/x-ndjson' };

/** More lines than are imported before a test has ended their key. */
const many = 8_000;

describe('work whose API key ends', () => {
  // The test moves it, because a key's rights are remembered for a second.
  const clock = movableClock();
  const { house, aCompany } = useHouse({ clock });

  async function aSecondKey({ test: api }: Company, permissions: string[] | null = null) {
    const { id, key } = await api.made('/keys', { name: 'second', permissions });
    return { id, api: house().client(key, api.realm) };
  }
  async function revoke({ test: api }: Company, keyId: string): Promise<void> {
    assert.equal((await api.delete(`/keys/${keyId}`)).status, 200);
    clock.moveOn(2);
  }
  async function narrow({ test: api }: Company, keyId: string, permissions: string[]): Promise<void> {
    assert.equal((await api.put(`/keys/${keyId}`, { permissions })).status, 200);
    clock.moveOn(2);
  }
  async function begun(api: Client, lines: readonly unknown[]): Promise<string> {
    const { status, body } = await api.call('POST', '/people/import', { body: textOf(lines), headers: ndjson });
    assert.equal(status, 202, JSON.stringify(body));
    return body.data.id;
  }
  const operationOf = async (api: Client, id: string) => (await api.get(`/operations/${id}`)).body.data;
  /** Looks at an operation until the condition is true. */
  async function operationWhen(api: Client, id: string, is: (one: Awaited<ReturnType<typeof operationOf>>) => boolean) {
    return eventually(`operation ${id} is there`, async () => {
      const operation = await operationOf(api, id);
      return is(operation) ? operation : undefined;
    });
  }
  const hasEnded = ({ state }: { state: string }): boolean => state !== 'queued' && state !== 'running';
  const hasBegun = ({ progress }: { progress: { done: number } }): boolean => progress.done > 0;
  /** An import by the second key of a new company, some of whose lines are done. */
  async function anImportUnderWay(lines: readonly unknown[]) {
    const company = await aCompany();
    const second = await aSecondKey(company);
    const id = await begun(second.api, lines);
    await operationWhen(company.test, id, hasBegun);
    return { company, second, id };
  }
  async function countOf({ realm }: Client, table: string): Promise<number> {
    const query = `select count(*)::int as n from ${table} where company_id = $1`;
    return (await house().service.database.pools.test.query(query, [realm.companyId])).rows[0].n;
  }

  test('an import ends when its key is revoked, says so, and keeps the results of what was done', async () => {
    const { company, second, id } = await anImportUnderWay(people(many));
    await revoke(company, second.id);
    const { state, error, result, progress } = await operationWhen(company.test, id, hasEnded);
    assert.deepEqual([state, error?.status, error?.errorType], ['failed', 401, 'KeyEnded']);
    assert.match(error.message, new RegExp(`${second.id} was revoked or has expired`));
    assert.ok(result.created > 0 && result.created < many, `${result.created} were created`);
    assert.deepEqual([result.lines, progress], [many, { done: result.created, total: many }]);
    assert.equal(await countOf(company.test, 'people'), result.created);
    assert.equal(await countOf(company.test, 'import_chunks'), 0, 'what was not done is forgotten');
    const { body } = await company.test.get(`/people/import/${id}/results.ndjson`);
    assert.equal(body.split('\n').length - 1, result.created);
    clock.moveOn(60);
    await sleep(3_000);
    assert.equal(await countOf(company.test, 'people'), result.created, 'nobody takes it up again');
  });

  test('an import ends when its key loses the permission to import, with the permission named', async () => {
    const { company, second, id } = await anImportUnderWay(people(many));
    await narrow(company, second.id, ['person:create']);
    const { state, error, result } = await operationWhen(company.test, id, hasEnded);
    assert.deepEqual([state, error?.errorType, error?.data.permission], ['failed', 'Forbidden', 'person:import']);
    assert.ok(result.created < many);
  });

  test('the lines of an import that follow do without a permission that its key lost', async () => {
    const lines = Array.from({ length: 4_000 }, (_, n) => person(n, n < 3_800 ? {} : { contacts: [aPhone()] }));
    const { company, second, id } = await anImportUnderWay(lines);
    await narrow(company, second.id, ['person:import', 'person:create']);
    const { state, result } = await operationWhen(company.test, id, hasEnded);
    assert.deepEqual([state, result.created, result.failed], ['succeeded', 3_800, 200]);
    const { body } = await company.test.get(`/people/import/${id}/results?outcome=failed`);
    assert.equal(body.data[0].error.data.permission, 'contact:create');
  });

  test('an upload whose key is revoked half-way is refused, and nothing of it is kept', async () => {
    const company = await aCompany();
    const second = await aSecondKey(company);
    const payload = new PassThrough();
    const answer = house().app.inject({
      method: 'POST',
      url: '/api/people/import',
      headers: { ...ndjson, 'x-api-key': second.api.key },
      payload,
    });
    payload.write(textOf(people(250)));
    await eventually('a chunk is there', async () => (await countOf(company.test, 'import_chunks')) > 0);
    await revoke(company, second.id);
    payload.end(textOf(people(250, 1_000)));
    const { statusCode, body } = await answer;
    const { errorType, data } = JSON.parse(body);
    assert.deepEqual([statusCode, errorType, data.keyId], [401, 'KeyEnded', second.id]);
    assert.equal(await countOf(company.test, 'import_chunks'), 0);
    assert.equal(await countOf(company.test, 'operations'), 0);
  });

  test('the content of a document whose key is revoked half-way is refused, and nothing of it is kept', async () => {
    const company = await aCompany();
    const second = await aSecondKey(company);
    const documents = `/people/${(await company.test.made('/people', person(1).person)).id}/documents`;
    const { id } = (await company.test.post(documents, { type: 'other' })).body;
    const payload = new PassThrough();
    const answer = house().app.inject({
      method: 'POST',
      url: `/api${documents}/${id}/content`,
      headers: { 'content-type': 'text/plain', 'x-api-key': second.api.key },
      payload,
    });
    // Some chunks share a commit.
    payload.write('a'.repeat(2_400_000));
    await eventually('a chunk is there', async () => (await countOf(company.test, 'blob_chunks')) > 0);
    await revoke(company, second.id);
    payload.end('a');
    const { statusCode, body } = await answer;
    assert.deepEqual([statusCode, JSON.parse(body).errorType], [401, 'KeyEnded']);
    assert.equal(await countOf(company.test, 'blob_chunks'), 0);
    assert.equal(await countOf(company.test, 'blobs'), 0);
  });

  test('a download of lines breaks off', async () => {
    const company = await aCompany();
    const second = await aSecondKey(company);
    const lines = 6_000;
    const id = await begun(company.test, people(lines));
    await operationWhen(company.test, id, hasEnded);
    const response = await house().app.inject({
      method: 'GET',
      url: `/api/people/import/${id}/results.ndjson`,
      headers: { 'x-api-key': second.api.key },
      payloadAsStream: true,
    });
    let seen = '';
    const reading = (async () => {
      for await (const part of response.stream()) {
        if (seen === '') await revoke(company, second.id);
        seen += part;
      }
    })();
    await reading.catch(() => {});
    assert.ok(seen.split('\n').length < lines, `${seen.split('\n').length} of ${lines} lines were shown`);
  });

  test('a stream shows nothing of what comes after', async () => {
    const company = await aCompany();
    const second = await aSecondKey(company);
    const response = await house().app.inject({
      method: 'GET',
      url: '/api/events/stream',
      headers: { 'x-api-key': second.api.key },
      payloadAsStream: true,
    });
    let seen = '';
    const ended = (async () => {
      for await (const part of response.stream()) seen += part;
    })().catch(() => {});
    await company.test.made('/people', aPerson());
    await eventually('it is seen', () => seen.includes('person.created'));
    await revoke(company, second.id);
    await company.test.made('/people', aPerson());
    await ended;
    assert.equal(seen.split('event: person.created').length - 1, 1);
  });
});

describe('work that waited while its API key ended', () => {
  const clock = movableClock();
  const { house, aCompany } = useHouse({ works: false, clock });

  test('moves no test clock, which another key can move then', async () => {
    const { test: api } = await aCompany();
    const from = '2026-03-01T09:00:00.000000+00:00';
    await api.made('/test-clock', { now: from });
    // The key expires: nobody can revoke a key of a test realm while its clock is moved.
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { key } = await api.made('/keys', { name: 'second', permissions: ['test.clock:update'], expiresAt });
    const second = house().client(key, api.realm);
    const begun = await second.post('/test-clock/advance', { to: '2036-03-01T09:00:00Z' });
    clock.moveOn(61);
    await house().service.startWork();
    const operation = await eventually('it has ended', async () => {
      const { data } = (await api.get(`/operations/${begun.body.data.id}`)).body;
      return data.finishedAt === null ? undefined : data;
    });
    assert.deepEqual([operation.state, operation.error?.errorType], ['failed', 'KeyEnded']);
    const { now, operationId } = (await api.get('/test-clock')).body.data;
    assert.deepEqual([now, operationId], [from, null]);
    const again = await api.post('/test-clock/advance?sync=true', { to: '2026-03-02T09:00:00Z' });
    assert.equal(again.body.data.state, 'succeeded');
  });
});

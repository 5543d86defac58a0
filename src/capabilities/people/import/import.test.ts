// People in bulk: each line gets a result, nothing is imported twice, and an import can be canceled.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { importOperation } from '#platform/import/run-import.ts';
import { makeLog } from '#platform/log.ts';
import type { OperationKind } from '#platform/work/operations/operation-kind.ts';
import { operations } from '#platform/work/operations/operations.ts';
import { type Answer, aPhone, type Client, type House, useHouse } from '../../../../tests/support/house.ts';
import { refusedAt } from '../../../../tests/support/refusals.ts';
import { importPeople } from './import-people.ts';

const person = (n: number | string, more = {}) => ({
  person: { externalId: `B-${n}`, name: { firstName: 'Ada', lastName: `Line ${n}` }, ...more },
});
const people = (count: number) => Array.from({ length: count }, (_, n) => person(n));
const text = (lines: readonly unknown[]): string =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

function importer(house: () => House) {
  const send = (api: Client, lines: readonly unknown[], headers = {}): Promise<Answer> =>
    api.call('POST', '/people/import', {
      body: text(lines),
      headers: { 'content-type': 'application/x-ndjson', ...headers },
    });
  const work = (api: Client, id: string, kind?: OperationKind): Promise<void> => {
    const { database, vault, clock, position, rightsOf } = house().service;
    const kinds = [kind ?? importOperation(importPeople)];
    const worker = operations({ database, vault, clock, position, rightsOf, kinds, log: makeLog('silent') });
    return worker.job.run({ ...api.realm, payload: { operationId: id } });
  };
  const operationOf = async (api: Client, id: string) => (await api.get(`/operations/${id}`)).body.data;
  return {
    send,
    work,
    operationOf,
    async begun(api: Client, lines: readonly unknown[]): Promise<string> {
      const { status, body } = await send(api, lines);
      assert.equal(status, 202, JSON.stringify(body));
      return body.data.id;
    },
    async done(api: Client, lines: readonly unknown[]) {
      const { status, body } = await send(api, lines);
      assert.equal(status, 202, JSON.stringify(body));
      await work(api, body.data.id);
      const operation = await operationOf(api, body.data.id);
      assert.equal(operation.state, 'succeeded', JSON.stringify(operation));
      return operation;
    },
    // biome-ignore lint/suspicious/noExplicitAny: results are looked into.
    async results(api: Client, id: string, query = ''): Promise<any[]> {
      const { status, body } = await api.get(`/people/import/${id}/results.ndjson${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return String(body)
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    },
    async countOf(api: Client, table = 'people'): Promise<number> {
      const { rows } = await house().service.database.pools.test.query(
        `select count(*) as n from ${table} where company_id = $1`,
        [api.realm.companyId],
      );
      return Number(rows[0].n);
    },
  };
}

describe('an import of people', () => {
  const { aCompany, house } = useHouse({ works: false });
  const { send, work, operationOf, begun, done, results, countOf } = importer(house);
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  test('takes a person without an envelope, contacts among its fields, and names these as the line has them', async () => {
    const { test: own } = await aCompany();
    const bare = (n: number, more = {}) => ({ ...person(n).person, ...more });
    const operation = await done(own, [
      bare(1, { metaData: { branch: 'north' }, contacts: [aPhone()] }),
      bare(1),
      bare(2, { name: { firstName: 'Ada' } }),
      { ...bare(3), externalId: undefined },
      bare(4, { identity: { identityType: 'SSN', value: '12' } }),
      bare(5, { contacts: [aPhone(), aPhone({ value: 'none' })], nonsense: 1 }),
      bare(6, { dateOfBirth: '1990-01-01', borrowerType: 'business' }),
      { contacts: [] },
      person(7),
    ]);
    assert.deepEqual(operation.result, { lines: 9, created: 2, existing: 1, failed: 6 });
    const all = await results(own, operation.id);
    assert.deepEqual(
      all.flatMap(({ line, error }) => (error === null ? [] : [[line, error.data.path]])),
      [
        [3, 'name.lastName'],
        [4, 'externalId'],
        [5, 'identity.value'],
        [6, 'contacts[1].value'],
        [7, 'businessDetails'],
        [8, 'person'],
      ],
    );
    assert.deepEqual(all[5].ignoredFields, ['nonsense']);
    const [{ personId }] = all;
    assert.deepEqual((await own.get(`/people/${personId}`)).body.data.metaData, { branch: 'north' });
    assert.equal((await own.get(`/people/${personId}/contacts`)).body.total, 1);
  });

  test('stores who is right, and says of each line what became of it, with the field and the remedy', async () => {
    const lines: unknown[] = people(230);
    lines[3] = person(3, { name: { firstName: 'Ada' } });
    lines[4] = '{"person":';
    lines[5] = person(4);
    lines[6] = '';
    lines[7] = { loan: { externalId: 'L-1', personId: 'ext-B-1' } };
    lines[8] = { person: { name: { firstName: 'Ada', lastName: 'Nameless' } } };
    lines[9] = person(9, { identity: { identityType: 'SSN', value: '12' } });
    lines[10] = { ...person(10), nonsense: 1 };
    lines[220] = person(1, { name: { firstName: 'Another', lastName: 'One' } });
    const operation = await done(api, lines);
    assert.deepEqual(operation.progress, { done: 230, total: 230 });
    assert.deepEqual(operation.result, { lines: 230, created: 223, existing: 1, failed: 5 });
    const failed = await results(api, operation.id, '?outcome=failed');
    assert.deepEqual(
      failed.map(({ line, error }) => [line, error.errorType, error.data.path]),
      [
        [4, 'InvalidRequest', 'person.name.lastName'],
        [5, 'InvalidJson', ''],
        [8, 'InvalidRequest', 'person'],
        [9, 'InvalidRequest', 'person.externalId'],
        [10, 'InvalidRequest', 'person.identity.value'],
      ],
    );
    assert.ok(failed.every(({ error }) => error.detail.length > 10));
    assert.match(failed[2].error.data.expected, /loans\/import/);
    const all = await results(api, operation.id);
    assert.equal(all.length, 229, 'an empty line is none');
    assert.deepEqual(
      all.map(({ line }) => line),
      all.map(({ line }) => line).toSorted((a, b) => a - b),
    );
    assert.deepEqual(all[9].ignoredFields, ['nonsense']);
    const [first, twice] = [1, 220].map((n) => all.find(({ line }) => line === n + 1));
    assert.deepEqual([twice.outcome, twice.personId, twice.externalId], ['existing', first.personId, 'B-1']);
    const shown = (await api.get(`/people/${first.personId}`)).body.data;
    assert.deepEqual([shown.externalId, shown.name.firstName], ['B-1', 'Ada']);
    const [found] = (await api.get('/people/search?firstName=Ada&lastName=100')).body.data;
    assert.equal(found.externalId, 'B-100');
  });

  test('gives them their identity and their contacts, and tells all of it', async () => {
    const { test: own } = await aCompany();
    const phone = { ...aPhone(), status: 'additional', value: '(317) 555-1212' };
    const operation = await done(own, [
      { ...person(1, { identity: { identityType: 'SSN', value: '123-45-6789' } }), contacts: [phone] },
      { ...person(2), contacts: [phone, { ...phone, value: '+13175551212' }] },
      { ...person(3), contacts: [{ ...phone, value: 'x' }] },
    ]);
    const found = await results(own, operation.id);
    assert.deepEqual(
      found.map(({ outcome, error }) => [outcome, error?.errorType, error?.data.path]),
      [
        ['created', undefined, undefined],
        ['failed', 'ContactCollision', 'contacts[1].value'],
        ['failed', 'InvalidRequest', 'contacts[0].value'],
      ],
    );
    assert.equal(await countOf(own), 1, 'a line that failed leaves nothing');
    const path = `/people/${found[0].personId}`;
    assert.equal((await own.get(`${path}/contacts`)).body.data[0].value, '+13175551212');
    assert.equal((await own.get(`${path}?includeIdentity=true`)).body.data.identities[0].value, '123-45-6789');
    await house().service.orderEvents('test');
    const events: { eventType: string }[] = (await own.get(`/events?personId=${found[0].personId}`)).body.data;
    assert.deepEqual(events.map(({ eventType }) => eventType).toReversed(), [
      'person.created',
      'person.identity.created',
      'contact.created',
    ]);
  });

  test('whoever is there stays as they are, also one who came between the look and the write', async () => {
    const { test: own } = await aCompany();
    await own.made('/people', person(2, { name: { firstName: 'Grace', lastName: 'First' } }).person);
    // The first look finds nobody.
    let looks = 0;
    const blind = importOperation({
      ...importPeople,
      batch: (batch) =>
        importPeople.batch(
          looks++ > 0 ? batch : { ...batch, tx: { ...batch.tx, rows: async () => [] as never } as typeof batch.tx },
        ),
    });
    const id = await begun(own, people(5));
    await work(own, id, blind);
    assert.deepEqual((await operationOf(own, id)).result, { lines: 5, created: 4, existing: 1, failed: 0 });
    assert.equal(looks, 2, 'the chunk was done once more, and not line by line');
    assert.equal((await own.get('/people/ext-B-2')).body.data.name.firstName, 'Grace');
  });

  test('of two lines with one external id the first is stored, however far apart they are', async () => {
    const { test: own } = await aCompany();
    // Each chunk waits until the next one has begun, if that is allowed. The last lines have the external ids of
    // the first ones.
    const lines = [
      ...people(600),
      ...people(600).map(({ person: { externalId } }) => person(externalId.slice(2), second)),
    ];
    const id = await begun(own, lines);
    let begunBatches = 0;
    const slow = importOperation({
      ...importPeople,
      async batch(batch) {
        begunBatches += 1;
        await importPeople.batch(batch);
      },
    });
    await work(own, id, slow);
    assert.deepEqual((await operationOf(own, id)).result, { lines: 1200, created: 600, existing: 600, failed: 0 });
    assert.equal(begunBatches, 6, 'no chunk was done twice');
    assert.equal((await own.get('/people/ext-B-0')).body.data.name.firstName, 'Ada');
  });
  const second = { name: { firstName: 'Second', lastName: 'One' } };

  test('does for its caller no more than the caller may', async () => {
    const { test: own } = await aCompany();
    const { key } = await own.made('/keys', { name: 'narrow', permissions: ['person:import', 'person:create'] });
    const narrow = house().client(key, own.realm);
    const id = await begun(narrow, [person(1), { ...person(2), contacts: [aPhone()] }]);
    await work(own, id);
    const found = await results(own, id);
    assert.deepEqual(
      found.map(({ outcome, error }) => [outcome, error?.data.permission]),
      [
        ['created', undefined],
        ['failed', 'contact:create'],
      ],
    );
  });

  test('of a download what cannot be had is refused before it begins, and no import is shown as one of another kind', async () => {
    const id = await begun(api, [person('x')]);
    assert.deepEqual(await results(api, id), [], 'nothing is done yet');
    for (const path of ['results', 'results.ndjson']) {
      refusedAt(await api.get(`/people/import/${id}/${path}?outcome=none`), 'outcome');
      assert.equal((await api.get(`/loans/import/${id}/${path}`)).body.data.path, 'importId');
      assert.equal((await api.get(`/people/import/OP-AAAA-AAAA/${path}`)).status, 404);
    }
  });

  test('with an idempotency key the same file begins once', async () => {
    const { test: own } = await aCompany();
    const headers = { 'idempotency-key': 'a hash' };
    const [one, again] = [await send(own, [person(1)], headers), await send(own, [person(1)], headers)];
    assert.deepEqual([again.headers['idempotent-replayed'], again.body], ['true', one.body]);
    assert.equal((await send(own, [person(2)], headers)).status, 409);
  });
});

describe('an import that is canceled', () => {
  const { aCompany, house } = useHouse({ works: false });
  const { work, operationOf, begun, done, results, countOf } = importer(house);
  const cancel = (api: Client, id: string): Promise<Answer> => api.post(`/people/import/${id}/cancel`);

  test('before its work began stores nobody, and forgets what was sent', async () => {
    const { test: own } = await aCompany();
    const id = await begun(own, people(300));
    const { status, body } = await cancel(own, id);
    assert.equal(status, 200);
    assert.deepEqual([body.data.state, body.data.result.created], ['canceled', 0]);
    assert.deepEqual(body.data, await operationOf(own, id));
    assert.equal(await countOf(own, 'import_chunks'), 0);
    await work(own, id);
    assert.equal(await countOf(own), 0);
    assert.deepEqual((await cancel(own, id)).body, body, 'once more is nothing');
  });

  test('in the middle keeps what was stored, and nothing of the chunk that is being done', async () => {
    const { test: own } = await aCompany();
    const id = await begun(own, people(1_000));
    const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
    let batches = 0;
    const stopping = importOperation({
      ...importPeople,
      async batch(batch) {
        batches += 1;
        const isLater = batches > 1;
        await importPeople.batch(batch);
        // Written and not committed.
        if (isLater) await goesOn;
      },
    });
    const working = work(own, id, stopping);
    while ((await operationOf(own, id)).progress.done < 200);
    const { status, body } = await cancel(own, id);
    goOn();
    await working;
    assert.equal(status, 200);
    assert.deepEqual(body.data.result, { lines: 1_000, created: 200, existing: 0, failed: 0 });
    assert.deepEqual(body.data.progress, { done: 200, total: 1_000 });
    assert.deepEqual(await operationOf(own, id), body.data, 'its worker changes nothing of it');
    assert.equal(await countOf(own), 200);
    assert.equal((await results(own, id)).length, 200);
    assert.equal(await countOf(own, 'import_chunks'), 0);
    assert.ok(batches < 5, 'its worker began with no further chunk');
    const rest = await done(own, people(1_000));
    assert.deepEqual(
      rest.result,
      { lines: 1_000, created: 800, existing: 200, failed: 0 },
      'the file can be sent again',
    );
  });

  test('after its end is refused with a sentence, and another one never was', async () => {
    const { test: own } = await aCompany();
    const { id } = await done(own, [person(1)]);
    const late = await cancel(own, id);
    assert.equal(late.status, 409);
    assert.deepEqual([late.body.errorType, late.body.data], ['ImportEnded', { path: 'importId', state: 'succeeded' }]);
    assert.match(late.body.message, /succeeded already/);
    assert.equal((await cancel(own, 'OP-AAAA-AAAA')).body.data.path, 'importId');
    assert.equal((await own.post(`/loans/import/${id}/cancel`)).status, 404);
  });
});

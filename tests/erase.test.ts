// A borrower who is erased: no copy of anything personal can be read any more; the books stay and verify.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { verifyRealms } from '#app/verify-realms.ts';
import type { Realm } from '#platform/db/realm.ts';
import { eventually } from './support/eventually.ts';
import { anAddress, anEmail, aPerson, aPhone, type Client, useHouse } from './support/house.ts';
import { subscribe, useReceivers } from './support/receiver.ts';
import { saidBesideIds } from './support/said-beside-ids.ts';
import { told } from './support/told.ts';
import { loanBody } from './support/world.ts';

/** Words from all requests about the person. */
const personal = /augusta|lovelace|1234567|hemlock|6789|424242|crm-1|home-1|4321/i;

async function aWholePerson(api: Client): Promise<{ id: string; idempotent: Record<string, string> }> {
  const idempotent = { 'idempotency-key': `whole ${api.realm.companyId}` };
  const answer = await api.post(
    '/people',
    {
      ...aPerson({ name: { firstName: 'Augusta', lastName: 'Lovelace' }, externalId: 'crm-1' }),
      dateOfBirth: '1990-12-10',
      metaData: { note: 'augusta' },
      identity: { identityType: 'SSN', value: '123-45-6789' },
    },
    idempotent,
  );
  const { id } = answer.body.data;
  await api.made(`/people/${id}/contacts`, anEmail({ value: 'augusta@example.com', externalId: 'home-1' }));
  await api.post(`/people/${id}/contacts`, aPhone({ value: '+13171234567' }), { 'idempotency-key': 'phone' });
  await api.made(
    `/people/${id}/contacts`,
    anAddress({ address: { addressLine1: '12 Hemlock Row', city: 'Gary', state: 'IN', postalCode: '46402' } }),
  );
  const account = { instrumentType: 'bankAccount', isExternal: true, accountNumberLastFour: '4321' };
  await api.made(`/people/${id}/payment-instruments`, account);
  return { id, idempotent };
}

async function aPaidLoan(api: Client, personId: string): Promise<string> {
  const { id } = await api.made(`/people/${personId}/loans`, loanBody);
  await api.made(`/people/${personId}/loans/${id}/activate`, {});
  const [instrument] = (await api.get(`/people/${personId}/payment-instruments`)).body.data;
  const paid = { type: 'oneTime', isExternal: true, amount: 100, paymentInstrumentId: instrument.id };
  await api.made(`/people/${personId}/loans/${id}/transactions`, paid);
  return id;
}

const evenWithOpenLoans = { evenWithOpenLoans: true };

describe('a person who is erased', () => {
  const receivers = useReceivers(1);
  const { house, aCompany } = useHouse({ webhookDevHosts: receivers.devHosts });
  const erase = (realm: Realm, reference: string, options = { evenWithOpenLoans: false }) =>
    erasePersonByHand(house().service, realm, reference, options);

  test('is there and says since when, with nothing personal in any answer', async () => {
    const { test: api } = await aCompany();
    const { id } = await aWholePerson(api);
    const loanId = await aPaidLoan(api, id);
    const before = (await api.get(`/people/${id}/loans/${loanId}`)).body.data;
    const erased = await erase(api.realm, 'ext-crm-1', evenWithOpenLoans);
    assert.equal(erased.outcome, 'erased');

    const { status, body } = await api.get(`/people/${id}`);
    assert.equal(status, 200);
    const { name, dateOfBirth, externalId, displayId, identities, metaData, erasedAt } = body.data;
    assert.deepEqual([name, dateOfBirth, externalId, displayId, metaData], [null, null, null, id, null]);
    assert.deepEqual(identities, []);
    assert.equal(erasedAt, 'at' in erased && erased.at);
    for (const list of ['contacts?includeArchived=true', 'identities?includeArchived=true', 'payment-instruments']) {
      assert.deepEqual((await api.get(`/people/${id}/${list}`)).body.data, [], list);
    }
    assert.equal((await api.get(`/people/${id}/identity`)).status, 404);
    assert.equal((await api.get('/people/ext-crm-1')).status, 404);
    const searches = ['lastName=lovelace', 'email=augusta@example.com', 'taxId=123456789', 'phone=3171234567'];
    for (const query of [...searches, 'city=gary', '_hasTheWords=hemlock']) {
      assert.deepEqual((await api.get(`/people/search?${query}`)).body.data, [], query);
    }
    const listed = (await api.get('/people')).body.data;
    assert.deepEqual(
      listed.map((one: { id: string }) => one.id),
      [id],
    );

    const after = (await api.get(`/people/${id}/loans/${loanId}`)).body.data;
    assert.deepEqual(after.totals ?? after.balances, before.totals ?? before.balances, 'the loan is as it was');
    for (const path of ['', `/loans`, `/loans/${loanId}`, `/loans/${loanId}/transactions`]) {
      const answer = await api.get(`/people/${id}${path}`);
      assert.equal(answer.status, 200, path);
      assert.doesNotMatch(saidBesideIds(answer.body), personal, path);
    }
    assert.doesNotMatch(saidBesideIds(await told(house(), api)), personal, 'nor in what was told');
    const { loans, verdicts } = await verifyRealms(house().service, { realms: [api.realm] });
    assert.deepEqual([loans, verdicts], [1, []], 'the books verify');
  });

  test('leaves nothing in the database that its key could open or that could be read', async () => {
    const { test: api } = await aCompany();
    const { id } = await aWholePerson(api);
    const { pools } = house().service.database;
    const rowsOf = async (table: string) =>
      (await pools.test.query(`select to_jsonb(t) as row from ${table} t where person_id = $1`, [id])).rows;
    const [{ row: before }] = await rowsOf('people');
    await erase(api.realm, id);
    const [{ row: after }] = await rowsOf('people');
    assert.notEqual(after.data_key, before.data_key, 'copies of the rows do not open');
    for (const table of ['people', 'contacts', 'identities', 'payment_instruments']) {
      const rows = await rowsOf(table);
      assert.doesNotMatch(saidBesideIds(rows), personal, table);
      for (const { row } of rows) {
        const left = Object.entries(row).filter(([name, value]) => /_sealed$|token/.test(name) && value !== null);
        assert.deepEqual(
          left.filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
          [],
          table,
        );
      }
    }
    for (const table of ['idempotency', 'external_ids', 'deleted_positions']) {
      const { rows } = await pools.test.query(
        `select * from ${table} t where company_id = $1 and to_jsonb(t)->>'kind' is distinct from 'loan type'`,
        [api.realm.companyId],
      );
      assert.deepEqual(rows, [], `${table}: answers, ids and places of the person`);
    }
  });

  test('is changed no more, and stays erased since the first time', async () => {
    const { test: api } = await aCompany();
    const { id } = await aWholePerson(api);
    const [instrument] = (await api.get(`/people/${id}/payment-instruments`)).body.data;
    const first = await erase(api.realm, id);
    for (const [method, path, body] of [
      ['PUT', '', { status: 'inactive' }],
      ['POST', '/contacts', anEmail()],
      ['POST', '/identities', { identityType: 'passport', value: 'X1234567' }],
      ['POST', '/loans', loanBody],
      ['POST', '/payment-instruments', { instrumentType: 'paymentNetwork', paymentNetworkName: 'PayNearMe' }],
      ['PUT', `/payment-instruments/${instrument.id}`, { nickname: 'mine' }],
    ] as const) {
      const answer = await api.call(method, `/people/${id}${path}`, { body });
      assert.deepEqual([answer.status, answer.body.errorType], [409, 'PersonErased'], `${method} ${path}`);
    }
    const again = await erase(api.realm, id);
    assert.deepEqual([again.outcome, 'at' in again && again.at], ['erased before', 'at' in first && first.at]);
    const events = await told(house(), api, 'events=person.erased');
    assert.equal(events.length, 1, 'told once');
    const { personId, personExternalId, requestId, apiKeyId, borrowerType } = events[0];
    assert.deepEqual([personId, personExternalId, requestId, apiKeyId], [id, null, null, null]);
    assert.equal(borrowerType, 'person');
    await api.made('/people', aPerson({ externalId: 'crm-1' }));
  });

  test('is not erased while a loan is not over, alone or with another, unless it is asked for', async () => {
    const { test: api } = await aCompany();
    const { id } = await aWholePerson(api);
    const other = await api.made('/people', aPerson());
    const { id: loanId } = await api.made(`/people/${other.id}/loans`, {
      ...loanBody,
      additionalPeople: [{ personId: id, loanRelationType: 'coBorrower' }],
    });
    assert.deepEqual(await erase(api.realm, id), { outcome: 'refused', personId: id, openLoans: [loanId] });
    assert.deepEqual(await erase(api.realm, other.id), { outcome: 'refused', personId: other.id, openLoans: [loanId] });
    assert.equal((await api.get(`/people/${id}`)).body.data.name.firstName, 'Augusta');
    await api.made(`/people/${other.id}/loans/${loanId}/cancel`, { reason: 'borrowerRequest' });
    assert.equal((await erase(api.realm, id)).outcome, 'erased');
    assert.equal((await api.get(`/people/${other.id}/loans/${loanId}`)).status, 200);
    await assert.rejects(erase(api.realm, 'BO-AAAA-AAAA'), /There is no person BO-AAAA-AAAA/);
  });

  test('is told of to receivers, who get nothing more of what was sealed before', async () => {
    const { test: api } = await aCompany();
    const receiver = receivers.take((answer, post) => {
      answer.writeHead(post.body.includes('"person.updated"') ? 500 : 200).end();
    });
    const webhook = await subscribe(api, receiver, ['person.*']);
    const sent = (type: string) => receiver.posts.filter(({ body }) => body.includes(`"${type}"`));
    const { id } = await aWholePerson(api);
    await api.put(`/people/${id}`, { status: 'inactive' });
    await eventually('it is refused', async () => sent('person.updated').length > 0);
    const { test: pool } = house().service.database.pools;
    const holder = () => pool.query('select holder from webhook_work where webhook_id = $1', [webhook.id]);
    await eventually('it rests', async () => (await holder()).rows[0].holder === null);
    await erase(api.realm, id);
    const before = sent('person.updated').length;
    // Waiting deliveries are tried at once.
    await api.put(`/webhooks/${webhook.id}`, { enabled: true });
    await eventually('the erasure is told', async () => sent('person.erased').length > 0);
    assert.doesNotMatch(saidBesideIds(sent('person.erased')[0]?.body ?? ''), personal);
    assert.equal(sent('person.updated').length, before);
    const deliveries = async () => (await api.get(`/webhooks/${webhook.id}/deliveries`)).body.data;
    const statesOf = (all: { eventType: string; state: string }[], type: string) =>
      all.filter(({ eventType }) => eventType === type).map(({ state }) => state);
    // What became of a delivery is written after its receiver was told.
    await eventually('it is parked', async () => statesOf(await deliveries(), 'person.updated').join() === 'parked');
    const data = await deliveries();
    for (const delivery of data.filter((one: { eventType: string }) => one.eventType === 'person.created')) {
      const shown = (await api.get(`/webhooks/${webhook.id}/deliveries/${delivery.id}`)).body.data;
      assert.equal(shown.requestBody, null);
      const again = await api.post(`/webhooks/${webhook.id}/deliveries/${delivery.id}/redeliver`);
      assert.deepEqual([again.status, again.body.errorType], [409, 'DeliveryErased']);
    }
  });
});

// Payment instruments that are changed and deleted, over HTTP. Resource shapes 3.4.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventResources } from '#app/capabilities.ts';
import { payloadsOf } from '#platform/event-views/payload.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { anAccount, anExternal, anInstrument, ofSomebody } from '../../../tests/support/instruments.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';
import { saidBesideIds } from '../../../tests/support/said-beside-ids.ts';
import { told, typesOf } from '../../../tests/support/told.ts';

async function withOne(api: Client, body: object = anAccount()): Promise<{ path: string; shown: { id: string } }> {
  const list = await ofSomebody(api);
  const shown = await anInstrument(api, list, body);
  return { path: `${list}/${shown.id}`, shown };
}

describe('a payment instrument', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('changes by what is sent, null clearing what may be empty', async () => {
    const { test: api } = await aCompany();
    const { path, shown } = await withOne(api);
    const changed = await api.put(`${path}?sync=true`, {
      nickname: 'Household',
      verified: true,
      accountType: 'savings',
      accountHolderType: 'business',
      accountHolderName: ' Analytical Engines 2 ',
      externalId: 'acct-81',
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const { updatedAt, ...rest } = changed.body.data;
    assert.notEqual(updatedAt, null);
    const { updatedAt: _, ...before } = shown as never as Record<string, unknown>;
    assert.deepEqual(rest, {
      ...before,
      nickname: 'Household',
      verified: true,
      accountType: 'savings',
      accountHolderType: 'business',
      accountHolderName: 'Analytical Engines 2',
      externalId: 'acct-81',
    });
    assert.deepEqual((await api.get(path)).body.data, changed.body.data);
    const cleared = (await api.put(path, { nickname: null, externalId: null })).body.data;
    assert.deepEqual([cleared.nickname, cleared.externalId], [null, null]);
    assert.equal(cleared.accountHolderName, 'Analytical Engines 2', 'what is not sent stays');
    for (const field of ['accountType', 'accountHolderType', 'accountHolderName']) {
      refusedAt(await api.put(path, { [field]: null }), field);
    }
    refusedAt(await api.put(path, { accountHolderName: 'A.' }), 'accountHolderName');
    refusedAt(await api.put(path, { accountHolderName: '' }), 'accountHolderName');
    const sparse = await withOne(api, anExternal());
    await api.put(sparse.path, { accountHolderName: 'Ada Lovelace', accountType: 'checking' });
    const emptied = (await api.put(sparse.path, { accountHolderName: null, accountType: null })).body.data;
    assert.deepEqual([emptied.accountHolderName, emptied.accountType], [null, null]);
  });

  test('keeps its numbers and its kind, and may be sent back as it is shown', async () => {
    const { test: api } = await aCompany();
    const { path, shown } = await withOne(api);
    const fixed = {
      accountNumber: '000123456780',
      routingNumber: '026009593',
      accountNumberLastFour: '0000',
      cardNumber: '4111111111111111',
      isExternal: true,
      instrumentType: 'card',
    };
    for (const [field, value] of Object.entries(fixed)) refusedAt(await api.put(path, { [field]: value }), field);
    refusedAt(await api.put(path, { routingNumber: null }), 'routingNumber');
    const back = await api.put(path, shown);
    assert.equal(back.status, 200, JSON.stringify(back.body));
    assert.deepEqual({ ...back.body.data, updatedAt: null }, shown);
    const network = { instrumentType: 'paymentNetwork', paymentNetworkName: 'Zelle' };
    refusedAt(await api.put((await withOne(api, network)).path, { accountType: 'checking' }), 'accountType');
  });

  test('ignores what is not offered, and says so', async () => {
    const { test: api } = await aCompany();
    const { path } = await withOne(api);
    const answer = await api.put(path, { accountLink: { vendor: 'plaid' }, institutionName: 'Another' });
    assert.equal(answer.status, 200);
    assert.deepEqual((answer.headers['ignored-fields'] ?? '').split(/,\s*/).sort(), [
      'accountLink.vendor',
      'institutionName',
    ]);
    assert.deepEqual([answer.body.data.accountLink, answer.body.data.institutionName], [null, null]);
  });

  test('moves on from pending to active to inactive, and never back', async () => {
    const { test: api } = await aCompany();
    await api.made('/test-clock', { now: '2030-01-01T12:00:00Z' });
    const { path } = await withOne(api);
    await api.made('/test-clock', { now: '2030-01-02T12:00:00Z' });
    refusedAt(await api.put(path, { inactiveReason: 'closed' }), 'inactiveReason');
    const stamps = async (body: object) => {
      const { data } = (await api.put(path, body)).body;
      const days = [data.pendingAt, data.activeAt, data.inactiveAt].map((at) => at?.slice(0, 10) ?? null);
      return [data.status, ...days, data.inactiveReason];
    };
    assert.deepEqual(await stamps({ status: 'active' }), ['active', '2030-01-01', '2030-01-02', null, null]);
    await api.made('/test-clock', { now: '2030-01-03T12:00:00Z' });
    assert.deepEqual(await stamps({ status: 'active' }), ['active', '2030-01-01', '2030-01-02', null, null]);
    refusedAt(await api.put(path, { status: 'pending' }), 'status');
    refusedAt(await api.put(path, { status: 'active', inactiveReason: 'closed' }), 'inactiveReason');
    const days = ['2030-01-01', '2030-01-02', '2030-01-03'];
    assert.deepEqual(await stamps({ status: 'inactive', inactiveReason: ' closed ' }), ['inactive', ...days, 'closed']);
    await api.made('/test-clock', { now: '2030-01-04T12:00:00Z' });
    assert.deepEqual(await stamps({ status: 'inactive', nickname: 'Old' }), ['inactive', ...days, 'closed']);
    assert.deepEqual(await stamps({ inactiveReason: 'moved' }), ['inactive', ...days, 'moved']);
    for (const status of ['pending', 'active']) refusedAt(await api.put(path, { status }), 'status');
    const straight = await withOne(api);
    assert.equal((await api.put(straight.path, { status: 'inactive' })).body.data.activeAt, null);
    const recorded = await withOne(api, anExternal());
    refusedAt(await api.put(recorded.path, { status: 'pending' }), 'status');
    assert.equal((await api.put(recorded.path, { status: 'inactive' })).body.data.status, 'inactive');
  });

  test('that is deleted is gone for callers and stays for the record', async () => {
    const { test: api } = await aCompany();
    const { path, shown } = await withOne(api, anAccount({ externalId: 'acct-81' }));
    const { status, body } = await api.delete(path);
    assert.deepEqual([status, body], [200, { status: 200, message: 'done' }]);
    for (const gone of [path, path.replace(shown.id, 'ext-acct-81')]) {
      assert.equal((await api.get(gone)).body.data.path, 'paymentInstrumentId');
      for (const answer of [await api.get(gone), await api.put(gone, {}), await api.delete(gone)]) {
        assert.deepEqual([answer.status, answer.body.errorType], [404, 'NotFound']);
      }
    }
    assert.deepEqual(ids(await api.get(path.replace(/\/[^/]*$/, ''))), []);
    const { rows } = await house().service.database.pools.test.query(
      'select status, external_id, last_four, deleted_at is not null as deleted from payment_instruments where id = $1',
      [shown.id],
    );
    assert.deepEqual(rows, [{ status: 'inactive', external_id: null, last_four: '6789', deleted: true }]);
    const given = await withOne(api, anExternal());
    const { inactiveAt } = (await api.put(given.path, { status: 'inactive' })).body.data;
    await api.delete(given.path);
    const kept = await house().service.database.pools.test.query(
      'select inactive_at, deleted_at > inactive_at as later from payment_instruments where id = $1',
      [given.shown.id],
    );
    assert.deepEqual(kept.rows, [{ inactive_at: inactiveAt, later: true }], 'it was given up before');
  });

  test('is told of without its numbers, and shown masked to receivers', async () => {
    const { test: api } = await aCompany();
    const { id: personId } = await api.made('/people', aPerson({ externalId: 'ada' }));
    const list = `/people/${personId}/payment-instruments`;
    const [{ id }] = await api.made(list, anAccount({ externalId: 'acct-81' }));
    await api.put(`${list}/${id}`, { status: 'inactive', inactiveReason: 'closed' });
    const events = await told(house(), api, 'events=payment.instrument.*');
    assert.deepEqual(typesOf(events), [
      'payment.instrument.created',
      'payment.instrument.updated',
      'payment.instrument.deactivated',
    ]);
    const { eventClass, paymentInstrumentId, paymentInstrumentExternalId, paymentInstrumentType, ...rest } = events[2];
    assert.deepEqual(
      [eventClass, paymentInstrumentId, paymentInstrumentExternalId, paymentInstrumentType],
      ['PaymentInstrumentDeactivatedEvent', id, 'acct-81', 'bankAccount'],
    );
    assert.deepEqual([rest.personId, rest.personExternalId, rest.isExternal], [personId, 'ada', false]);
    assert.deepEqual([events[0].status, rest.status], ['pending', 'inactive']);
    assert.doesNotMatch(saidBesideIds(events), /000123456789|021000021|6789|Lovelace|closed/);
    const { database, vault } = house().service;
    const reader = database.reader(api.realm);
    const shown = (await api.get(`${list}/${id}`)).body.data;
    const payloads = await payloadsOf(reader, vault, eventResources, events);
    for (const { paymentInstrument } of payloads) assert.deepEqual(paymentInstrument, shown);
    await api.delete(`${list}/${id}`);
    const all = await told(house(), api);
    assert.equal(all.at(-1).eventType, 'payment.instrument.deleted', 'it was inactive already');
    assert.equal(all.at(-1).paymentInstrumentExternalId, 'acct-81');
    const [ofPerson, ...others] = await payloadsOf(reader, vault, eventResources, all.slice(-5));
    assert.ok(ofPerson && !('paymentInstrument' in ofPerson), 'of an event about something else there is none');
    for (const { paymentInstrument } of others) {
      assert.notEqual((paymentInstrument as { deletedAt: unknown }).deletedAt, null);
    }
  });
});

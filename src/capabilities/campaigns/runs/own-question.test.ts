// A campaign that asks a query of ours: by whoever may run it, from question to file and mailbox.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aReader } from '../../../../tests/support/a-reader.ts';
import type { CollectedBorrower } from '../../../../tests/support/collected-borrower.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, type Client, type House, useHouse } from '../../../../tests/support/house.ts';
import { refusedAt } from '../../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';

type Shown = Answer['body'];

describe('a campaign of ten days late', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let late: CollectedBorrower;
  let queryId: string;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-09-14T16:00:00Z');
    late = await aReader(api);
    const sql = 'select person_id as "borrowerId", id as "loanId" from loans order by id';
    queryId = (await api.made('/queries', { name: 'All loans', sql })).id;
  });
  const ended = (path: string): Promise<Shown> =>
    eventually('the run has ended', async () => {
      const { data } = (await api.get(path)).body;
      return !['initiated', 'running'].includes(data.state) && data;
    });

  test('writes to whom the query finds, in the morning that its schedule names', async () => {
    const { id: bulkSenderId } = await api.made('/campaign-workers/bulk-senders', {
      interactionSubject: 'freeForm',
      theme: 'opsServicing',
      channel: 'email',
    });
    const sql = `select person_id as "borrowerId", id as "loanId", 'Your payment is late.' as body from loans`;
    const own = await api.made('/queries', { name: 'Late loans', sql });
    const { id } = await api.made('/campaigns', { queryId: own.id, bulkSenderId, schedule: 'P P * * *' });
    await moveClock(api, '2026-09-15T16:00:00Z');
    const [{ id: runId }] = (await api.get(`/campaigns/${id}/runs`)).body.data;
    const run = await ended(`/campaigns/${id}/runs/${runId}`);
    assert.deepEqual([run.state, run.errorMessage, run.numSent], ['succeeded', null, 1]);
    const mail = await eventually('it is in the mailbox', async () => {
      const { data } = (await api.get('/test-mailbox')).body;
      return data.find(({ text }: Shown) => /Your payment is late\./.test(text));
    });
    assert.ok(mail !== undefined);
    await api.put(`/campaigns/${id}`, { schedule: null });
  });

  test('has one question, which there is', async () => {
    refusedAt(
      await api.post('/campaigns', { queryId, redashQueryUrl: 'https://r.example.com/queries/1', redashApiKey: 'k' }),
      'queryId',
    );
    assert.equal((await api.post('/campaigns', { queryId: 'QY-AAAA-AAAA' })).status, 404);
  });

  test('waits for a second person above the number of messages: each channel has its own', async () => {
    await api.put('/companies/current', { campaigns: { releaseAbove: 1 } });
    const waits = async (channel: string | null) => {
      const sender = { interactionSubject: 'welcome', ...(channel !== null && { channel }) };
      const { id: bulkSenderId } = await api.made('/campaign-workers/bulk-senders', sender);
      const own = await api.made('/queries', { name: 'One', sql: 'select person_id as "borrowerId" from loans' });
      const { id } = await api.made('/campaigns', { queryId: own.id, bulkSenderId });
      const path = `/campaigns/${id}/runs/${(await api.made(`/campaigns/${id}/runs`, {})).id}`;
      return eventually('its lines are staged', async () => {
        const { data } = (await api.get(path)).body;
        return data.numBorrowers === 1 && { needsRelease: data.needsRelease };
      });
    };
    assert.deepEqual(await waits('email'), { needsRelease: false });
    assert.deepEqual(await waits(null), { needsRelease: true });
    await api.put('/companies/current', { campaigns: { releaseAbove: null } });
  });

  test('is released by nobody once its sender or a text was changed: nobody has looked at that', async () => {
    await api.put('/companies/current', { campaigns: { releaseAbove: 0 } });
    const subject = 'welcome';
    const sender = { interactionSubject: subject, channel: 'email' };
    const { id: bulkSenderId } = await api.made('/campaign-workers/bulk-senders', sender);
    const own = await api.made('/queries', { name: 'One', sql: 'select person_id as "borrowerId" from loans' });
    const { id } = await api.made('/campaigns', { queryId: own.id, bulkSenderId });
    let minute = 0;
    const waiting = async () => {
      minute += 1;
      await setClock(api, `2026-09-15T18:0${minute}:00Z`);
      const path = `/campaigns/${id}/runs/${(await api.made(`/campaigns/${id}/runs`, {})).id}`;
      await eventually('it waits', async () => (await api.get(path)).body.data.needsRelease);
      return path;
    };
    const released = async (path: string) => {
      const { status, body } = await api.post(`${path}/release`, {});
      return [status, body.errorType];
    };
    const first = await waiting();
    assert.deepEqual(await released(first), [403, 'SecondPersonNeeded']);
    await api.put(`/campaign-workers/bulk-senders/${bulkSenderId}`, { pacePerMinute: 1 });
    assert.deepEqual(await released(first), [409, 'RunOutdated']);
    assert.equal((await api.put(first, { state: 'canceled' })).status, 200);
    const second = await waiting();
    assert.deepEqual(await released(second), [403, 'SecondPersonNeeded']);
    const silent = { subject, channel: 'email', language: 'es', enabled: false };
    assert.equal((await api.post('/communicator/templatedescriptors', silent)).status, 201);
    assert.deepEqual(await released(second), [409, 'RunOutdated']);
    assert.equal((await api.put(`/campaigns/${id}`, { bulkSenderId: null })).status, 200);
    assert.deepEqual(await released(second), [409, 'RunOutdated']);
    assert.equal((await api.put(second, { state: 'canceled' })).status, 200);
    await api.put('/companies/current', { campaigns: { releaseAbove: null } });
  });

  test('fits the columns of its query when it is written, and so does an exporter that it has', async () => {
    const columnSettings = [{ field: 'borrower.id' }, { field: 'answer.note' }];
    const { id: contactExporterId } = await api.made('/campaign-workers/contact-exporters', {
      contactMatchingCriteria: {},
      columnSettings,
    });
    const noId = await api.made('/queries', { name: 'No ids', sql: 'select status from loans' });
    refusedAt(await api.post('/campaigns', { queryId: noId.id }), 'queryId');
    refusedAt(await api.post('/campaigns', { queryId, contactExporterId }), 'contactExporterId');
    const sql = `select person_id as id, status as note from loans`;
    const noted = await api.made('/queries', { name: 'With notes', sql });
    const { id } = await api.made('/campaigns', { queryId: noted.id, contactExporterId });
    refusedAt(await api.put(`/campaigns/${id}`, { queryId }), 'contactExporterId');
    const exporter = `/campaign-workers/contact-exporters/${contactExporterId}`;
    const others = [{ field: 'borrower.id' }, { field: 'answer.nothing' }];
    refusedAt(await api.put(exporter, { columnSettings: others }), 'columnSettings');
    assert.equal((await api.put(exporter, { columnSettings: [{ field: 'answer.id' }] })).status, 200);
  });

  test('asks no query that was archived since', async () => {
    const sql = 'select person_id as "borrowerId" from loans';
    const { id: archived } = await api.made('/queries', { name: 'Of last year', sql });
    const { id } = await api.made('/campaigns', { queryId: archived });
    await api.put(`/queries/${archived}`, { status: 'archived' });
    const { id: runId } = await api.made(`/campaigns/${id}/runs`, {});
    const run = await ended(`/campaigns/${id}/runs/${runId}`);
    assert.deepEqual([run.state, run.numBorrowers], ['failed', null]);
    assert.match(run.errorMessage, /is archived/);
  });

  test('goes on only while whoever is responsible may ask it', async () => {
    const one: House = house();
    const may = ['campaign:create', 'campaign:read', 'campaign.run:create', 'query:run', 'query:read'];
    const { id: keyId, key } = await api.made('/keys', { name: 'an asker', permissions: may });
    const asker = one.client(key, api.realm);
    const { id } = await asker.made('/campaigns', { queryId });
    await api.put(`/campaigns/${id}`, { schedule: null });
    await api.put(`/keys/${keyId}`, { permissions: may.filter((name) => !name.startsWith('query:')) });
    // What a key may do is known for a second.
    await eventually('the right is gone', async () => (await asker.get(`/queries/${queryId}`)).status === 403);
    const { id: second } = await asker.made(`/campaigns/${id}/runs`, {});
    const refused = await ended(`/campaigns/${id}/runs/${second}`);
    assert.equal(refused.state, 'failed');
    assert.match(refused.errorMessage, /lost the permission query:run/);
    await setClock(api, '2026-09-15T17:00:00Z');
    const { id: first } = await api.made(`/campaigns/${id}/runs`, {});
    const run = await ended(`/campaigns/${id}/runs/${first}`);
    assert.deepEqual([run.state, run.numExported], ['succeeded', 1], run.errorMessage);
    assert.ok(late.personId);
  });
});

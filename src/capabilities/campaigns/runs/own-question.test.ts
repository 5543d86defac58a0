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

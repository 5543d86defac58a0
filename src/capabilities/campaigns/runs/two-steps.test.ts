// What somebody could reach by two steps: a file that was not to be downloaded, masked numbers by way of a file, messages
// about what is another borrower's, and a run that goes on though the right to it has gone.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import pg from 'pg';
import { aReader } from '../../../../tests/support/a-reader.ts';
import type { CollectedBorrower } from '../../../../tests/support/collected-borrower.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, type Client, type Company, useHouse } from '../../../../tests/support/house.ts';
import { refusedAt } from '../../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';

type Shown = Answer['body'];

const download = 'campaign.run:download.sensitive';
const campaigning = ['campaign:create', 'campaign:update', 'campaign:read', 'campaign.run:create', 'campaign.run:read'];
const exporting = ['contact.exporter:create', 'contact.exporter:update', 'contact.exporter:read'];
const asking = ['query:run', 'query:read'];
const sftpSettings = {
  host: 'sftp.dialler.example.com',
  username: 'acme',
  password: 'secret',
  hostKey: `SHA256:${'A'.repeat(43)}`,
};
const endless = `select person_id as id from loans, ${['a', 'b', 'c'].map((one) => `generate_series(1, 30000) ${one}`).join(', ')} where a + b + c < 0`;

describe('a campaign, by two steps', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  let api: Client;
  let late: CollectedBorrower;
  let other: CollectedBorrower;
  before(async () => {
    company = await aCompany();
    api = company.test;
    await setClock(api, '2026-09-14T16:00:00Z');
    [late, other] = await Promise.all([aReader(api), aReader(api)]);
  });

  const aKey = async (permissions: readonly string[]): Promise<{ id: string; client: Client }> => {
    const { id, key } = await api.made('/keys', { name: 'small', permissions });
    return { id, client: house().client(key, api.realm) };
  };
  const lacks = ({ status, body }: Answer, permission: string): void => {
    assert.deepEqual([status, body.errorType, body.data?.permission], [403, 'Forbidden', permission]);
  };
  const aQuery = async (sql: string): Promise<string> => (await api.made('/queries', { name: 'A question', sql })).id;
  let minutes = 0;
  const started = async (by: Client, campaign: string): Promise<string> => {
    minutes += 1;
    await setClock(api, `2026-09-17T16:${String(minutes).padStart(2, '0')}:00Z`);
    return `/campaigns/${campaign}/runs/${(await by.made(`/campaigns/${campaign}/runs`, {})).id}`;
  };
  const ended = (path: string): Promise<Shown> =>
    eventually('the run has ended', async () => {
      const { data } = (await api.get(path)).body;
      return !['initiated', 'running'].includes(data.state) && data;
    });
  async function questionsUnderWay(): Promise<number> {
    const client = new pg.Client(house().service.database.server);
    await client.connect();
    try {
      const { rows } = await client.query(
        `select count(*)::integer as n from pg_stat_activity
          where datname = current_database() and application_name = 'tenor question'`,
      );
      return rows[0].n;
    } finally {
      await client.end();
    }
  }

  test('leaves no file at a host for who may not download it: who names the host, changes what goes there, or starts it', async () => {
    const { client } = await aKey([...campaigning, ...exporting, ...asking]);
    const queryId = await aQuery('select person_id as id from loans');
    lacks(await client.post('/campaigns', { queryId, sftpSettings }), download);
    const mine = await client.made('/campaigns', { queryId });
    lacks(await client.put(`/campaigns/${mine.id}`, { sftpSettings }), download);
    const columnSettings = [{ field: 'borrower.id' }];
    const exporter = { contactMatchingCriteria: {}, columnSettings };
    const { id: contactExporterId } = await api.made('/campaign-workers/contact-exporters', exporter);
    const more = [...columnSettings, { field: 'borrower.dateOfBirth' }];
    const exporterPath = `/campaign-workers/contact-exporters/${contactExporterId}`;
    assert.equal((await client.put(exporterPath, { columnSettings: more })).status, 200);
    const { id } = await api.made('/campaigns', { queryId, contactExporterId, sftpSettings });
    lacks(await client.put(exporterPath, { columnSettings }), download);
    for (const change of [{ schedule: 'P P * * *' }, { contactExporterId: null }, { openPgpPublicKey: null }])
      lacks(await client.put(`/campaigns/${id}`, change), download);
    lacks(await client.post(`/campaigns/${id}/runs`, {}), download);
    assert.equal((await client.put(`/campaigns/${id}`, { sftpSettings: null })).status, 200);
    assert.equal((await client.post(`/campaigns/${id}/runs`, {})).status, 201);
  });

  test('that begins by itself leaves none once whoever has changed it last may not download it any more', async () => {
    const permissions = [...campaigning, ...asking];
    const { id: keyId, client } = await aKey([...permissions, download]);
    const queryId = await aQuery('select person_id as id from loans');
    const { id } = await client.made('/campaigns', { queryId, sftpSettings, schedule: 'P P * * *' });
    assert.equal((await api.put(`/keys/${keyId}`, { permissions })).status, 200);
    // What a key may do is known for a second.
    const again = () => client.put(`/campaigns/${id}`, { schedule: 'P P * * *' });
    await eventually('the right is gone', async () => (await again()).status === 403);
    await moveClock(api, '2026-09-15T16:00:00Z');
    const run = await eventually('it has run', async () => {
      const [found] = (await api.get(`/campaigns/${id}/runs`)).body.data;
      return found?.state === 'failed' && found;
    });
    assert.match(run.errorMessage, /lost the permission campaign\.run:download\.sensitive/);
    assert.deepEqual([run.fileName, run.leftAt], [null, null]);
    assert.equal((await api.put(`/campaigns/${id}`, { schedule: null, sftpSettings: null })).status, 200);
  });

  test('that begins by itself does nothing once whoever has changed it last has left', async () => {
    const { id: keyId, client } = await aKey([...campaigning, ...asking, 'communicator:send', 'bulk.sender:create']);
    const queryId = await aQuery(`select person_id as "borrowerId", 'Hello' as body from loans`);
    const sender = { interactionSubject: 'freeForm', theme: 'opsServicing', channel: 'email' };
    const { id: bulkSenderId } = await client.made('/campaign-workers/bulk-senders', sender);
    const { id } = await client.made('/campaigns', { queryId, bulkSenderId, schedule: 'P P * * *' });
    assert.equal((await api.delete(`/keys/${keyId}`)).status, 200);
    await eventually('the key is gone', async () => (await client.get(`/campaigns/${id}`)).status === 401);
    await moveClock(api, '2026-09-16T16:00:00Z');
    const run = await eventually('it has run', async () => {
      const [found] = (await api.get(`/campaigns/${id}/runs`)).body.data;
      return found?.state === 'failed' && found;
    });
    assert.match(run.errorMessage, /was revoked or has expired/);
    assert.deepEqual([run.numBorrowers, run.bulkSendingIds], [null, []]);
    assert.equal((await api.put(`/campaigns/${id}`, { schedule: null })).status, 200);
  });

  test('shows masked numbers in its files only to whoever may read them', async () => {
    await api.made(`${late.path}/identities`, { identityType: 'SSN', value: '123-45-6789' });
    const sql = 'select person_id as id, value_mask as number from identities where value_mask is not null';
    const queryId = await aQuery(sql);
    const { id: contactExporterId } = await api.made('/campaign-workers/contact-exporters', {
      contactMatchingCriteria: {},
      columnSettings: [{ field: 'borrower.id' }, { field: 'answer.number' }],
    });
    const { id } = await api.made('/campaigns', { queryId, contactExporterId });
    const path = await started(api, id);
    const run = await ended(path);
    assert.deepEqual([run.state, run.errorMessage], ['succeeded', null]);
    const { client } = await aKey([download, ...asking, ...campaigning]);
    lacks(await client.get(`${path}/download`), 'query:personal.read');
    lacks(await client.get(`${path}/download?returnUrl=true`), 'query:personal.read');
    assert.match((await api.get(`${path}/download`)).body, new RegExp(`${late.personId},\\S+`));
    const own = await ended(await started(client, id));
    assert.deepEqual([own.state, own.fileName], ['failed', null]);
    assert.match(own.errorMessage, /There is no view identities/);
  });

  test('is previewed only by who may ask its question', async () => {
    const sender = { interactionSubject: 'freeForm', theme: 'opsServicing', channel: 'email' };
    const { id: bulkSenderId } = await api.made('/campaign-workers/bulk-senders', sender);
    const queryId = await aQuery(`select person_id as "borrowerId", status as body from loans`);
    const { id } = await api.made('/campaigns', { queryId, bulkSenderId });
    const { client } = await aKey(['campaign:preview', 'campaign:read', 'person:read', 'contact:read']);
    lacks(await client.post(`/campaigns/${id}/preview`, {}), 'query:run');
    assert.equal((await api.post(`/campaigns/${id}/preview`, {})).status, 200);
  });

  test('ends within a second when the right to ask is taken away, or the run is canceled, while the server works', async () => {
    const queryId = await aQuery(endless);
    const { id: keyId, client } = await aKey([...campaigning, ...asking]);
    const { id } = await client.made('/campaigns', { queryId });
    const path = await started(client, id);
    await eventually('it is asked', async () => (await questionsUnderWay()) === 1);
    assert.equal((await api.put(`/keys/${keyId}`, { permissions: campaigning })).status, 200);
    const run = await ended(path);
    assert.deepEqual([run.state, run.numBorrowers], ['failed', null]);
    assert.match(run.errorMessage, /lost the permission query:run/);
    await eventually('nobody works on it', async () => (await questionsUnderWay()) === 0);
    const second = await started(api, id);
    await eventually('it is asked', async () => (await questionsUnderWay()) === 1);
    assert.equal((await api.put(second, { state: 'canceled' })).body.data.state, 'canceled');
    await eventually('nobody works on it', async () => (await questionsUnderWay()) === 0);
    assert.equal((await api.get(second)).body.data.state, 'canceled');
    assert.equal((await api.get(`${second}/download`)).status, 404);
  });

  test('writes nothing that names what is of another borrower, or of another company', async () => {
    const stranger = (await aCompany()).test;
    const strange = await aReader(stranger);
    const aCase = await api.made(`${other.path}/cases`, { caseType: 'generic', name: 'Of the other one' });
    const column = async (name: string, value: string): Promise<Shown> => {
      const sender = { interactionSubject: 'freeForm', theme: 'opsServicing', channel: 'email' };
      const { id: bulkSenderId } = await api.made('/campaign-workers/bulk-senders', sender);
      const where = `where person_id = '${late.personId}'`;
      const sql = `select person_id as "borrowerId", 'Hello' as body, '${value}' as "${name}" from loans ${where}`;
      const { id } = await api.made('/campaigns', { queryId: await aQuery(sql), bulkSenderId });
      const { numBorrowers, numSent, numFailed, errorMessage } = await ended(await started(api, id));
      return [numBorrowers, numSent, numFailed, errorMessage];
    };
    const refused = [1, 0, 1, null];
    assert.deepEqual(await column('loanId', other.loanId), refused);
    assert.deepEqual(await column('contactId', other.emailId), refused);
    assert.deepEqual(await column('caseId', aCase.id), refused);
    assert.deepEqual(await column('loanId', strange.loanId), refused);
    assert.deepEqual(await column('contactId', strange.emailId), refused);
    assert.deepEqual(await column('loanId', late.loanId), [1, 1, 0, null]);
  });

  test('finds nothing of another company by an external id, nor a run below another campaign', async () => {
    const theirs = (await aCompany()).test;
    const queryId = await aQuery('select person_id as id from loans');
    await api.made('/campaign-workers/bulk-senders', { interactionSubject: 'welcome', externalId: 'hello' });
    const { id } = await api.made('/campaigns', { queryId, externalId: 'late' });
    const path = await started(api, id);
    const runId = path.split('/').at(-1);
    await ended(path);
    const sql = 'select person_id as id from loans';
    const own = (await theirs.made('/queries', { name: 'Theirs', sql })).id;
    const theirsId = (await theirs.made('/campaigns', { queryId: own })).id;
    const missing = async (answer: Promise<Answer>) => assert.equal((await answer).status, 404);
    await missing(theirs.get('/campaigns/ext-late'));
    await missing(theirs.get(`/campaigns/${id}`));
    await missing(theirs.get(`/campaigns/${theirsId}/runs/${runId}`));
    await missing(theirs.get(`/campaigns/${theirsId}/runs/${runId}/download`));
    await missing(theirs.get(`/companies/current/campaigns/ext-late/runs`));
    await missing(theirs.post('/campaigns', { queryId: own, bulkSenderId: 'ext-hello' }));
    await missing(theirs.post('/campaigns', { queryId }));
    await missing(theirs.put(`/campaigns/${theirsId}/runs/${runId}`, { state: 'canceled' }));
    await missing(api.get(`/campaigns/${(await api.made('/campaigns', { queryId })).id}/runs/${runId}`));
    await missing(company.live.get(`/campaigns/ext-late`));
  });

  test('is started by hand by nobody while its sending rests, and asks no key in an address', async () => {
    const sender = { interactionSubject: 'freeForm', theme: 'opsServicing', channel: 'email', pacePerMinute: 1 };
    const { id: bulkSenderId } = await api.made('/campaign-workers/bulk-senders', sender);
    const queryId = await aQuery(`select person_id as "borrowerId", 'Hello' as body from loans`);
    const { id } = await api.made('/campaigns', { queryId, bulkSenderId });
    const path = await started(api, id);
    const [sending] = await eventually('it sends', async () => {
      const { bulkSendingIds } = (await api.get(path)).body.data;
      return bulkSendingIds.length > 0 && bulkSendingIds;
    });
    const bulk = `/communicator/bulk-sendings/${sending}`;
    assert.equal((await api.put(bulk, { state: 'paused' })).status, 200);
    assert.equal((await api.post(`/campaigns/${id}/runs`, {})).body.errorType, 'CampaignRunning');
    assert.equal((await api.put(bulk, { state: 'canceled' })).status, 200);
    assert.equal((await api.get(path)).body.data.state, 'canceled');
    const redashQueryUrl = 'https://redash.example.com/queries/17?api_key=secret&p_days=10';
    refusedAt(await api.post('/campaigns', { redashQueryUrl, redashApiKey: 'k' }), 'redashQueryUrl');
  });

  test('is released by no key that may not approve', async () => {
    await api.put('/companies/current', { campaigns: { releaseAbove: 0 } });
    const { id: bulkSenderId } = await api.made('/campaign-workers/bulk-senders', {
      interactionSubject: 'welcome',
      channel: 'email',
    });
    const queryId = await aQuery('select person_id as "borrowerId" from loans');
    const { id } = await api.made('/campaigns', { queryId, bulkSenderId });
    const path = await started(api, id);
    await eventually('it waits', async () => (await api.get(path)).body.data.needsRelease);
    const { client } = await aKey(['campaign.run:release', 'campaign.run:read']);
    lacks(await client.post(`${path}/release`, {}), 'payment.approval.key:approve');
    assert.equal((await api.put(path, { state: 'canceled' })).status, 200);
    await api.put('/companies/current', { campaigns: { releaseAbove: null } });
  });

  const aSending = async (campaign: object, more: object = {}): Promise<string> => {
    const sender = { interactionSubject: 'freeForm', theme: 'opsServicing', channel: 'email', ...more };
    const { id: bulkSenderId } = await api.made('/campaign-workers/bulk-senders', sender);
    const where = `where person_id in ('${late.personId}', '${other.personId}')`;
    const sql = `select distinct person_id as "borrowerId", 'Hello' as body from loans ${where}`;
    return (await api.made('/campaigns', { queryId: await aQuery(sql), bulkSenderId, ...campaign })).id;
  };

  test('is not begun by its schedule to write to the same people while the messages of an earlier run wait or rest', async () => {
    const id = await aSending({ schedule: 'P P * * *' }, { pacePerMinute: 1 });
    const first = await started(api, id);
    const [sending] = await eventually('it sends', async () => {
      const { bulkSendingIds } = (await api.get(first)).body.data;
      return bulkSendingIds.length > 0 && bulkSendingIds;
    });
    const bulk = `/communicator/bulk-sendings/${sending}`;
    assert.equal((await api.put(bulk, { state: 'paused' })).status, 200);
    const scheduled = (day: string) =>
      eventually('it has run', async () => {
        const { data } = (await api.get(`/campaigns/${id}/runs`)).body;
        const run = data.find(({ instant }: Shown) => instant.startsWith(day));
        return run !== undefined && (run.finishedAt !== null || run.needsRelease) && run;
      });
    await moveClock(api, '2026-09-18T16:00:00Z');
    const rests = await scheduled('2026-09-18');
    assert.deepEqual([rests.state, rests.bulkSendingIds, rests.numBorrowers], ['failed', [], null]);
    assert.match(rests.errorMessage, new RegExp(`${first.split('/').at(-1)} .*has not ended`));
    assert.equal((await api.put(bulk, { state: 'canceled' })).status, 200);
    await api.put('/companies/current', { campaigns: { releaseAbove: 0 } });
    await moveClock(api, '2026-09-19T16:00:00Z');
    assert.equal((await scheduled('2026-09-19')).needsRelease, true);
    await moveClock(api, '2026-09-20T16:00:00Z');
    const waits = await scheduled('2026-09-20');
    assert.deepEqual([waits.state, waits.needsRelease], ['failed', false]);
    assert.equal((await api.put(`/campaigns/${id}`, { schedule: null })).status, 200);
    await api.put('/companies/current', { campaigns: { releaseAbove: null } });
  });

  test('waits for a second person when it has written to so many within the last hours by several runs', async () => {
    const id = await aSending({});
    await api.put('/companies/current', { campaigns: { releaseAbove: 3 } });
    const ranAt = async (instant: string): Promise<Shown> => {
      await setClock(api, instant);
      const path = `/campaigns/${id}/runs/${(await api.made(`/campaigns/${id}/runs`, {})).id}`;
      return eventually('it waits, or has sent', async () => {
        const { data } = (await api.get(path)).body;
        return (data.needsRelease || data.finishedAt !== null) && { ...data, path };
      });
    };
    const small = await ranAt('2026-09-21T16:00:00Z');
    assert.deepEqual([small.needsRelease, small.numSent], [false, 2]);
    const again = await ranAt('2026-09-22T10:00:00Z');
    assert.deepEqual([again.needsRelease, again.numBorrowers], [true, 2]);
    assert.equal((await api.put(again.path, { state: 'canceled' })).status, 200);
    const nextDay = await ranAt('2026-09-22T15:00:00Z');
    assert.deepEqual([nextDay.needsRelease, nextDay.numSent], [false, 2]);
    await api.put('/companies/current', { campaigns: { releaseAbove: null } });
  });
});

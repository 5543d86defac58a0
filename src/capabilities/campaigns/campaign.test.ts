// What a campaign, an exporter and a sender refuse, by the field that is wrong; and what of them is never shown.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { refused, refusedAt } from '../../../tests/support/refusals.ts';

const question = { redashQueryUrl: 'https://redash.example.com/queries/17', redashApiKey: 'a key of the query' };
const hostKey = 'SHA256:F6gAz1eC0yyGGbxTBLkrx2ca6jvfI0mPXkQ6XWp8iV4';
const sftpSettings = { host: 'sftp.example.com:2222', username: 'acme', password: 'secret', cdDir: 'in', hostKey };

describe('a campaign', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });
  const made = (more: object) => api.post('/campaigns', { ...question, ...more });

  test('has a schedule of five fields, whose time the service chooses, and that comes', async () => {
    for (const schedule of [
      'P P 31 2 *',
      'P P * *',
      '0 6 * * *',
      'P 6 * * *',
      'P P P * *',
      'P P * * 9',
      'P P H * *',
      'P P @daily * *',
      'P P 31 4,6 *',
    ]) {
      refusedAt(await made({ schedule }), 'schedule');
    }
    const { body } = await made({ schedule: 'P P L * *' });
    assert.ok(body.data.nextRunAt > body.data.createdAt, JSON.stringify(body));
  });

  test('keeps a run that is due and has not begun, whatever is changed but its schedule', async () => {
    const { id } = (await made({ schedule: 'P P * * *' })).body.data;
    const due = '2026-01-05T11:00:00Z';
    const { pools } = house().service.database;
    await pools.test.query('update campaigns set next_run_at = $2 where id = $1', [id, due]);
    const put = async (body: object) => Date.parse((await api.put(`/campaigns/${id}`, body)).body.data.nextRunAt);
    assert.equal(await put({ externalId: 'late' }), Date.parse(due));
    assert.ok((await put({ schedule: 'P P L * *' })) > Date.parse(due));
  });

  test('asks a tool outside, whose key it never shows and gives to no other host', async () => {
    refusedAt(await made({ redashQueryUrl: 'https://10.0.0.1/queries/1' }), 'redashQueryUrl');
    refusedAt(await made({ redashQueryUrl: 'http://redash.example.com/queries/1' }), 'redashQueryUrl');
    refusedAt(await made({ redashQueryUrl: 'https://redash.example.com/dashboard' }), 'redashQueryUrl');
    refusedAt(await made({ redashQueryUrl: 'https://redash.example.com/queries/1?api_key=secret' }), 'redashQueryUrl');
    assert.equal((await made({ redashQueryUrl: 'https://redash.example.com/queries/1/source#23' })).status, 201);
    refusedAt(await api.post('/campaigns', {}), 'queryId');
    refusedAt(await api.post('/campaigns', { redashQueryUrl: question.redashQueryUrl }), 'redashApiKey');
    const { id, redashApiKey } = (await made({})).body.data;
    assert.equal(redashApiKey, '••••');
    const put = (body: object) => api.put(`/campaigns/${id}`, body);
    refusedAt(await put({ redashQueryUrl: 'https://evil.example.com/queries/17' }), 'redashApiKey');
    assert.equal((await put({ redashQueryUrl: 'https://redash.example.com/queries/18' })).status, 200);
  });

  test('leaves files at a host outside, known by its key, that alone hears the password', async () => {
    refusedAt(await made({ sftpSettings: { ...sftpSettings, host: '127.0.0.1' } }), 'sftpSettings.host');
    refusedAt(await made({ sftpSettings: { ...sftpSettings, host: 'localhost:22' } }), 'sftpSettings.host');
    refusedAt(
      await made({ sftpSettings: { ...sftpSettings, hostKey: `MD5:${'a'.repeat(46)}` } }),
      'sftpSettings.hostKey',
    );
    const { password: _, ...withoutPassword } = sftpSettings;
    refusedAt(await made({ sftpSettings: withoutPassword }), 'sftpSettings.password');
    const { status, body } = await made({ sftpSettings });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(body.data.sftpSettings, withoutPassword);
    const put = (more: object) =>
      api.put(`/campaigns/${body.data.id}`, { sftpSettings: { ...withoutPassword, ...more } });
    assert.equal((await put({ cdDir: 'other' })).status, 200);
    refusedAt(await put({ host: 'evil.example.com' }), 'sftpSettings.password');
    refusedAt(await made({ openPgpPublicKey: 'x'.repeat(200) }), 'openPgpPublicKey');
  });

  test('has workers that stay while it has them', async () => {
    const sender = await api.made('/campaign-workers/bulk-senders', {
      interactionSubject: 'welcome',
      externalId: 'hello',
    });
    const { id } = (await made({ bulkSenderId: 'ext-hello' })).body.data;
    refusedAt(await api.delete(`/campaign-workers/bulk-senders/${sender.id}`), 'bulkSenderId');
    assert.equal((await api.put(`/campaigns/${id}`, { bulkSenderId: null })).status, 200);
    assert.equal((await api.delete(`/campaign-workers/bulk-senders/${sender.id}`)).status, 200);
    refused(await made({ bulkSenderId: sender.id }), 404, 'NotFound', 'bulkSenderId');
  });

  test('exports columns that there are, each under its own name', async () => {
    const exporter = (more: object) =>
      api.post('/campaign-workers/contact-exporters', {
        contactMatchingCriteria: {},
        columnSettings: [{ field: 'borrower.id' }],
        ...more,
      });
    refusedAt(await exporter({ columnSettings: [{ field: 'borrower.ssn' }] }), 'columnSettings[0].field');
    refusedAt(
      await exporter({
        columnSettings: [{ field: 'borrower.id' }, { field: 'contact.id', outputName: 'borrower.id' }],
      }),
      'columnSettings[1].outputName',
    );
    refusedAt(await exporter({ contactMatchingCriteria: { label: [] } }), 'contactMatchingCriteria.label');
    refusedAt(await exporter({ checkCompliance: { channel: 'voice' } }), 'checkCompliance.theme');
    const { id } = (await exporter({ checkCompliance: { channel: 'voice', theme: 'opsCollDebt' } })).body.data;
    const { body } = await api.put(`/campaign-workers/contact-exporters/${id}`, { checkCompliance: null });
    assert.deepEqual([body.data.checkCompliance, body.data.columnSettings.length], [null, 1]);
  });
});

// The folder of a register: the request of the day is left there once, answers are fetched and read once, whatever their
// name, and what is wrong with one is told. The same by SFTP.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { hasSshd, startSshd, type TestSshd } from '#platform/file-places/test-sshd.ts';
import { makeLog } from '#platform/log.ts';
import { bankFolder } from '../../../../tests/support/ach-bank.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, aPerson, type Client, type House, useHouse } from '../../../../tests/support/house.ts';
import { refused, refusedAt } from '../../../../tests/support/refusals.ts';
import { aKeyByHand } from '../../../../tests/support/reimbursed.ts';
import { whoPreparedHits } from '../hit.ts';
import { visitingJob } from './visit.ts';

type Shown = Answer['body'];

const kind = 'bankruptcy';
const path = `/monitors/${kind}/file-place`;
const place = { kind: 'directory', folder: 'asked', incomingFolder: 'answers' };

const answerOf = (clientReference: string, more: object = {}): string =>
  `${JSON.stringify({
    clientReference,
    courtId: 'insbke',
    caseNumberFull: '1:25-bk-10482',
    bankruptcyChapter: '13',
    dateFiled: '2025-05-04',
    lastName: 'Lovelace',
    ssnLast4: '0001',
    ...more,
  })}\n`;

/** One look by hand; the service looks by itself each minute. */
function visitor({ service: { database, vault, clock, position } }: House, api: Client, settings: object) {
  const tools = { database, vault, clock, position, log: makeLog('silent') };
  const job = visitingJob({ ...tools, settings: { webhookDevHosts: new Set(), ...settings } });
  const { mode, companyId } = api.realm;
  return () => job.run({ mode, companyId, payload: { monitor: kind } } as Parameters<typeof job.run>[0]);
}

async function watched(api: Client): Promise<{ readonly person: string; readonly statusId: string }> {
  const person = `/people/${(await api.made('/people', aPerson())).id}`;
  await api.made(`${person}/identities`, { identityType: 'SSN', value: '521-66-0001', isPrimary: true });
  const statusId = await eventually('the borrower is enrolled', async () => {
    const [status] = (await api.get(`${person}/monitoring-statuses`)).body.data;
    return status?.id;
  });
  return { person, statusId };
}

const shown = async (api: Client): Promise<Shown> => (await api.get(path)).body.data;
const ended = (api: Client, id: string) =>
  eventually('the file was read', async () => {
    const { data } = (await api.get(`/operations/${id}`)).body;
    return ['succeeded', 'failed'].includes(data.state) && data;
  });

describe('the folder of a register', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });

  async function aWatchedFolder() {
    const api = (await aCompany()).live;
    assert.equal((await api.put(`/monitors/${kind}`, { isEnabled: true })).status, 200);
    const { status, body } = await api.put(path, place);
    assert.equal(status, 200, JSON.stringify(body));
    // Only what is looked at by hand is looked at.
    await house().service.database.pools.live.query('update monitor_places set due_at = $2 where company_id = $1', [
      api.realm.companyId,
      Number.MAX_SAFE_INTEGER,
    ]);
    const root = join(bankFilesDirectory, 'live', api.realm.companyId, 'registers');
    mkdirSync(join(root, 'answers'), { recursive: true });
    return {
      api,
      visit: visitor(house(), api, { bankFilesDirectory }),
      asked: () => readdirSync(join(root, 'asked')),
      content: (name: string) => readFileSync(join(root, 'asked', name), 'utf8'),
      put(name: string, content: string, changedAt = 1_000) {
        writeFileSync(join(root, 'answers', name), content);
        utimesSync(join(root, 'answers', name), changedAt, changedAt);
      },
    };
  }

  test('gets the request of the day once, and those that are made by hand', async () => {
    const { api, visit, asked, content } = await aWatchedFolder();
    const { statusId } = await watched(api);
    await visit();
    const [request, ...more] = (await api.get(`/monitors/${kind}/requests`)).body.data;
    assert.deepEqual([request.lines, request.leftAt !== null, more], [1, true, []]);
    assert.deepEqual(asked(), [`${kind}-${request.id}.txt`]);
    assert.equal(JSON.parse(content(`${kind}-${request.id}.txt`)).clientReference, statusId);
    await visit();
    assert.equal(asked().length, 1, 'once a day');
    const byHand = await api.made(`/monitors/${kind}/requests`, {});
    assert.equal(byHand.leftAt, null);
    await Promise.all([visit(), visit()]);
    assert.equal(asked().length, 2);
    assert.equal((await shown(api)).lastFailure, null);
  });

  test('has answers that are read once, whatever their name, and a wrong one changes nothing', async () => {
    const { api, visit, put } = await aWatchedFolder();
    const { person, statusId } = await watched(api);
    put('WRONG.txt', `${answerOf(statusId)}${answerOf('MS-AAAA-AAAA')}`);
    put('EMPTY.txt', '', 2_000);
    await visit();
    assert.equal((await shown(api)).lastFileName, null, 'it is whole when it lies there unchanged');
    await visit();
    const place = await shown(api);
    assert.deepEqual([place.lastFileName, place.lastFileOperationId], ['EMPTY.txt', null]);
    assert.match(place.lastFileFailure, /no line/);
    assert.deepEqual((await api.get(`${person}/cases`)).body.data, []);
    put('ANSWERS.txt', answerOf(statusId), 3_000);
    for (const _ of [1, 2]) await visit();
    const { lastFileOperationId: id } = await shown(api);
    assert.deepEqual((await ended(api, id)).result, { lines: 1, borrowers: 1, failed: 0 });
    assert.equal((await api.get(`${person}/cases`)).body.data.length, 1);
    put('AGAIN.txt', answerOf(statusId), 4_000);
    for (const _ of [1, 2, 3]) await visit();
    const again = await shown(api);
    assert.deepEqual([again.lastFileName, again.lastFileOperationId], ['AGAIN.txt', id], 'the same bytes');
  });

  test('has answers that were prepared by whoever has set it or changed it', async () => {
    const { api, visit, put } = await aWatchedFolder();
    const { person, statusId } = await watched(api);
    const other = await aKeyByHand(house(), api);
    assert.equal((await other.put(path, place)).status, 200);
    put('ANSWERS.txt', answerOf(statusId));
    for (const _ of [1, 2]) await visit();
    await ended(api, (await shown(api)).lastFileOperationId);
    const [{ id: caseId, personId }] = (await api.get(`${person}/cases`)).body.data;
    const since = '9999-12-31T00:00:00.000000+00:00' as Instant;
    const prepared = await whoPreparedHits(house().service.database.reader(api.realm), { personId, caseId, since });
    const keys = (await api.get('/keys')).body.data.map(({ id }: Shown) => id);
    assert.equal(prepared.length, 2);
    assert.ok(
      prepared.every((id) => keys.includes(id)),
      prepared.join(),
    );
  });

  test('is looked at by several services at once, and each file is read once', async () => {
    const { api, visit, put } = await aWatchedFolder();
    const { person, statusId } = await watched(api);
    put('ANSWERS.txt', answerOf(statusId));
    for (const _ of [1, 2]) await Promise.all(Array.from({ length: 4 }, visit));
    await ended(api, (await shown(api)).lastFileOperationId);
    assert.equal((await api.get(`${person}/cases`)).body.data.length, 1);
    const files = 'select count(*)::integer as count from monitor_files where company_id = $1';
    const { rows } = await house().service.database.pools.live.query(files, [api.realm.companyId]);
    assert.deepEqual(rows, [{ count: 1 }]);
  });

  test('of a monitor that is off is left alone', async () => {
    const { api, visit, put } = await aWatchedFolder();
    const { statusId } = await watched(api);
    await api.put(`/monitors/${kind}`, { isEnabled: false });
    put('ANSWERS.txt', answerOf(statusId));
    for (const _ of [1, 2]) await visit();
    const { lastFileName, lastReachedAt } = await shown(api);
    assert.deepEqual([lastFileName, lastReachedAt], [null, null]);
  });

  test('that is not reached is told', async () => {
    const { api } = await aWatchedFolder();
    await visitor(house(), api, { bankFilesDirectory: null })();
    const { failures, lastFailure } = await shown(api);
    assert.deepEqual([failures, lastFailure], [1, 'The operator has set no folder for files.']);
  });

  test('is refused where it leads elsewhere, and one that is taken away is gone', async () => {
    const { api } = await aWatchedFolder();
    refusedAt(await api.put(path, { ...place, folder: '../other' }), 'folder');
    refusedAt(await api.put(path, { ...place, incomingFolder: 'asked' }), 'incomingFolder');
    refusedAt(await api.put('/monitors/federalEmergency/file-place', place), 'monitorId');
    refusedAt(
      await api.put(path, { ...place, kind: 'sftp', host: '127.0.0.1', username: 'a', hostKey: 'x'.repeat(50) }),
      'host',
    );
    const { status } = await api.call('DELETE', path);
    assert.equal(status, 200);
    refused(await api.get(path), 404, 'NotFound', 'monitorId');
  });
});

describe('a register that is reached by SFTP', {
  skip: hasSshd ? false : 'no OpenSSH server on this machine',
}, async () => {
  let server: TestSshd | undefined;
  after(() => server?.stop());
  server = hasSshd ? await startSshd() : undefined;
  const { host, port, username, hostKey, folder, privateKey } = server?.settings ?? ({} as TestSshd['settings']);
  const devHosts = [`${host}:${port}`];
  const { house, aCompany } = useHouse({ webhookDevHosts: devHosts });

  test('gets its request, and its key is shown to nobody and to no other host', async () => {
    const api = (await aCompany()).live;
    await api.put(`/monitors/${kind}`, { isEnabled: true });
    await watched(api);
    const sftp = { kind: 'sftp', host, port, username, hostKey, folder };
    refusedAt(await api.put(path, sftp), 'credentials');
    const { status, body } = await api.put(path, { ...sftp, credentials: { privateKey } });
    assert.equal(status, 200, JSON.stringify(body));
    assert.doesNotMatch(JSON.stringify(body), /PRIVATE KEY/);
    await visitor(house(), api, { webhookDevHosts: new Set(devHosts) })();
    const [request] = (await api.get(`/monitors/${kind}/requests`)).body.data;
    assert.deepEqual(readdirSync(folder), [`${kind}-${request.id}.txt`]);
    refusedAt(await api.put(path, { ...sftp, username: 'another' }), 'credentials');
    assert.equal((await api.put(path, sftp)).status, 200, 'the same host');
  });
});

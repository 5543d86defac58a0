// How a file gets to its bank: once, whoever sends it and however often.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { hasSshd, startSshd, type TestSshd } from '#platform/file-places/test-sshd.ts';
import { makeLog } from '#platform/log.ts';
import { bankFolder, entriesIn, filesAre, filesIn, nameBank } from '../../../../../tests/support/ach-bank.ts';
import { aCollectedLoan, type CollectedLoan } from '../../../../../tests/support/collected.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { type Client, type House, useHouse } from '../../../../../tests/support/house.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';
import { carrierById } from '../../orders/companies-providers/carrier.ts';
import { isTooLate, uploading } from './upload.ts';

const files = '/companies/current/ach-file-uploads';
const bank = { releaseMax: { entries: 1 } };

/** Closes a file with two entries, which waits for a person. */
async function aBuiltFile(house: House, api: Client, more: object = {}): Promise<{ loan: CollectedLoan; id: string }> {
  const loan = await aCollectedLoan(house, api, { start: '2027-03-01' });
  const { status, body } = await nameBank(api, { ...bank, ...more });
  assert.equal(status, 200, JSON.stringify(body));
  await loan.at('2027-05-13T18:00:00Z');
  for (const amount of [100, 110]) await loan.collect(amount);
  await moveClock(api, '2027-05-13T20:00:00Z');
  const [{ id, state }] = (await api.get(files)).body.data;
  assert.equal(state, 'built');
  return { loan, id };
}

describe('the upload of a file', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });
  const rowOf = async (id: string) =>
    (await house().service.database.pools.test.query('select * from ach_files where id = $1', [id])).rows[0];
  const upload = (api: Client, id: string) => {
    const { database, vault, position } = house().service;
    const settings = { webhookDevHosts: new Set<string>(), bankFilesDirectory };
    const clock = { micros: () => position() };
    const tools = {
      database,
      vault,
      position,
      clock,
      settings,
      carrierById,
      log: makeLog('silent'),
      takers: {},
    };
    return uploading.run(tools as never, api.realm, { id });
  };

  test('is done by one of many workers, and once more by a retried one changes nothing', async () => {
    const { test: api } = await aCompany();
    const { id } = await aBuiltFile(house(), api);
    const released = (await api.post(`${files}/${id}/release`)).body.data;
    assert.equal(released.state, 'released');
    await Promise.all(Array.from({ length: 5 }, () => upload(api, id)));
    const [name] = await filesAre(bankFilesDirectory, api, 1);
    assert.equal(name, released.fileName);
    const row = await eventually('it is uploaded', async () => {
      const found = await rowOf(id);
      return found.state === 'uploaded' && found;
    });
    assert.deepEqual([row.tries, row.due_at, row.holder], [1, null, null], 'one of them had it');
    await upload(api, id);
    assert.equal((await rowOf(id)).tries, 1);
    assert.equal(filesIn(bankFilesDirectory, api).length, 1);
  });

  test('by a worker that died after the rename is found there by the next, which sends nothing', async () => {
    const { test: api } = await aCompany();
    const { id } = await aBuiltFile(house(), api);
    await api.post(`${files}/${id}/release`);
    const [name] = await filesAre(bankFilesDirectory, api, 1);
    const path = join(bankFilesDirectory, 'test', api.realm.companyId, 'outgoing', name as string);
    await eventually('it is uploaded', async () => (await rowOf(id)).state === 'uploaded');
    const bytes = readFileSync(path);
    const { pools } = house().service.database;
    // As it stood when the worker died: its claim has run out, and nobody has heard of the rename.
    await pools.test.query(
      `update ach_files set state = 'uploading', uploaded_at = null, holder = 'a dead worker', due_at = 1 where id = $1`,
      [id],
    );
    await eventually('it is uploaded again', async () => {
      // It is taken over as what is in vain: it need not be waited for here.
      await pools.test.query('update ach_files set due_at = 1 where id = $1 and due_at is not null', [id]);
      return (await rowOf(id)).state === 'uploaded';
    });
    assert.equal((await rowOf(id)).tries, 2);
    assert.deepEqual(filesIn(bankFilesDirectory, api), [name]);
    assert.deepEqual(readFileSync(path), bytes);
  });

  test('that another worker is at is not begun', async () => {
    const { test: api } = await aCompany();
    const { id } = await aBuiltFile(house(), api);
    await house().service.database.pools.test.query(
      `update ach_files set state = 'uploading', holder = 'another', due_at = 9e15 where id = $1`,
      [id],
    );
    await upload(api, id);
    assert.deepEqual([(await rowOf(id)).state, filesIn(bankFilesDirectory, api)], ['uploading', []]);
  });

  test('by rule does not happen after its cut-off has passed; a person may release it all the same', () => {
    const file = {
      state: 'released',
      released_by_type: null,
      window_at: '2027-05-13T20:00:00.000000+00:00' as Instant,
    };
    const at = (time: string) => `2027-05-13T${time}.000000+00:00` as Instant;
    const late = { lateMinutes: 60 };
    assert.equal(isTooLate(file as never, late, at('21:00:00')), false);
    assert.equal(isTooLate(file as never, late, at('21:00:01')), true);
    assert.equal(isTooLate({ ...file, released_by_type: 'user' } as never, late, at('23:00:00')), false);
    assert.equal(isTooLate({ ...file, state: 'uploading' } as never, late, at('23:00:00')), false);
  });

  test('goes to no place inside, and to no folder that is not its own', async () => {
    const { test: api } = await aCompany();
    const sftp = {
      kind: 'sftp',
      host: '10.0.0.8',
      port: 22,
      username: 'acme',
      hostKey: `SHA256:${'A'.repeat(43)}`,
      folder: 'in',
    };
    const password = { password: 'correct horse' };
    const inside = await nameBank(api, { place: sftp }, password);
    assert.deepEqual([inside.status, inside.body.data.path], [400, 'ach.place.host']);
    const up = await nameBank(api, { place: { kind: 'directory', folder: '../other' } });
    assert.deepEqual([up.status, up.body.data.path], [400, 'ach.place.folder']);
    const bare = await nameBank(api, { place: { ...sftp, host: 'sftp.bank.example.com' } });
    assert.deepEqual([bare.status, bare.body.data.path], [400, 'credentials']);
    const named = await nameBank(api, { place: { ...sftp, host: 'sftp.bank.example.com' } }, password);
    assert.equal(named.status, 200, JSON.stringify(named.body));
    assert.equal(JSON.stringify(named.body).includes('correct horse'), false);
    const moved = { ...sftp, host: 'sftp.bank.example.com', hostKey: `SHA256:${'B'.repeat(43)}` };
    const another = await nameBank(api, { place: moved });
    assert.deepEqual([another.status, another.body.data.path], [400, 'credentials'], 'another key may be another host');
  });
});

describe('the upload of a file by SFTP', { skip: hasSshd ? false : 'no OpenSSH server on this machine' }, async () => {
  let server: TestSshd | undefined;
  after(() => server?.stop());
  server = hasSshd ? await startSshd() : undefined;
  const { host, port, username, hostKey, folder, privateKey } = server?.settings ?? ({} as TestSshd['settings']);
  const { house, aCompany } = useHouse({ webhookDevHosts: [`${host}:${port}`] });

  test('arrives whole and under its name', async () => {
    const { test: api } = await aCompany();
    const loan = await aCollectedLoan(house(), api, { start: '2027-03-01' });
    const place = { kind: 'sftp', host, port, username, hostKey, folder };
    const { status, body } = await nameBank(api, { place }, { privateKey });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(JSON.stringify(body).includes('PRIVATE KEY'), false);
    await loan.at('2027-05-13T18:00:00Z');
    const { id } = await loan.collect(100);
    await moveClock(api, '2027-05-13T20:00:00Z');
    const [file] = await eventually('it is uploaded', async () => {
      const { data } = (await api.get(`${files}?state=uploaded`)).body;
      return data.length === 1 && data;
    });
    assert.deepEqual(readdirSync(folder), [file.fileName]);
    const text = readFileSync(join(folder, file.fileName), 'ascii');
    assert.deepEqual(entriesIn(text), [`WEB LOAN PMT 270514 27 10000 ${id}`]);
    assert.equal(text.length, file.size);
    assert.equal(file.expectedBy, '2027-05-13T21:00:00.000000+00:00', 'an hour later');
  });
});
